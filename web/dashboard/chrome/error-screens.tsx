import { CircleAlert, Compass } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { dashboardPaths } from '#contract/paths.ts'
import { isApiError } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { usePageTitle } from '../parts/page-title.tsx'

/** The screen of an unexpected failure, also when a new release has replaced the parts of this one. */
export function RouteErrorScreen() {
  const error = useRouteError()
  usePageTitle('حدث خطأ')
  const isOldRelease = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <div className="state state--page state--error" role="alert">
      <CircleAlert className="state__icon" aria-hidden />
      <h1 className="state__title">حدث خطأ غير متوقع</h1>
      <p className="state__hint">
        {isApiError(error)
          ? error.message
          : isOldRelease
            ? 'تعذر تحميل هذه الصفحة. ربما صدر تحديث جديد أو انقطع الاتصال.'
            : 'تعذر عرض هذه الصفحة. ما كتبته في النماذج محفوظ.'}
      </p>
      <div className="row">
        <Button look="primary" onClick={() => location.reload()}>
          تحديث الصفحة
        </Button>
        <a className="button button--secondary" href={dashboardPaths.overview}>
          العودة إلى لوحة التحكم
        </a>
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
      <Link className="button button--primary" to={dashboardPaths.overview}>
        العودة إلى لوحة التحكم
      </Link>
    </div>
  )
}
