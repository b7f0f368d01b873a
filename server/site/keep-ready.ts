import type { Changes } from '#server/base/changes.ts'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { encode } from '#server/base/http/page-cache.ts'
import type { HeldPages, PageCache } from '#server/base/http/page-cache.ts'

/** The pages that a country opens in the minute of an announcement. */
const awaited = new Set<string>([
  paths.home,
  paths.results,
  ...ministerialGradeCodes.flatMap(grade => [paths.resultsOfGrade(grade), paths.schoolsOfGrade(grade)]),
])

/** Whether a page is one of those that a country opens at once. Shape: a whole address. */
export function isAwaited(address: string): boolean {
  const url = new URL(address)
  return url.search === '' && awaited.has(url.pathname)
}

interface KeepReady {
  changes: Pick<Changes, 'onChange'>
  cache: Pick<PageCache, 'keys' | 'swap'>
  /** The public address, where it is known; otherwise the addresses under which the pages were asked for. */
  siteUrl: string | undefined
  /** Makes the page of an address into `held`, whatever is in its place. */
  make(address: URL, held: HeldPages): Promise<void>
}

/**
 * Makes the awaited pages again when results change, while those before them still answer, and puts them in their
 * places together: whoever comes at the moment of an announcement finds ready pages, before it and after it. The write
 * that causes it waits for them a little. Call it after the pages were told to be leaving. Source: S13.3.
 */
export function keepResultPagesReady(app: AppInstance, { changes, cache, siteUrl, make }: KeepReady): void {
  let isAsked = false
  let running: Promise<void> | undefined

  function addresses(): URL[] {
    const known = siteUrl === undefined ? [] : [...awaited].map(path => new URL(path, siteUrl).href)
    return [...new Set([...known, ...cache.keys()])].filter(isAwaited).map(address => new URL(address))
  }

  async function makeAll(): Promise<void> {
    while (isAsked) {
      isAsked = false
      const held: HeldPages = new Map()
      for (const address of addresses()) await make(address, held)
      for (const { ready } of held.values()) await encode(ready, 'br')
      if (!isAsked) cache.swap(held)
    }
  }

  changes.onChange(tags => {
    /* What is in the making is overtaken by whatever else the pages show. */
    isAsked ||= running !== undefined && tags.some(tag => tag !== 'drafts')
    if (!tags.includes('results') || !app.server.listening) return undefined
    isAsked = true
    running ??= makeAll()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'pages of results are made when they are asked for'),
      )
      .finally(() => (running = undefined))
    const patience = new Promise<void>(resolve => setTimeout(resolve, limits.leavingPageMs).unref())
    return Promise.race([running, patience])
  })
  app.addHook('preClose', async () => {
    isAsked = false
    await running
  })
}
