import { branchLabels } from '#contract/codes/branches.ts'
import {
  grades,
  isMinisterialGradeCode,
  ministerialGradeBySlug,
  ministerialGradeCodes,
} from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import type { Result, ResultListQuery } from '#contract/resources/result.ts'
import { line, publisher } from '#server/content/record/elsewhere.ts'
import type { Elsewhere, FeedEntry } from '#server/content/record/elsewhere.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { facts, listOfSection } from '#server/staff/visits/address-facts.ts'
import { folderFacts } from './folder-facts.ts'
import type { ResultsService } from './results.service.ts'

const noFilters: Omit<ResultListQuery, 'limit' | 'offset'> = {
  stage: undefined,
  branch: undefined,
  city: undefined,
  school: undefined,
  try: undefined,
  releaseYear: undefined,
  search: undefined,
}

const sheetAddress = new RegExp(`^${paths.sheet('[0-9a-z]{16}')}$`)

/* Among schools, what is chosen as a trail of folders; what was typed is nobody's concern. */
function chosenIn(query: URLSearchParams): string {
  return ['year', 'city', 'branch', 'try'].map(name => query.get(name) ?? '').join('/')
}

/** What results say of themselves in feeds and sitemap. */
export function resultsElsewhere(results: ResultsService): Elsewhere {
  return {
    restore: results.restore,
    isWithout: part => isWithout(part, kinds.result.entity, 'results'),
    feed: {
      title: 'رافد: النتائج الوزارية',
      subtitle: 'أحدث ملفات نتائج الامتحانات الوزارية.',
      latest: async (limit, place) => (await newestResults(results, limit, place)).map(feedEntryOf),
    },
    lists: {
      column: 'stage',
      pages: changes =>
        ministerialGradeCodes.flatMap(grade =>
          [paths.resultsOfGrade(grade), paths.schoolsOfGrade(grade)].map(path => ({
            path,
            changedAt: changes.get(grade),
          })),
        ),
      visited: (page, query) => {
        if (sheetAddress.test(page)) return {}
        return listOfSection(paths.results, page.replace(/\/schools$/, ''), slug => {
          const stage = ministerialGradeBySlug(slug)
          return stage && facts({ stage, ...folderFacts(query.get('path') ?? chosenIn(query)) })
        })
      },
    },
  }
}

async function newestResults(results: ResultsService, limit: number, place?: GradePlace): Promise<Result[]> {
  if (!place) return (await results.list({ ...noFilters, limit, offset: 0 })).items
  const { grade: stage, branch } = place
  return isMinisterialGradeCode(stage) ? results.newestOf({ stage, branch }, limit) : []
}

/** A result has no page of its own: the entry leads to its year and city in the folder browser. */
function feedEntryOf(result: Result): FeedEntry {
  const { city, school, stage, branch, releaseYear } = result
  const place = new URLSearchParams({ path: `${releaseYear}/${city}` })
  return {
    key: `result:${result.id}`,
    title: line(
      `نتائج ${grades[stage].label}`,
      city,
      branch && branchLabels[branch],
      roundLabel(result.try, formatPlainNumber),
      formatPlainNumber(releaseYear),
    ),
    summary: line(school, city, `نتائج ${grades[stage].label}`),
    path: `${paths.resultsOfGrade(stage)}?${place}`,
    author: publisher,
    category: grades[stage].label,
    createdAt: result.createdAt,
    updatedAt: result.updatedAt,
  }
}
