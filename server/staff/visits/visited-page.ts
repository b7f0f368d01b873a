import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { grades, isGradeCode, ministerialGradeBySlug, stageBySlug } from '#contract/codes/grades.ts'
import { isNewsCategoryCode } from '#contract/codes/news-categories.ts'
import { isRound, roundLabel, rounds } from '#contract/codes/rounds.ts'
import { isSubjectCode } from '#contract/codes/subjects.ts'
import { isStorableText } from '#contract/fields.ts'
import { latinDigits } from '#contract/format.ts'
import { kindNames, kinds, kindsWithPage, type KindWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

/** What the visits screen tells of a page beside its path. Source: S9.2. */
export type VisitMetadata = Record<string, string | number>

/** A record whose own page was asked for. */
export interface VisitedRecord {
  kind: KindWithPage
  id: string
}

/** A page of the public site that somebody asked for. */
export interface VisitedPage {
  /** The path alone, decoded. */
  page: string
  /** What the address itself says; a record adds its own. */
  metadata: VisitMetadata
  record: VisitedRecord | undefined
}

const staticPages = new Set<string>([
  paths.home,
  paths.about,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.help,
  paths.faq,
  paths.search,
  ...kindNames.map(kind => kinds[kind].sitePath),
])

/* Tried in this order: a stage's list comes before the record whose id looks like it. */
const recordPages = kindsWithPage.map(kind => ({ kind, start: kinds[kind].pageOf('') }))

const recordId = /^[0-9a-z]{16}$/

/** The page of an address (path, with or without its query), or undefined when no page of the site has it. */
export function visitedPageOf(address: string): VisitedPage | undefined {
  const [rawPath = '', ...rest] = address.split('?')
  const page = decodedPath(rawPath)
  if (page === undefined) return undefined
  const query = new URLSearchParams(rest.join('?').split('#')[0])
  if (staticPages.has(page)) return { page, metadata: staticMetadata(page, query), record: undefined }
  const list = listMetadata(page, query)
  if (list) return { page, metadata: list, record: undefined }
  for (const { kind, start } of recordPages) {
    const id = page.slice(start.length)
    if (page.startsWith(start) && recordId.test(id)) return { page, metadata: {}, record: { kind, id } }
  }
  return undefined
}

function decodedPath(rawPath: string): string | undefined {
  if (!rawPath.startsWith('/')) return undefined
  try {
    const path = decodeURIComponent(rawPath.split('#')[0] ?? '')
    const page = path.length > 1 ? path.replace(/\/$/, '') : path
    return isStorableText(page) ? page : undefined
  } catch {
    return undefined
  }
}

function staticMetadata(page: string, query: URLSearchParams): VisitMetadata {
  if (page === paths.news)
    return facts({ type: codeOf(query.get('type'), isNewsCategoryCode), ...searchOf(query, 'query') })
  if (page === paths.search) return facts(searchOf(query, 'q'))
  return {}
}

function listMetadata(page: string, query: URLSearchParams): VisitMetadata | undefined {
  const [, area, slug = '', ...deeper] = page.split('/')
  if (deeper.length > 0) return undefined
  if (`/${area}` === paths.books || `/${area}` === paths.notes) {
    const stage = stageBySlug(slug)
    if (stage === undefined) return undefined
    const grade = codeOf(query.get('grade'), isGradeCode)
    const isOfStage = grade !== undefined && grades[grade].stage === stage
    return facts({ stage: isOfStage ? grade : stage, ...subjectOf(query), ...searchOf(query, 'query') })
  }
  const stage = ministerialGradeBySlug(slug)
  if (stage === undefined) return undefined
  if (`/${area}` === paths.exams) {
    return facts({
      stage,
      ...subjectOf(query),
      year: yearOf(query.get('year')),
      try: roundOf(query.get('try')),
      ...searchOf(query, 'query'),
    })
  }
  return `/${area}` === paths.results ? facts({ stage, ...folderFacts(query.get('path') ?? '') }) : undefined
}

/** What a trail of result folders says: year, city, branch and round, each by its own shape. */
function folderFacts(trail: string): Record<string, string | number | undefined> {
  const found: Record<string, string | number | undefined> = {}
  for (const folder of trail.split('/').slice(0, 6)) {
    found['year'] ??= yearOf(folder)
    found['city'] ??= cities.find(city => city === folder)
    found['branch'] ??= branchCodes.find(code => code === folder || branchLabels[code] === folder)
    found['try'] ??= rounds.find(
      round => roundLabel(round) === folder || String(round) === latinDigits(folder),
    )
  }
  return found
}

function codeOf<Code extends string>(
  value: string | null,
  isCode: (text: string) => text is Code,
): Code | undefined {
  return value !== null && isCode(value) ? value : undefined
}

function subjectOf(query: URLSearchParams) {
  return { subject: codeOf(query.get('subject'), isSubjectCode) }
}

function searchOf(query: URLSearchParams, name: string) {
  const text = (query.get(name) ?? '').trim().slice(0, limits.maxSearchLength).toWellFormed()
  return { search: text !== '' && isStorableText(text) ? text : undefined }
}

function yearOf(text: string | null): number | undefined {
  const year = /^\d{4}$/.test(latinDigits(text ?? '')) ? Number(latinDigits(text ?? '')) : 0
  return year >= limits.minYear && year <= limits.maxYear ? year : undefined
}

function roundOf(text: string | null): number | undefined {
  const round = Number(latinDigits(text ?? ''))
  return isRound(round) ? round : undefined
}

function facts(given: Record<string, string | number | undefined>): VisitMetadata {
  return Object.fromEntries(Object.entries(given).filter(entry => entry[1] !== undefined)) as VisitMetadata
}
