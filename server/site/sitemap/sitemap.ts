import { createHash } from 'node:crypto'
import { kindNames, kinds, kindsWithPage, type KindWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { ListAddress } from '#server/content/record/list-pages.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { KindOutline, OtherLists, SitemapOutline } from './sitemap-outline.ts'
import { lastChangeOf, sitemapPages } from './sitemap-pages.ts'
import { readSitemapEntries, type EntryFrame } from './sitemap.repository.ts'
import { xmlHead, xmlText } from '#server/base/xml.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The list of all sitemap files. Source: sitemaps.org, sitemap index. */
export function sitemapIndex(outline: SitemapOutline, origin: string): string {
  const pagesChangedAt = lastChangeOf(outline, kindNames)
  const files = [{ path: discoveryPaths.sitemapPart('pages-1'), changedAt: pagesChangedAt }]
  for (const kind of kindsWithPage) {
    for (const [index, { changedAt }] of outline.kinds[kind].parts.entries()) {
      files.push({ path: discoveryPaths.sitemapPart(`${kinds[kind].list}-${index + 1}`), changedAt })
    }
  }
  const entries = files.map(file => `<sitemap>${place(file, origin)}</sitemap>\n`).join('')
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries}</sitemapindex>\n`
}

/** The sitemap of the pages that are no records. */
export function sitemapOfPages(
  outline: SitemapOutline,
  others: OtherLists,
  elsewhere: KindsElsewhere,
  origin: string,
): string {
  const entries = sitemapPages(outline, others, elsewhere).map(page => entry(page, origin))
  return `${xmlHead}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`
}

export interface RecordsPart {
  kind: KindWithPage
  afterId: string
  /** Records that came since wait for the next outline. */
  lastId: string
  /** A weak entity tag with its quotes, without `W/`. */
  tag: string
}

/** The kind whose records stand in files of a name. */
export function kindOfFiles(list: string): KindWithPage | undefined {
  return kindsWithPage.find(kind => kinds[kind].list === list)
}

/** The file of this number, counted from 1, or undefined when there is none. */
export function findRecordsPart(
  outline: KindOutline,
  kind: KindWithPage,
  number: number,
  origin: string,
): RecordsPart | undefined {
  const part = outline.parts[number - 1]
  if (!part) return undefined
  const { afterId, lastId, count, changedAt } = part
  const facts = [origin, kinds[kind].list, afterId, lastId, count, changedAt.toISOString()]
  const tag = `"${createHash('sha256').update(facts.join()).digest('base64url').slice(0, 22)}"`
  return { kind, afterId, lastId, tag }
}

/** The text of a file in pieces, as the database gives them: never more than one piece is in memory. */
export async function* sitemapOfRecords(
  db: Queryable,
  { kind, afterId, lastId }: RecordsPart,
  origin: string,
): AsyncGenerator<string> {
  yield `${xmlHead}<urlset ${namespace}>\n`
  const frame = frameOf(kind, origin)
  for (let readId: string | null = afterId; readId !== null;) {
    const read = await readSitemapEntries(
      db,
      kinds[kind].list,
      { afterId: readId, lastId },
      frame,
      limits.sitemapRowsPerRead,
    )
    yield read.text
    readId = read.count < limits.sitemapRowsPerRead ? null : read.lastId
  }
  yield '</urlset>\n'
}

/** What all entries of a kind's records share. */
function frameOf(kind: KindWithPage, origin: string): EntryFrame {
  const [someId, someTime] = ['\u{e000}', new Date(0)]
  const [before = '', rest = ''] = entry(
    { path: kinds[kind].pageOf(someId), changedAt: someTime },
    origin,
  ).split(someId)
  const [between = '', after = ''] = rest.split(someTime.toISOString())
  return { before, between, after }
}

function entry(page: ListAddress, origin: string): string {
  return `<url>${place(page, origin)}</url>\n`
}

function place({ path, changedAt }: ListAddress, origin: string): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<loc>${xmlText(origin + path)}</loc>${lastmod}`
}
