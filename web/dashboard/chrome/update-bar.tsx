import { useEffect, useState } from 'react'
import { onRelease } from '#web/api-client.ts'
import { reloadWithFocus } from './focus-keeper.ts'

/** The name of the script with which this window began; undefined where no build has named it. */
function releaseOfWindow(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  return script?.src.split('/').at(-1)
}

/** Says once that a newer release is there, and offers to load it; who goes on with the old one is left in peace. Source: S2.8. */
export function UpdateBar() {
  const [newest, setNewest] = useState<string | undefined>()
  const [declined, setDeclined] = useState<string | undefined>()
  useEffect(() => {
    const own = releaseOfWindow()
    return onRelease(release => {
      if (own !== undefined && release !== own) setNewest(release)
    })
  }, [])

  const isShown = newest !== undefined && newest !== declined
  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown ? 'صدر تحديث للوحة التحكم. في أعلى الصفحة زر يحمّله.' : ''}
      </p>
      {isShown ? (
        <aside className="update-bar" aria-label="تحديث للوحة">
          <span>صدر تحديث للوحة التحكم.</span>
          <button type="button" className="link" onClick={reloadWithFocus}>
            حمّله الآن
          </button>
          <button type="button" className="link" onClick={() => setDeclined(newest)}>
            لاحقاً
          </button>
        </aside>
      ) : null}
    </>
  )
}
