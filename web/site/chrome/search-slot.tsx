import { Island } from '../islands/island.tsx'
import { shownTypeIcons, shownTypeLabels } from '../search/shown-types.ts'

/** The search dialog, closed: a native dialog around an island that wakes when it is opened. */
export function SearchSlot({ isLight }: { isLight: boolean }) {
  const props = { typeLabels: shownTypeLabels, typeIcons: shownTypeIcons, ...(isLight && { isLight }) }
  return (
    <dialog className="search-dialog" id="search-dialog" aria-label="البحث في الموقع">
      <Island name="SearchDialog" props={props} />
      <p className="search-unloaded" role="alert">
        تعذر تحميل البحث. اكتب ما تريد، وحالما يعود الاتصال نفتح لك صفحة النتائج.
      </p>
    </dialog>
  )
}
