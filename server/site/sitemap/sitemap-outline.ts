import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import { nextMoment } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'
import type { Elsewhere, KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { LatestChanges, ListAddress } from '#server/content/record/list-pages.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import { listSitemapGroups } from './sitemap.repository.ts'

/** One file of a sitemap: the records after `afterId`, up to and with `lastId`. */
export interface SitemapPart {
  afterId: string
  lastId: string
  count: number
  changedAt: Date
}

/** What the sitemap's files hold, without the records themselves. */
export interface SitemapOutline {
  /** When its reading began. */
  asOf: Moment
  parts: Record<Kind, SitemapPart[]>
  changes: Record<Kind, LatestChanges>
  /** Lists that only the records themselves name. */
  others: Record<Kind, ListAddress[]>
}

/** After a long reading the outline rests this many times as long, however often records change. */
const restFactor = 20
/** Fewer records than this are read in no time, while whoever asks waits. */
const manyRecords = limits.sitemapUrlsPerFile

/**
 * The outline of the sitemap, kept until content changes. Making it reads every record: with many of
 * them a new one waits, so that crawlers can never keep the database busy, and is made beside those who ask, who are told
 * the one before.
 */
export function createSitemapOutline(
  { database, changes, elsewhere }: { database: OpenDatabase; changes: Changes; elsewhere: KindsElsewhere },
  urlsPerFile: number,
): () => Promise<SitemapOutline> {
  const db = database.kysely
  let kept: SitemapOutline | undefined
  let running: Promise<SitemapOutline> | undefined
  let isStale = true
  let isLarge = false
  let restsUntilMs = 0
  let freshUntilMs = 0
  changes.onChange(tags => {
    if (tags.some(tag => tag !== 'settings' && tag !== 'exam-dates')) isStale = true
  })

  async function load(): Promise<SitemapOutline> {
    const startedMs = performance.now()
    const asOf = nextMoment()
    isStale = false
    try {
      const parts: Partial<SitemapOutline['parts']> = {}
      const latest: Partial<SitemapOutline['changes']> = {}
      const others: Partial<SitemapOutline['others']> = {}
      let count = 0
      for (const kind of kindNames) {
        const read = await readKind(db, kind, elsewhere[kind].lists, urlsPerFile)
        latest[kind] = read.changes
        for (const part of read.parts) count += part.count
        parts[kind] = read.parts
        others[kind] = (await elsewhere[kind].lists.others?.()) ?? []
      }
      kept = { asOf, parts, changes: latest, others } as SitemapOutline
      isLarge = count >= manyRecords
      const endedMs = performance.now()
      restsUntilMs = !isLarge ? endedMs : endedMs + restFactor * (endedMs - startedMs)
      freshUntilMs = endedMs + limits.sitemapFreshMs
      return kept
    } catch (error) {
      isStale = true
      throw error
    }
  }

  return async () => {
    const before = isLarge ? kept : undefined
    if (running) return before ?? running
    const nowMs = performance.now()
    if (kept && (nowMs < restsUntilMs || (!isStale && nowMs < freshUntilMs))) return kept
    running = load().finally(() => {
      running = undefined
    })
    /* It is asked for again, and says then why it fails if nothing is kept. */
    if (before) running.catch(() => undefined)
    return before ?? running
  }
}

async function readKind(
  db: Queryable,
  kind: Kind,
  { column }: Elsewhere['lists'],
  urlsPerFile: number,
): Promise<{ parts: SitemapPart[]; changes: LatestChanges }> {
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
