import {
  grades,
  ministerialGradeBySlug,
  ministerialGradeCodes,
  stageBySlug,
  stages,
} from '#contract/codes/grades.ts'
import { gradePages, gradePlaceName } from '#contract/grade-pages.ts'
import { kindNames, kinds, type Kind, type KindEntity } from '#contract/kinds.ts'
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
  [paths.asked]: 'اطلب ما لم تجده',
  ...Object.fromEntries(gradePages.map(page => [page.path, `صفحة ${gradePlaceName(page)}`])),
  ...Object.fromEntries(
    ministerialGradeCodes.flatMap(grade => [
      [paths.schoolsOfGrade(grade), `مدارس ${grades[grade].shortLabel}`],
      [paths.questionsOfGrade(grade), `الأسئلة المتكررة، ${grades[grade].shortLabel}`],
    ]),
  ),
  ...Object.fromEntries(kindNames.map(kind => [kinds[kind].sitePath, kinds[kind].plural])),
}

function kindOf(page: string): (typeof kinds)[Kind] | undefined {
  return kindNames
    .map(name => kinds[name])
    .find(({ sitePath }) => page === sitePath || page.startsWith(`${sitePath}/`))
}

/** The kind of records that a page of the site shows, where it shows one kind. */
export function entityOfPage(page: string): KindEntity | undefined {
  return kindOf(page)?.entity
}

/** What a page of the site is called; `title` is that of its record. */
export function pageName(page: string, title: string | undefined): string {
  const name = title ?? names[page]
  if (name !== undefined) return name
  if (page.startsWith(paths.sheet(''))) return 'ورقة نتائج مدرسة'
  const kind = kindOf(page)
  if (kind === undefined) return page
  const slug = page.slice(kind.sitePath.length + 1)
  const stage = stageBySlug(slug)
  if (stage !== undefined) return `${kind.pluralOf} ${stages[stage].label}`
  const grade = ministerialGradeBySlug(slug)
  return grade === undefined ? kind.gone : `${kind.pluralOf} ${grades[grade].shortLabel}`
}
