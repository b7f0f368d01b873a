import { Bookmark, CloudOff, RotateCw } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { definePage } from '../define-page.tsx'

/** `/offline`: what the worker shows without a line in place of a page that was never opened. */
export const offlinePage = definePage<object, object>({
  address: paths.offline,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title: 'لا إنترنت',
    description: 'هذه الصفحة لم تفتحها من قبل، ولا إنترنت الآن.',
    isHiddenFromSearch: true,
    isPrivate: true,
  }),
  View: OfflineView,
})

/** The page stands at the address that was asked for. */
const sameAddress = ''

function OfflineView() {
  return (
    <section className="failure wrap">
      <span className="failure-mark">
        <CloudOff aria-hidden="true" />
      </span>
      <p className="eyebrow">لا إنترنت</p>
      <h1>لم تفتح هذه الصفحة من قبل</h1>
      <p>يعمل بلا إنترنت ما على رفّك كله، وكل صفحة فتحتها من قبل. أما هذه فتحتاج إلى اتصال لأول مرة.</p>
      <div className="failure-actions">
        <a className="button" href={paths.shelf}>
          <Bookmark aria-hidden="true" />
          افتح رفّي
        </a>
        <a className="button is-quiet" href={sameAddress}>
          <RotateCw aria-hidden="true" />
          أعد المحاولة
        </a>
      </div>
    </section>
  )
}
