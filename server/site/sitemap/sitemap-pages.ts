import { gradePages } from '#contract/grade-pages.ts'
import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import { latestOf, type ListAddress } from '#server/content/record/list-pages.ts'
import type { OtherLists, SitemapOutline } from './sitemap-outline.ts'

const textPages = [paths.about, paths.help, paths.faq, paths.contact, paths.terms, paths.privacy]

/** When a record of one of these kinds last changed. */
export function lastChangeOf({ kinds: read }: SitemapOutline, of: readonly Kind[]): Date | undefined {
  return latestOf(of.flatMap(kind => [...read[kind].changes.values()]))
}

/** The pages that lead to records: the home page, hubs and lists with something in them, and the text pages. */
export function sitemapPages(
  outline: SitemapOutline,
  others: OtherLists,
  elsewhere: KindsElsewhere,
): ListAddress[] {
  return [
    { path: paths.home, changedAt: lastChangeOf(outline, kindNames) },
    ...kindNames.flatMap(kind => [
      { path: kinds[kind].sitePath, changedAt: lastChangeOf(outline, [kind]) },
      ...elsewhere[kind].lists.pages(outline.kinds[kind].changes),
      ...others[kind],
    ]),
    ...pagesOfGrades(outline),
    ...textPages.map(path => ({ path })),
  ]
}

const kindsOfGrades = ['book', 'note', 'exam'] as const

/** The pages of the grades that have something. */
function pagesOfGrades({ kinds: read }: SitemapOutline): ListAddress[] {
  return gradePages.flatMap(({ grade, path }) => {
    const changedAt = latestOf(kindsOfGrades.flatMap(kind => read[kind].changes.get(grade) ?? []))
    return changedAt ? [{ path, changedAt }] : []
  })
}
