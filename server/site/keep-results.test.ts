import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type * as Timers from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import type * as Limits from '#contract/limits.ts'
import { apiPaths, discoveryPaths } from '#contract/paths.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { keyOfAnswer } from '#server/base/http/keep-answers.ts'
import { digestOf } from '#server/base/http/kept-answers.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import { ownAddress } from '#server/base/http/own-requests.ts'
import { nextMoment } from '#server/base/moments.ts'
import type { Services } from '#server/services.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { addReadSheets, addResults } from '#test/read-sheets.ts'
import { keepAllResults } from './keep-results.ts'
import type { ResultAddress } from './keep-results.ts'

vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits } = await importOriginal<typeof Limits>()
  return {
    limits: { ...limits, keptSettleMs: 50, keptRetryMs: 100, keptRestFactor: 0, apiRequestsPerMinute: 10 },
  }
})

vi.mock('node:timers/promises', async importOriginal => {
  const timers = await importOriginal<typeof Timers>()
  return { ...timers, setTimeout: vi.fn(timers.setTimeout) }
})

const siteUrl = 'http://rafid.example'
const soon = { timeout: 20_000, interval: 50 }

describe('what is public of results', () => {
  let site: TestApp
  let staff: TestStaff
  let ids: string[]

  function plant({ put }: KeptAnswers, key: string): void {
    const body = Buffer.from('مخفية')
    const shape = { type: 'text/html', etag: digestOf(body), tags: ['results'] as const, headers: {}, body }
    put({ key, ...shape }, nextMoment())
  }
  const pageOf = (sheet: string) => `${siteUrl}/results/sheet/${sheet}`
  const answerOf = (sheet: string) => keyOfAnswer(`/api/results/sheets/${sheet}`)
  const kept = () => [site.services.keptPages, site.services.keptAnswers] as const
  const isKept = async ({ get }: KeptAnswers, key: string) => (await get(key)) !== undefined
  const hasSheet = (sheet: string) =>
    Promise.all([isKept(kept()[0], pageOf(sheet)), isKept(kept()[1], answerOf(sheet))])
  const tell = (tags: readonly ChangeTag[]) => site.services.changes.tellHere(tags)

  beforeAll(async () => {
    site = await openTestApp({ environment: { SITE_URL: siteUrl } })
    await site.services.jobRunner.close()
    staff = await site.signIn()
    ids = await addResults(
      staff,
      (['كركوك', 'بابل', 'البصرة', 'نينوى'] as const).map(city => ({ city })),
    )
    await addReadSheets(site.database.kysely, ids, { schools: 2, students: 1 })
    const records = ids.map(id => ({ kind: 'result', id }))
    await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    plant(kept()[0], pageOf('gone'))
    plant(kept()[1], answerOf('gone'))
    await site.listen()
  }, 60_000)
  afterAll(() => site.close())

  it('is kept after a start without a limit, and what is not there any more goes', async () => {
    const sheets = ids.flatMap(id => [`${id}-0`, `${id}-1`])
    const held = async () => (await Promise.all(sheets.map(hasSheet))).flat().filter(Boolean).length
    await expect.poll(held, soon).toBe(2 * sheets.length)
    await expect.poll(() => hasSheet('gone'), soon).toEqual([false, false])
    expect(await isKept(kept()[0], `${siteUrl}/`)).toBe(true)
    expect(await isKept(kept()[0], `${siteUrl}/results/sixth-preparatory`)).toBe(true)
  })

  it('leaves the copies of feeds where they are', async () => {
    const feed = await site.app.inject({
      url: discoveryPaths.feed('all'),
      headers: { host: 'rafid.example' },
    })
    expect(feed.statusCode).toBe(200)
    const { keptFeeds, keptPages } = site.services
    await expect.poll(() => isKept(keptFeeds, `${siteUrl} all`), soon).toBe(true)
    const sweep = vi.spyOn(keptPages, 'sweep')
    await tell(['results', 'settings', 'gap'])
    await expect.poll(() => sweep.mock.calls.length, soon).toBeGreaterThan(0)
    await keptPages.settled()
    expect(await isKept(keptFeeds, `${siteUrl} all`)).toBe(true)
    sweep.mockRestore()
  })

  it('is looked through when announcements were missed', async () => {
    const sheet = `${ids[0]}-0`
    const hide = site.database.kysely.updateTable('sheets').set({ isPublic: false })
    await hide.where('id', '=', sheet).execute()
    expect(await hasSheet(sheet)).toEqual([true, true])
    await tell(['results', 'settings', 'gap'])
    await expect.poll(() => hasSheet(sheet), soon).toEqual([false, false])
    expect(await hasSheet(`${ids[0]}-1`)).toEqual([true, true])
  })

  it('is kept again after a failure of its page that passes', async () => {
    const sheet = `${ids[1]}-0`
    const { keptPages, results } = site.services
    const sweep = vi.spyOn(keptPages, 'sweep')
    const find = results.schools.place
    let asked = 0
    const failing = vi.spyOn(results.schools, 'place').mockImplementation(async id => {
      if (id === sheet) asked += 1
      if (id === sheet && asked === 1) throw new Error('failed this once')
      return find(id)
    })
    site.expectError('failed this once')
    site.expectError(sheet)
    await tell(['results', 'settings', 'gap'])
    await expect.poll(() => sweep.mock.calls.length, soon).toBe(1)
    await expect.poll(() => hasSheet(sheet), soon).toEqual([true, true])
    failing.mockRestore()
    sweep.mockRestore()
  })

  it('is not added to by those who ask', async () => {
    for (const path of [
      '/results/sixth-preparatory?page=3',
      '/results/sixth-preparatory/schools?school=0123456789',
    ])
      expect((await site.app.inject({ url: path, headers: { host: 'rafid.example' } })).statusCode).toBe(200)
    const puts = vi.spyOn(site.services.keptAnswers, 'put')
    const renewals = vi.spyOn(site.services.keptAnswers, 'renew')
    const status = '/api/results/status?stage=SIXTH_PREPARATORY'
    for (const url of ['/api/results?offset=3', status, status, status])
      expect((await site.app.inject(url)).statusCode).toBe(200)
    expect(puts).not.toHaveBeenCalled()
    expect(renewals.mock.calls.length).toBeLessThanOrEqual(1)
    await Promise.all(kept().map(one => one.settled()))
    const held = site.services.keptPages
    expect(await isKept(held, `${siteUrl}/results/sixth-preparatory?page=3`)).toBe(false)
    expect(await isKept(held, `${siteUrl}/results/sixth-preparatory/schools?school=0123456789`)).toBe(false)
  })

  it('has no limit for the process itself, and nobody else can say that they are it', async () => {
    const ask = async (from: object) => {
      const all = Array.from({ length: 12 }, () => site.app.inject({ url: '/api/results', ...from }))
      return new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))
    }
    expect(await ask({ remoteAddress: ownAddress })).toEqual(new Set([200]))
    const headers = { 'x-forwarded-for': ownAddress, forwarded: `for="${ownAddress}"` }
    expect(await ask({ remoteAddress: '198.51.100.7', headers })).toContain(429)
  })
})

describe('a round of what is public of results', () => {
  /** An app that answers as told, over a site without results. */
  function open(statusOf: (url: string) => number, sheets: readonly string[] = []) {
    const hooks: Record<string, () => Promise<void>> = {}
    const handlers: ((tags: readonly ChangeTag[]) => unknown)[] = []
    const listSheets = vi.fn<() => Promise<readonly string[]>>(async () => sheets)
    const asked: string[] = []
    const errors = vi.fn<() => void>()
    const app = {
      server: { listening: true },
      log: { warn: () => undefined, error: errors },
      addHook: (name: string, act: () => Promise<void>) => (hooks[name] = act),
      async inject({ url }: { url: string }) {
        asked.push(url)
        return { statusCode: statusOf(url) }
      },
    } as unknown as AppInstance
    const kept = (meet: (key: string) => boolean) => ({
      beginRound: () => 1,
      meet,
      isFull: () => false,
      sweep: vi.fn<() => void>(),
    })
    const services = {
      changes: { onChange: (handler: (typeof handlers)[number]) => handlers.push(handler) },
      results: {
        list: async () => ({ items: [], total: 0 }),
        status: async () => ({ releases: [] }),
        sheets: { listPublicIds: listSheets },
      },
      keptPages: kept(() => false),
      keptAnswers: kept(key => asked.some(url => keyOfAnswer(url) === key)),
    }
    const keeping = {
      services: services as unknown as Services,
      cache: { sweep: () => undefined },
      origin: (): string | undefined => siteUrl,
      keyOf: (_: string, { path }: ResultAddress) => path,
      keep: async () => undefined,
    }
    keepAllResults(app, keeping)
    return {
      keeping,
      asked,
      errors,
      ...services,
      /** How many rounds have come to their last thing, where there are no sheets. */
      ended: () => listSheets.mock.calls.length / ministerialGradeCodes.length,
      change: (tags: readonly ChangeTag[]) => handlers.forEach(handler => handler(tags)),
      start: () => hooks['onListen']?.(),
      close: () => hooks['preClose']?.(),
    }
  }

  const waits = () => vi.mocked(wait).mock.calls.flatMap(([ms = 0]) => (ms > 0 ? [ms] : []))
  beforeEach(() => void vi.mocked(wait).mockClear())

  it('goes on past an answer that cannot be made, and waits only for what is away', async () => {
    let status = 503
    const round = open(url => (url === apiPaths.results && round.ended() < 1 ? status : 200))
    await round.start()
    await expect.poll(() => round.asked.length, soon).toBeGreaterThan(1)
    expect(new Set(round.asked)).toEqual(new Set([apiPaths.results]))
    status = 500
    await expect.poll(() => round.keptAnswers.sweep.mock.calls.length, soon).toBe(1)
    expect(round.keptPages.sweep).toHaveBeenCalledOnce()
    expect(round.errors).toHaveBeenCalledOnce()
    await round.close()
  })

  it('is left alone, without an error, from the moment the site closes', async () => {
    const site = await openTestApp({ environment: { SITE_URL: siteUrl } })
    await site.listen()
    const rounds = vi.spyOn(site.services.results.sheets, 'listPublicIds')
    await expect
      .poll(() => rounds.mock.calls.length, soon)
      .toBeGreaterThanOrEqual(ministerialGradeCodes.length)
    const asking = site.app.inject.bind(site.app)
    const refusals: unknown[] = []
    let isClosing = () => {}
    const closed = new Promise<void>(resolve => (isClosing = resolve))
    vi.spyOn(site.app, 'inject').mockImplementation((async (what: object) => {
      await closed
      return asking(what).catch((error: unknown) => {
        refusals.push((error as { code?: string }).code)
        throw error
      })
    }) as never)
    await site.services.changes.tellHere(['results', 'settings', 'gap'])
    await expect.poll(() => vi.mocked(site.app.inject).mock.calls.length, soon).toBe(1)
    const ended = site.close()
    await nextTurn()
    isClosing()
    await ended
    expect(refusals).toEqual(['FST_ERR_REOPENED_CLOSE_SERVER'])
  })

  it('asks once more for what failed by itself, and after that at the next change', async () => {
    const round = open(url => (url === apiPaths.results ? 500 : 200))
    await round.start()
    await expect.poll(round.ended, soon).toBe(2)
    expect(waits()).toEqual([limits.keptSettleMs, limits.keptRetryMs])
    expect(round.keptAnswers.sweep).toHaveBeenCalledOnce()
    round.change(['results'])
    await expect.poll(round.ended, soon).toBe(4)
    await round.close()
  })

  it('leaves the pages of before alone until it is known under which address they are', async () => {
    const round = open(() => 200)
    round.keeping.origin = () => undefined
    await round.start()
    await expect.poll(() => round.keptAnswers.sweep.mock.calls.length, soon).toBe(1)
    expect(round.keptPages.sweep).not.toHaveBeenCalled()
    round.keeping.origin = () => siteUrl
    await expect.poll(() => round.keptPages.sweep.mock.calls.length, soon).toBe(1)
    await round.close()
  })

  it('asks anew for no sheet at a change while the address of its pages is not known', async () => {
    const sheet = 'one'
    const round = open(() => 200, [sheet])
    const asks = (url: string) => round.asked.filter(each => each === url).length
    round.keeping.origin = () => undefined
    await round.start()
    await expect.poll(() => round.keptAnswers.sweep.mock.calls.length, soon).toBe(1)
    const before = asks(apiPaths.resultSheet(sheet))
    round.change(['results'])
    await expect.poll(() => asks(apiPaths.results), soon).toBe(2)
    round.keeping.origin = () => siteUrl
    await expect.poll(() => round.keptPages.sweep.mock.calls.length, soon).toBe(1)
    expect(round.keptAnswers.sweep).toHaveBeenCalledTimes(2)
    expect(asks(apiPaths.resultSheet(sheet))).toBe(2 * before)
    await round.close()
  })
})
