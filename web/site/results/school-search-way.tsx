import { ChevronLeft, School } from 'lucide-react'

/** The way to the search for one's school, before a whole city's file is loaded. */
export function SchoolSearchWay({ href }: { href: string }) {
  return (
    <a className="results-way is-first" href={href}>
      <School aria-hidden="true" />
      <span>
        <strong>ابحث عن مدرستك</strong>
        <span className="muted">ورقة المدرسة وحدها، لا ملف المدينة كلها</span>
      </span>
      <ChevronLeft aria-hidden="true" />
    </a>
  )
}
