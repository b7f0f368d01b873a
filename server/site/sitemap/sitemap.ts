import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { SitemapOutline } from './sitemap-outline.ts'
import { sitemapPages } from './sitemap-pages.ts'
import type { SitemapPage } from './sitemap-pages.ts'
import { listSitemapEntries, sitemapKinds } from './sitemap.repository.ts'
import type { SitemapKind } from './sitemap.repository.ts'
import { xmlHead, xmlText } from '#server/site/xml.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const pathOf: Record<SitemapKind, (id: string) => string> = {
  books: paths.book,
  notes: paths.note,
  exams: paths.exam,
  news: paths.newsItem,
}

/** The list of all sitemap files. Source: sitemaps.org, sitemap index. */
export function sitemapIndex(outline: SitemapOutline, origin: string): string {
  const pagesChangedAt = sitemapPages(outline)[0]?.changedAt
  const files = [{ path: discoveryPaths.sitemapPart('pages-1'), changedAt: pagesChangedAt }]
  for (const kind of sitemapKinds) {
    for (const [index, { changedAt }] of outline.parts[kind].entries()) {
      files.push({ path: discoveryPaths.sitemapPart(`${kind}-${index + 1}`), changedAt })
    }
  }
  const entries = files.map(file => `<sitemap>${place(file, origin)}</sitemap>\n`).join('')
  return `${xmlHead}<sitemapindex ${namespace}>\n${entries}</sitemapindex>\n`
}

/** The sitemap of the pages that are no records. */
export function sitemapOfPages(outline: SitemapOutline, origin: string): string {
  const entries = sitemapPages(outline).map(page => entry(page, origin))
  return `${xmlHead}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`
}

export interface RecordsPart {
  kind: SitemapKind
  afterId: string
  /** Records that came since wait for the next outline. */
  lastId: string
  /** A weak entity tag with its quotes, without `W/`. */
  tag: string
}

/** The file of this number, counted from 1, or undefined when there is none. */
export function findRecordsPart(
  outline: SitemapOutline,
  kind: string,
  number: number,
  origin: string,
): RecordsPart | undefined {
  const known = sitemapKinds.find(candidate => candidate === kind)
  const part = known && outline.parts[known][number - 1]
  if (!known || !part) return undefined
  const { afterId, lastId, count, changedAt } = part
  const facts = [origin, known, afterId, lastId, count, changedAt.toISOString()]
  const tag = `"${createHash('sha256').update(facts.join()).digest('base64url').slice(0, 22)}"`
  return { kind: known, afterId, lastId, tag }
}

/** The text of a file in pieces, as the database gives them: never more than one piece is in memory. */
export async function* sitemapOfRecords(
  db: Queryable,
  { kind, afterId, lastId }: RecordsPart,
  origin: string,
): AsyncGenerator<string> {
  yield `${xmlHead}<urlset ${namespace}>\n`
  for (let readId: string | undefined = afterId; readId !== undefined;) {
    const rows = await listSitemapEntries(db, kind, { afterId: readId, lastId }, limits.sitemapRowsPerRead)
    yield rows
      .map(({ id, updatedAt }) => entry({ path: pathOf[kind](id), changedAt: updatedAt }, origin))
      .join('')
    readId = rows.length < limits.sitemapRowsPerRead ? undefined : rows.at(-1)?.id
  }
  yield '</urlset>\n'
}

function entry(page: SitemapPage, origin: string): string {
  return `<url>${place(page, origin)}</url>\n`
}

function place({ path, changedAt }: SitemapPage, origin: string): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<loc>${xmlText(origin + path)}</loc>${lastmod}`
}
