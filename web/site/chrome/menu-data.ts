import { gradesOfStage, grades, ministerialGradeCodes, stageCodes, stages } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'

export interface MenuLink {
  label: string
  href: string
  isExternal?: boolean
}

export interface MenuGroup extends MenuLink {
  links: readonly MenuLink[]
}

/** A top entry of the menu: a plain link, or one that opens groups of links. */
export interface MenuEntry extends MenuLink {
  groups?: readonly MenuGroup[]
  links?: readonly MenuLink[]
}

function stageGroups(
  ofStage: (typeof paths)['booksOfStage'],
  ofGrade: (grade: GradeCode) => string,
): MenuGroup[] {
  return stageCodes.map(stage => ({
    label: stages[stage].label,
    href: ofStage(stage),
    links: gradesOfStage(stage).map(grade => ({ label: grades[grade].label, href: ofGrade(grade) })),
  }))
}

/** The result sites that are set, in their order. Source: P2.2. */
export function resultSiteLinks({ resultSites }: SiteSettings): MenuLink[] {
  const sites = [
    { label: 'السادس الابتدائي', href: resultSites.sixthPrimary },
    { label: 'الثالث المتوسط', href: resultSites.thirdIntermediate },
    { label: 'السادس الإعدادي', href: resultSites.sixthPreparatory },
    { label: 'السادس المهني', href: resultSites.sixthVocational },
  ]
  return sites.flatMap(({ label, href }) => (href ? [{ label, href, isExternal: true }] : []))
}

/** The menu of the header. Source: P2.2. */
export function menuEntries(settings: SiteSettings): MenuEntry[] {
  return [
    { label: 'الأخبار', href: paths.news },
    {
      label: 'الكتب المدرسية',
      href: paths.books,
      groups: stageGroups(paths.booksOfStage, paths.booksOfGrade),
    },
    { label: 'الملازم', href: paths.notes, groups: stageGroups(paths.notesOfStage, paths.notesOfGrade) },
    {
      label: 'النتائج الوزارية',
      href: paths.results,
      links: [
        { label: 'كل ملفات النتائج', href: paths.results },
        ...ministerialGradeCodes.map(grade => ({
          label: `ملفات ${grades[grade].shortLabel}`,
          href: paths.resultsOfGrade(grade),
        })),
        ...resultSiteLinks(settings),
      ],
    },
    {
      label: 'الأسئلة الوزارية',
      href: paths.exams,
      links: ministerialGradeCodes.map(grade => ({
        label: grades[grade].label,
        href: paths.examsOfGrade(grade),
      })),
    },
  ]
}
