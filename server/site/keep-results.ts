import { setTimeout as wait } from 'node:timers/promises'
import { branchLabels, noBranchLabel } from '#contract/codes/branches.ts'
import { ministerialGradeCodes, ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { Result } from '#contract/resources/result.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { PageRequest } from '#web/site/page-module.ts'

/** A public address of results, with the parameters of its page. */
export interface ResultAddress {
  path: string
  search: string
  params: Record<string, string>
}

type Services = PageRequest['services']
type Read = Pick<Services['results'], 'list' | 'status' | 'schools'>

/** Of another machine than any that asks, so that its limit is its own. */
const remoteAddress = '127.255.255.254'
const everySchool = 1_000_000

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

/** Every page of what is public of results. Source: R8.1. */
export async function* listResultPages(results: Read): AsyncIterable<ResultAddress> {
  yield page(paths.home)
  yield page(paths.results)
  for (const stage of ministerialGradeCodes) {
    const root = paths.resultsOfGrade(stage)
    yield page(root)
    yield page(paths.schoolsOfGrade(stage))
    const trails = new Set<string>()
    for await (const result of listAll(results, stage))
      for (const trail of trailsOf(result)) trails.add(trail)
    for (const path of trails) yield page(root, { path })
    const { releases } = await results.status({ stage })
    for (const { releaseYear, try: round } of releases) {
      yield page(root, { year: String(releaseYear), try: String(round) })
      const wanted = { stage, releaseYear, try: round, limit: everySchool, offset: 0 }
      for (const { id } of (await results.schools.list(wanted)).schools)
        yield page(paths.sheet(id), {}, { id })
    }
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
  services: Pick<Services, 'results' | 'changes'>
  /** True where the page is kept already. */
  has(address: ResultAddress): boolean
  /** Makes a page and keeps it; what is gone is not kept any more. */
  keep(address: ResultAddress): Promise<void>
}

const settleMs = 3_000
/** Of each stretch of time so much is left to others. */
const restFactor = 4

/**
 * Keeps every public page of results on disk before anybody has asked for it, with a fifth of a core: after a change
 * those that are missing, after a start and after something was taken back all of them. Source: R8.1.
 */
export function keepAllResults(app: AppInstance, { services, has, keep }: Keeping): void {
  const closing = new AbortController()
  let isWanted = false
  let isWhole = true
  let running: Promise<void> | undefined

  async function slowly(act: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    await act()
    const tookMs = performance.now() - startedAt
    await wait(tookMs * restFactor, undefined, { signal: closing.signal, ref: false })
  }

  async function walk(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await wait(settleMs, undefined, { signal: closing.signal, ref: false })
      const isAll = isWhole
      isWhole = false
      for await (const url of listResultAnswers(services.results))
        await slowly(() => app.inject({ url, remoteAddress }))
      for await (const address of listResultPages(services.results))
        if (isAll || !has(address)) await slowly(() => keep(address))
    }
  }

  function want(): void {
    isWanted = true
    running ??= walk()
      .catch((error: unknown) => {
        isWhole = true
        if (!closing.signal.aborted)
          app.log.warn({ err: error }, 'pages of results are kept when they are asked for')
      })
      .finally(() => (running = undefined))
  }

  services.changes.onChange((tags: readonly ChangeTag[]) => {
    if (!tags.includes('results') || !app.server.listening) return
    isWhole ||= tags.includes('withdrawals')
    want()
  })
  app.addHook('onListen', async () => want())
  app.addHook('preClose', async () => {
    isWanted = false
    closing.abort()
    await running
  })
}
