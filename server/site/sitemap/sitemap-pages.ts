import { gradeCodes, grades, ministerialGradeCodes, stageCodes } from '#contract/codes/grades.ts'
import { newsCategoryCodes } from '#contract/codes/news-categories.ts'
import { paths } from '#contract/paths.ts'
import type { LatestChanges, SitemapOutline } from './sitemap-outline.ts'

/** One address of the sitemap. `changedAt` is absent where no record tells it. */
export interface SitemapPage {
  path: string
  changedAt?: Date | undefined
}

const textPages = [paths.about, paths.help, paths.faq, paths.contact, paths.terms, paths.privacy]

/** The pages that lead to records: the home page, hubs and lists with something in them, and the text pages. */
export function sitemapPages({ changes }: SitemapOutline): SitemapPage[] {
  const hub = (path: string, kinds: (keyof typeof changes)[]): SitemapPage => ({
    path,
    changedAt: latestOf(kinds.flatMap(kind => [...changes[kind].values()])),
  })
  return [
    hub(paths.home, ['books', 'notes', 'exams', 'results', 'news']),
    hub(paths.books, ['books']),
    ...stageLists(changes.books, paths.booksOfStage, paths.booksOfGrade),
    hub(paths.notes, ['notes']),
    ...stageLists(changes.notes, paths.notesOfStage, paths.notesOfGrade),
    hub(paths.exams, ['exams']),
    ...ministerialGradeCodes.map(grade => ({
      path: paths.examsOfGrade(grade),
      changedAt: changes.exams.get(grade),
    })),
    hub(paths.results, ['results']),
    ...ministerialGradeCodes.map(grade => ({
      path: paths.resultsOfGrade(grade),
      changedAt: changes.results.get(grade),
    })),
    hub(paths.news, ['news']),
    ...newsCategoryCodes
      .filter(category => changes.news.has(category))
      .map(category => ({ path: `${paths.news}?type=${category}`, changedAt: changes.news.get(category) })),
    ...textPages.map(path => ({ path })),
  ]
}

function stageLists(
  changes: LatestChanges,
  ofStage: typeof paths.booksOfStage,
  ofGrade: typeof paths.booksOfGrade,
): SitemapPage[] {
  const filled = gradeCodes.filter(grade => changes.has(grade))
  const stageLists = stageCodes.map(stage => {
    const own = filled.filter(grade => grades[grade].stage === stage)
    return { path: ofStage(stage), changedAt: latestOf(own.flatMap(grade => changes.get(grade) ?? [])) }
  })
  return [...stageLists, ...filled.map(grade => ({ path: ofGrade(grade), changedAt: changes.get(grade) }))]
}

function latestOf(dates: Date[]): Date | undefined {
  return dates.reduce<Date | undefined>(
    (latest, date) => (latest && latest >= date ? latest : date),
    undefined,
  )
}
