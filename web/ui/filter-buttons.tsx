import { RotateCcw } from 'lucide-react'

/** What a filter form ends with: its button where scripts do not follow the fields, and the way back to all. */
export function FilterButtons({ path }: { path: string }) {
  return (
    <div className="filter-buttons">
      <button className="button needs-no-script" type="submit">
        عرض
      </button>
      <a className="button is-quiet" href={path} data-swap="replace">
        <RotateCcw aria-hidden="true" />
        إعادة ضبط
      </a>
    </div>
  )
}
