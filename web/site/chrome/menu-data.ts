import { gradesOfStage, grades, ministerialGradeCodes, stageCodes, stages } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { kinds, kindsInMenus, type Kind } from '#contract/kinds.ts'
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

/** What a section of the site is called in menus. */
export function sectionLabel(kind: Kind): string {
  return kind === 'book' ? 'الكتب المدرسية' : kinds[kind].plural
}

/** What opens under the entry of a section; a section without it is a plain link. */
const underEntry: { [Name in Kind]?: (settings: SiteSettings) => Partial<MenuEntry> } = {
  book: () => ({ groups: stageGroups(paths.booksOfStage, paths.booksOfGrade) }),
  note: () => ({ groups: stageGroups(paths.notesOfStage, paths.notesOfGrade) }),
  result: settings => ({
    label: 'النتائج الوزارية',
    links: [
      { label: 'كل ملفات النتائج', href: paths.results },
      ...ministerialGradeCodes.map(grade => ({
        label: `ملفات ${grades[grade].shortLabel}`,
        href: paths.resultsOfGrade(grade),
      })),
      ...resultSiteLinks(settings),
    ],
  }),
  exam: () => ({
    links: ministerialGradeCodes.map(grade => ({
      label: grades[grade].label,
      href: paths.examsOfGrade(grade),
    })),
  }),
}

/** The menu of the header. Source: P2.2. */
export function menuEntries(settings: SiteSettings): MenuEntry[] {
  return kindsInMenus.map(kind => ({
    label: sectionLabel(kind),
    href: kinds[kind].sitePath,
    ...underEntry[kind]?.(settings),
  }))
}
