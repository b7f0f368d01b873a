import { CircleAlert, Compass, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useRouteError } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { api, isApiError } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { usePageTitle } from '../parts/page-title.tsx'
import { reloadWithFocus } from './focus-keeper.ts'
import { useIsOnline } from './use-is-online.ts'

const sentences = {
  offline: 'الاتصال بالإنترنت مقطوع، ولم تُحمَّل هذه الشاشة من قبل. تُفتح وحدها حين يعود الاتصال.',
  replaced: 'ربما صدر تحديث جديد للوحة أو تعثر الاتصال. أعد المحاولة.',
  unexpected: 'تعذر عرض هذه الصفحة. ما كتبته في النماذج محفوظ.',
}

/** True when the code of a screen could not be fetched: no line, or a new release has replaced it. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message)
}

/** Loads the page anew, but only when the server is there: without it the browser would show its own error. */
function useReload() {
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle')
  const reload = useCallback(async () => {
    setState('trying')
    try {
      await api.get(apiPaths.csrfToken)
      reloadWithFocus()
    } catch (error) {
      logFailure('The server could not be reached', error)
      setState('failed')
    }
  }, [])
  return { state, reload }
}

/** The screen of an unexpected failure, also when the parts of a screen cannot be fetched. */
export function RouteErrorScreen() {
  const error = useRouteError()
  const { state, reload } = useReload()
  const isOnline = useIsOnline()
  const heading = useRef<HTMLHeadingElement>(null)
  const isMissing = isMissingCode(error)
  const title = isMissing ? 'تعذر تحميل هذه الشاشة' : 'حدث خطأ غير متوقع'
  usePageTitle(title)

  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])

  useEffect(() => {
    if (!isMissing) return
    const tryAgain = () => void reload()
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [isMissing, reload])

  const known = isMissing ? sentences.replaced : sentences.unexpected
  const sentence = isApiError(error) ? error.message : isMissing && !isOnline ? sentences.offline : known
  return (
    <div className="state state--page state--error" role="alert">
      {isMissing && !isOnline ? (
        <WifiOff className="state__icon" aria-hidden />
      ) : (
        <CircleAlert className="state__icon" aria-hidden />
      )}
      <h1 className="state__title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="state__hint">{sentence}</p>
      {state === 'failed' ? <p className="state__hint">ما زال الاتصال مقطوعاً.</p> : null}
      <div className="row">
        <Button
          look="primary"
          busyLabel={state === 'trying' && 'جاري التحميل...'}
          onClick={() => void reload()}
        >
          إعادة المحاولة
        </Button>
        <Link className="button is-quiet" to={dashboardPaths.overview}>
          العودة إلى لوحة التحكم
        </Link>
      </div>
    </div>
  )
}

/** The screen of an address that does not exist in the dashboard. */
export function NotFoundScreen() {
  usePageTitle('الصفحة غير موجودة')
  return (
    <div className="state state--page">
      <Compass className="state__icon" aria-hidden />
      <h1 className="state__title">عذراً، الصفحة غير موجودة</h1>
      <p className="state__hint">تحقق من العنوان أو اختر قسماً من القائمة.</p>
      <Link className="button" to={dashboardPaths.overview}>
        العودة إلى لوحة التحكم
      </Link>
    </div>
  )
}
