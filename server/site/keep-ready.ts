import type { Changes } from '#server/base/changes.ts'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { PageCache } from '#server/base/http/page-cache.ts'

/** The pages that a country opens in the minute of an announcement. */
const awaited = new Set<string>([
  paths.home,
  paths.results,
  ...ministerialGradeCodes.map(grade => paths.resultsOfGrade(grade)),
])

interface KeepReady {
  changes: Pick<Changes, 'onChange'>
  cache: Pick<PageCache, 'listStale'>
  /** The public address, where it is known; otherwise the addresses under which the pages were asked for. */
  siteUrl: string | undefined
}

/**
 * Makes the awaited pages again at once when results change, so that whoever comes first after an announcement finds
 * them ready. Call it after the pages were told to be stale. Source: S13.3.
 */
export function keepResultPagesReady(app: AppInstance, { changes, cache, siteUrl }: KeepReady): void {
  let isAsked = false
  let running: Promise<void> | undefined

  function addresses(): URL[] {
    const known = siteUrl === undefined ? [] : [...awaited].map(path => new URL(path, siteUrl).href)
    const all = new Set([...known, ...cache.listStale()])
    return [...all]
      .map(address => new URL(address))
      .filter(url => awaited.has(url.pathname) && url.search === '')
  }

  async function make(): Promise<void> {
    while (isAsked) {
      isAsked = false
      for (const { host, pathname } of addresses()) {
        // As a browser asks, so that the usual encoding is ready too.
        await app.inject({ url: pathname, headers: { host, 'accept-encoding': 'br' } })
      }
    }
  }

  changes.onChange(tags => {
    if (!tags.includes('results') || !app.server.listening) return
    isAsked = true
    running ??= make()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'pages of results are made when they are asked for'),
      )
      .finally(() => (running = undefined))
  })
  app.addHook('preClose', async () => {
    isAsked = false
    await running
  })
}
