import { isStorableText } from '#contract/fields.ts'
import { gradePages } from '#contract/grade-pages.ts'
import { kinds, kindsWithPage, type KindWithPage } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import { facts, searchOf, type VisitMetadata } from './address-facts.ts'

/** What the address of a list of records says; undefined when it is none. */
export type DescribeList = (page: string, query: URLSearchParams) => VisitMetadata | undefined

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
  paths.asked,
])

const pagesOfGrades = new Map(
  gradePages.map(({ path, grade, branch }) => [path, facts({ stage: grade, branch })] as const),
)

/* Tried in this order: a stage's list comes before the record whose id looks like it. */
const recordPages = kindsWithPage.map(kind => ({ kind, start: kinds[kind].pageOf('') }))

const recordId = /^[0-9a-z]{16}$/

/** The page of an address (path, with or without its query), or undefined when no page of the site has it. */
export function visitedPageOf(address: string, describeList: DescribeList): VisitedPage | undefined {
  const [rawPath = '', ...rest] = address.split('?')
  const page = decodedPath(rawPath)
  if (page === undefined) return undefined
  const query = new URLSearchParams(rest.join('?').split('#')[0])
  if (page === paths.search) return { page, metadata: facts(searchOf(query, 'q')), record: undefined }
  if (staticPages.has(page)) return { page, metadata: {}, record: undefined }
  const list = pagesOfGrades.get(page) ?? describeList(page, query)
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
