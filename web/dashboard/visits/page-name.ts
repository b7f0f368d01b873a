import type { AuditEntity } from '#contract/codes/audit.ts'
import { grades, ministerialGradeBySlug, stageBySlug, stages } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'

const names: Record<string, string> = {
  [paths.home]: 'الصفحة الرئيسية',
  [paths.about]: 'حول الموقع',
  [paths.contact]: 'تواصل معنا',
  [paths.terms]: 'شروط الاستخدام',
  [paths.privacy]: 'سياسة الخصوصية',
  [paths.help]: 'مركز المساعدة',
  [paths.faq]: 'الأسئلة الشائعة',
  [paths.search]: 'البحث',
  [paths.books]: 'الكتب',
  [paths.notes]: 'الملازم',
  [paths.results]: 'النتائج',
  [paths.exams]: 'الأسئلة الوزارية',
  [paths.news]: 'الأخبار',
}

interface Area {
  path: string
  entity: AuditEntity
  /** «كتب» before a stage or a grade. */
  list: string
  gone: string
}

const areas: readonly Area[] = [
  { path: paths.books, entity: 'BOOK', list: 'كتب', gone: 'كتاب محذوف' },
  { path: paths.notes, entity: 'MALAZIMA', list: 'ملازم', gone: 'ملزمة محذوفة' },
  { path: paths.results, entity: 'RESULT', list: 'نتائج', gone: 'نتيجة محذوفة' },
  { path: paths.exams, entity: 'MINISTERIAL_EXAM', list: 'أسئلة', gone: 'امتحان محذوف' },
  { path: paths.news, entity: 'NEWS', list: 'أخبار', gone: 'خبر محذوف' },
]

function areaOf(page: string): Area | undefined {
  return areas.find(({ path }) => page === path || page.startsWith(`${path}/`))
}

/** The kind of records that a page of the site shows, where it shows one kind. */
export function entityOfPage(page: string): AuditEntity | undefined {
  return areaOf(page)?.entity
}

/** What a page of the site is called; `title` is that of its record. */
export function pageName(page: string, title: string | undefined): string {
  const name = title ?? names[page]
  if (name !== undefined) return name
  const area = areaOf(page)
  if (area === undefined) return page
  const slug = page.slice(area.path.length + 1)
  const stage = stageBySlug(slug)
  if (stage !== undefined) return `${area.list} ${stages[stage].label}`
  const grade = ministerialGradeBySlug(slug)
  return grade === undefined ? area.gone : `${area.list} ${grades[grade].shortLabel}`
}
