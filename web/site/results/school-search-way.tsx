import { ChevronLeft, School } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import { hrefWith } from '../query.ts'

/** Where the schools of a release are searched; of the newest one without. */
export function ownSchoolsHref(
  stage: MinisterialGradeCode,
  release: { releaseYear: number; try: number } | null,
): string {
  return hrefWith(paths.schoolsOfGrade(stage), { year: release?.releaseYear, try: release?.try })
}

/** The way to one's school for who was not found by the exam number. */
export function OwnSchoolButton({ href }: { href: string }) {
  return (
    <a className="button is-quiet" href={href}>
      <School aria-hidden="true" />
      ابحث عن مدرستك
    </a>
  )
}

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
