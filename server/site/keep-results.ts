import { setTimeout as wait } from 'node:timers/promises'
import { branchLabels, noBranchLabel } from '#contract/codes/branches.ts'
import { ministerialGradeCodes, ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { Result } from '#contract/resources/result.ts'
import { mayTakeBack } from '#server/base/changes.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { keyOfAnswer } from '#server/base/http/keep-answers.ts'
import { ownAddress } from '#server/base/http/own-requests.ts'
import type { PageCache } from '#server/base/http/page-cache.ts'
import type { PageRequest } from '#web/site/page-module.ts'

/** A public address of results, with the parameters of its page. */
export interface ResultAddress {
  path: string
  search: string
  params: Record<string, string>
}

type Services = PageRequest['services']
type Read = Pick<Services['results'], 'list' | 'status'>

const page = (path: string, query: Record<string, string> = {}, params = {}): ResultAddress => {
  const search = new URLSearchParams(query).toString()
  return { path, search: search === '' ? '' : `?${search}`, params }
}

async function* listAll({ list }: Read, stage: MinisterialGradeCode): AsyncIterable<Result> {
  for (let offset = 0; ; offset += limits.maxListLimit) {
    const { items, total } = await list({ stage, offset, limit: limits.maxListLimit })
    yield* items
    if (offset + limits.maxListLimit >= total) return
  }
}

/** The folders on the way to a result's file, each with all that stand before it. */
function trailsOf({ releaseYear, city, branch, try: round, stage }: Result): string[] {
  const ofBranch = branch ? branchLabels[branch] : noBranchLabel
  const branches = ministerialGrades[stage].hasBranches ? [ofBranch] : []
  const parts = [String(releaseYear), city, ...branches, String(round)]
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Every page of what is public of results, but for the sheets; the awaited ones first. Source: R8.1. */
export async function* listResultPages(results: Read): AsyncIterable<ResultAddress> {
  yield page(paths.home)
  yield page(paths.results)
  for (const stage of ministerialGradeCodes) {
    yield page(paths.resultsOfGrade(stage))
    yield page(paths.schoolsOfGrade(stage))
  }
  for (const stage of ministerialGradeCodes) {
    const root = paths.resultsOfGrade(stage)
    const { releases } = await results.status({ stage })
    for (const { releaseYear, try: round } of releases)
      yield page(root, { year: String(releaseYear), try: String(round) })
    const trails = new Set<string>()
    for await (const result of listAll(results, stage))
      for (const trail of trailsOf(result)) trails.add(trail)
    for (const path of trails) yield page(root, { path })
  }
}

async function* listResultAnswers(results: Read): AsyncIterable<string> {
  yield apiPaths.results
  for (const stage of ministerialGradeCodes) {
    yield `${apiPaths.resultStatus}?stage=${stage}`
    for await (const { id } of listAll(results, stage)) {
      yield `${apiPaths.results}/${id}`
      yield apiPaths.resultSheets(id)
    }
  }
}

interface Keeping {
  services: Pick<Services, 'results' | 'changes' | 'keptPages' | 'keptAnswers'>
  cache: Pick<PageCache, 'sweep'>
  /** Under which origin pages are kept; undefined while that is not known. */
  origin(): string | undefined
  keyOf(origin: string, address: ResultAddress): string
  /** Makes a page and keeps it. Errors: `unavailable` while it cannot be made, another where it fails by itself. */
  keep(origin: string, address: ResultAddress): Promise<void>
}

/** So many that are kept already are passed over before others have their turn. */
const passedAtOnce = 200

/**
 * Keeps everything public of results on disk before anybody has asked for it, with a fifth of a core: after a change
 * what is missing; after a start, after something was taken back and after announcements were missed all of it, and
 * what is not met then is removed. What fails by itself is asked for once more. Source: R8.1.
 */
export function keepAllResults(app: AppInstance, keeping: Keeping): void {
  const { services, cache } = keeping
  const { results, keptPages, keptAnswers } = services
  const closing = new AbortController()
  let isWanted = false
  let isWhole = true
  let arePagesSwept = false
  let passed = 0
  /** Of this round. */
  let failures = 0
  let running: Promise<void> | undefined

  const rest = (ms: number) => wait(ms, undefined, { signal: closing.signal, ref: false })

  /** Does one thing of a round, which goes on after what fails by itself. Errors: `unavailable`. */
  async function slowly(address: string, act: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    try {
      await act()
    } catch (error) {
      closing.signal.throwIfAborted()
      if (codeOfError(error) === 'unavailable') throw error
      failures += 1
      app.log.error({ err: error, address }, 'what is public of results is kept without this')
    }
    await rest((performance.now() - startedAt) * limits.keptRestFactor)
  }

  async function pass(): Promise<void> {
    passed += 1
    if (passed % passedAtOnce === 0) await rest(0)
  }

  async function ask(url: string): Promise<void> {
    const { statusCode } = await app.inject({ url, remoteAddress: ownAddress })
    if (statusCode === 503) throw new AppError('unavailable')
    if (statusCode >= 500) throw new Error(`${url} answered ${statusCode}`)
  }

  async function keepSheet(id: string, origin: string | undefined, isAll: boolean): Promise<void> {
    const url = apiPaths.resultSheet(id)
    if (keptAnswers.meet(keyOfAnswer(url)) && !isAll) await pass()
    else if (!keptAnswers.isFull()) await slowly(url, () => ask(url))
    if (origin !== undefined) await keepPage(page(paths.sheet(id), {}, { id }), origin, isAll)
  }

  async function keepPage(address: ResultAddress, origin: string, isAll: boolean): Promise<void> {
    if (keptPages.meet(keeping.keyOf(origin, address)) && !isAll) await pass()
    else if (!keptPages.isFull()) await slowly(address.path, () => keeping.keep(origin, address))
  }

  async function goRound(isAll: boolean): Promise<void> {
    failures = 0
    const began = keptPages.beginRound()
    keptAnswers.beginRound()
    const origin = keeping.origin()
    for await (const url of listResultAnswers(results)) await slowly(url, () => ask(url))
    if (origin !== undefined)
      for await (const address of listResultPages(results)) await keepPage(address, origin, isAll)
    for (const stage of ministerialGradeCodes)
      for (const id of await results.sheets.listPublicIds(stage)) await keepSheet(id, origin, isAll)
    if (!isAll) return
    keptAnswers.sweep(began)
    arePagesSwept = origin !== undefined
    if (!arePagesSwept) return
    keptPages.sweep(began)
    cache.sweep('results', began)
  }

  /** What has failed twice is left until something changes. */
  async function goAgain(): Promise<void> {
    await rest(limits.keptRetryMs)
    if (!isWanted) await goRound(false)
  }

  /** Pages were neither met nor made: they are as soon as somebody has asked for one. */
  async function awaitOrigin(): Promise<void> {
    const isOver = () => isWanted || keeping.origin() !== undefined
    while (!isOver()) await rest(limits.keptRetryMs)
    if (keeping.origin() === undefined) return
    isWhole = true
    isWanted = true
  }

  async function walk(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await rest(limits.keptSettleMs)
      const isAll = isWhole
      isWhole = false
      try {
        await goRound(isAll)
        if (failures > 0) await goAgain()
        if (!arePagesSwept) await awaitOrigin()
      } catch (error) {
        closing.signal.throwIfAborted()
        isWhole = true
        isWanted = true
        app.log.warn({ err: error }, 'what is public of results is kept a little later')
        await rest(limits.keptRetryMs)
      }
    }
  }

  function want(): void {
    isWanted = true
    running ??= walk()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) app.log.error({ err: error }, 'results are not kept any more')
      })
      .finally(() => (running = undefined))
  }

  services.changes.onChange((tags: readonly ChangeTag[]) => {
    if (!tags.includes('results') || !app.server.listening) return
    isWhole ||= mayTakeBack(tags)
    want()
  })
  app.addHook('onListen', async () => want())
  app.addHook('preClose', async () => {
    isWanted = false
    closing.abort()
    await running
  })
}
