import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Moment } from '#server/base/moments.ts'
import type { Elsewhere, KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { LatestChanges, ListAddress } from '#server/content/record/list-pages.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import { keptReading, type Reading } from './kept-reading.ts'
import { listSitemapGroups } from './sitemap.repository.ts'

/** One file of a sitemap: the records after `afterId`, up to and with `lastId`. */
export interface SitemapPart {
  afterId: string
  lastId: string
  count: number
  changedAt: Date
}

/** What the files of a kind hold, without the records themselves. */
export interface KindOutline {
  parts: SitemapPart[]
  changes: LatestChanges
}

/** What the sitemap's files hold. */
export interface SitemapOutline {
  /** When its reading began. */
  asOf: Moment
  kinds: Record<Kind, KindOutline>
}

/** Lists that only the records themselves name. */
export type OtherLists = Record<Kind, readonly ListAddress[]>

/** What of the sitemap is known, each read when it is asked for first: with many records that takes its time. */
export interface SitemapOutlines {
  ofKind(kind: Kind): Promise<Reading<KindOutline>>
  ofAll(): Promise<SitemapOutline>
  others(): Promise<Reading<OtherLists>>
}

/** Fewer records than this are read in no time, while whoever asks waits. */
const manyRecords = limits.sitemapUrlsPerFile

const isLarge = ({ parts }: KindOutline) => parts.reduce((sum, { count }) => sum + count, 0) >= manyRecords

/** The outline of the sitemap, kept until content changes. */
export function createSitemapOutlines(
  { database, changes, elsewhere }: { database: OpenDatabase; changes: Changes; elsewhere: KindsElsewhere },
  urlsPerFile: number,
): SitemapOutlines {
  const db = database.kysely
  const outlines = ofEachKind(kind =>
    keptReading(changes, () => readKind(db, kind, elsewhere[kind].lists, urlsPerFile), isLarge),
  )
  const others = ofEachKind(kind =>
    keptReading(
      changes,
      async () => ({
        lists: (await elsewhere[kind].lists.others?.()) ?? [],
        isLarge: isLarge((await outlines[kind]()).value),
      }),
      read => read.isLarge,
    ),
  )
  return {
    ofKind: kind => outlines[kind](),
    async ofAll() {
      const read = await forEachKind(kind => outlines[kind]())
      return { asOf: earliestOf(read), kinds: ofEachKind(kind => read[kind].value) }
    },
    async others() {
      const read = await forEachKind(kind => others[kind]())
      return { asOf: earliestOf(read), value: ofEachKind(kind => read[kind].value.lists) }
    },
  }
}

const earliestOf = (read: Record<Kind, Reading<unknown>>): Moment =>
  Math.min(...kindNames.map(kind => read[kind].asOf))

function ofEachKind<Value>(valueOf: (kind: Kind) => Value): Record<Kind, Value> {
  const all: Partial<Record<Kind, Value>> = {}
  for (const kind of kindNames) all[kind] = valueOf(kind)
  return all as Record<Kind, Value>
}

/** One kind after the other, so that the database has others to serve as well. */
async function forEachKind<Value>(read: (kind: Kind) => Promise<Value>): Promise<Record<Kind, Value>> {
  const all: Partial<Record<Kind, Value>> = {}
  for (const kind of kindNames) all[kind] = await read(kind)
  return all as Record<Kind, Value>
}

async function readKind(
  db: Queryable,
  kind: Kind,
  { column }: Elsewhere['lists'],
  urlsPerFile: number,
): Promise<KindOutline> {
  const parts: SitemapPart[] = []
  const changes = new Map<string, Date>()
  for (let afterId = ''; ;) {
    const groups = await listSitemapGroups(db, { list: kinds[kind].list, column }, afterId, urlsPerFile)
    const part: SitemapPart = { afterId, lastId: afterId, count: 0, changedAt: new Date(0) }
    for (const { code, count, lastId, changedAt } of groups) {
      part.count += count
      if (lastId > part.lastId) part.lastId = lastId
      if (changedAt > part.changedAt) part.changedAt = changedAt
      const known = changes.get(code)
      if (!known || changedAt > known) changes.set(code, changedAt)
    }
    if (part.count > 0) parts.push(part)
    if (part.count < urlsPerFile) return { parts, changes }
    afterId = part.lastId
  }
}
