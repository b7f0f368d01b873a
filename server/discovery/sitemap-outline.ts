import { limits } from '#contract/limits.ts'
import type { Services } from '#server/services.ts'
import { listLatestChanges, listSitemapParts, sitemapKinds } from './sitemap.repository.ts'
import type { SitemapKind, SitemapPart } from './sitemap.repository.ts'

/** When something last changed, by the code of its grade or category. */
export type LatestChanges = ReadonlyMap<string, Date>

/** What the sitemap's files hold, without the records themselves. */
export interface SitemapOutline {
  parts: Record<SitemapKind, SitemapPart[]>
  changes: Record<SitemapKind | 'results', LatestChanges>
}

/** The outline is made again at most this share of the time, however often records change. */
const restFactor = 20

/**
 * The outline of the sitemap, kept until content changes. Making it reads an index of every record: with many of
 * them a new one waits, so that crawlers can never keep the database busy.
 */
export function createSitemapOutline(
  { database, changes }: Pick<Services, 'database' | 'changes'>,
  urlsPerFile: number,
): () => Promise<SitemapOutline> {
  const db = database.kysely
  let kept: SitemapOutline | undefined
  let running: Promise<SitemapOutline> | undefined
  let isStale = true
  let restsUntilMs = 0
  let freshUntilMs = 0
  changes.onChange(tags => {
    if (tags.some(tag => tag !== 'settings')) isStale = true
  })

  async function load(): Promise<SitemapOutline> {
    const startedMs = performance.now()
    isStale = false
    try {
      const parts: Partial<SitemapOutline['parts']> = {}
      const latest: Partial<SitemapOutline['changes']> = {}
      for (const kind of sitemapKinds) parts[kind] = await listSitemapParts(db, kind, urlsPerFile)
      for (const kind of [...sitemapKinds, 'results'] as const) {
        latest[kind] = new Map(
          (await listLatestChanges(db, kind)).map(({ code, changedAt }) => [code, changedAt]),
        )
      }
      kept = { parts, changes: latest } as SitemapOutline
    } catch (error) {
      isStale = true
      throw error
    }
    const endedMs = performance.now()
    restsUntilMs = endedMs + restFactor * (endedMs - startedMs)
    freshUntilMs = endedMs + limits.sitemapFreshMs
    return kept
  }

  return async () => {
    if (running) return running
    const nowMs = performance.now()
    if (kept && (nowMs < restsUntilMs || (!isStale && nowMs < freshUntilMs))) return kept
    running = load().finally(() => {
      running = undefined
    })
    return running
  }
}
