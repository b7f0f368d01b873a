import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeTag } from '#server/base/changes.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeTestDirectory } from '#test/files.ts'
import { addReadSheets, addResults } from '#test/read-sheets.ts'
import { createNumberBuckets } from './number-buckets.ts'
import { createNumberPacks } from './number-packs.ts'
import type { SharedPacks } from './number-packs.ts'
import { listNumbersVersions } from './numbers.repository.ts'
import { shownNow } from './shown-results.ts'

const stage = 'SIXTH_PREPARATORY'
const first = { stage, release: '2026-1' } as const
const second = { stage, release: '2026-2' } as const
const soon = { timeout: 10_000, interval: 50 }

/** The answers to what there is of each release, which can be held up, and fail. */
function openGate() {
  const listings = new Set<unknown>()
  const gate = {
    /** How many were asked for, and how many of them are not answered. */
    asked: 0,
    underWay: 0,
    /** Called with the rows of each; the answer goes on when it is done. */
    pass: async (_rows: readonly unknown[]): Promise<void> => undefined,
    plugin: {
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes('md5(string_agg(')) {
          listings.add(queryId)
          gate.asked += 1
          gate.underWay += 1
        }
        return node
      },
      async transformResult({ result, queryId }) {
        if (!listings.delete(queryId)) return result
        await gate.pass(result.rows).finally(() => (gate.underWay -= 1))
        return result
      },
    } satisfies KyselyPlugin,
  }
  return gate
}

describe('the packs of a process', () => {
  let site: TestApp
  let directory: string
  let ids: string[]
  let tell: (tags: readonly ChangeTag[]) => void
  let warned: unknown[]
  let release: () => void = () => undefined
  let gate: ReturnType<typeof openGate>
  let buckets: ReturnType<typeof createNumberBuckets> | undefined
  const db = () => site.database.kysely

  beforeAll(async () => {
    site = await openTestApp()
    await site.services.jobRunner.close()
    const staff = await site.signIn()
    const rounds = [1, 2]
    ids = await addResults(
      staff,
      rounds.map(round => ({ city: 'كركوك', stage, try: round })),
    )
    await addReadSheets(db(), ids, { schools: 2, students: 30 })
  }, 60_000)
  afterAll(() => site.close())

  beforeEach(async () => {
    directory = makeTestDirectory()
    warned = []
    gate = openGate()
    await db().updateTable('results').set({ state: 'published' }).where('id', 'in', ids).execute()
    await db().updateTable('sheets').set({ isPublic: true }).where('resultId', 'in', ids).execute()
  })
  afterEach(async () => {
    release()
    await buckets?.close()
    fs.rmSync(directory, { recursive: true, force: true })
  })

  function open(shared?: Partial<SharedPacks>, pauses?: { retryMs?: number; settleMs?: number }) {
    const store: SharedPacks = {
      put: async () => undefined,
      stat: async () => undefined,
      read: async () => Readable.from([]),
      remove: async () => undefined,
      list: async function* () {},
      ...shared,
    }
    buckets = createNumberBuckets({
      db: db().withPlugin(gate.plugin),
      changes: { onChange: handler => (tell = handler) },
      directory,
      shared: shared && store,
      pauses,
      warn: error => warned.push(error),
    })
    return buckets
  }

  /** Looks again after another change: what could not be made is tried at once then. */
  const told =
    <Seen>(look: () => Seen) =>
    () => {
      tell(['results'])
      return look()
    }

  const namesOfPacks = async () => {
    const packs = createNumberPacks({ db: db(), directory, shared: undefined, warn: () => undefined })
    return (await listNumbersVersions(db(), shownNow)).map(version => packs.fileOf(version))
  }

  it('are made anew where a file of theirs does not open', async () => {
    for (const file of await namesOfPacks()) fs.writeFileSync(file, 'cut')
    const found = open()
    await expect.poll(() => found.list().length, soon).toBe(2)
    expect(await found.find(first, 'a')).toMatchObject({ body: expect.any(Buffer) })
  })

  it('are made here while the bucket of the files is away', async () => {
    const away = async () => Promise.reject(new Error('the bucket is away'))
    const found = open({ stat: away, put: away })
    await expect.poll(() => found.list().length, soon).toBe(2)
    await expect.poll(() => warned.map(String), soon).toContain('Error: the bucket is away')
  })

  it('are made here where those in the bucket are damaged, which are taken away', async () => {
    const removed = new Set<string>()
    const found = open({
      stat: async key => ({ key, size: 3, modifiedAt: new Date(), mark: '' }),
      read: async () => Readable.from([Buffer.from('cut')]),
      remove: async key => void removed.add(key),
    })
    await expect.poll(() => found.list().length, soon).toBe(2)
    expect([...removed].toSorted()).toEqual(
      (await namesOfPacks()).map(file => `numbers/${path.basename(file)}`).toSorted(),
    )
  })

  it('are closed at once where a single sheet is taken back, also while another one is made', async () => {
    const held = Promise.withResolvers<undefined>()
    release = () => held.resolve(undefined)
    let isHolding = false
    const found = open({ stat: () => (isHolding ? held.promise : Promise.resolve(undefined)) })
    await expect.poll(() => found.list().length, soon).toBe(2)
    const [, ofSecond = ''] = ids
    isHolding = true
    const hide = (id: string) =>
      db().updateTable('sheets').set({ isPublic: false }).where('id', '=', id).execute()
    await hide(`${ofSecond}-0`)
    tell(['results'])
    await hide(`${ids[0]}-0`)
    tell(['results', 'withdrawals'])
    await expect
      .poll(() => found.list().map(({ release }) => release), { timeout: 2_000 })
      .not.toContain('2026-1')
    expect(await found.find(first, 'a')).toBe('withdrawn')
    isHolding = false
    release()
    await expect
      .poll(
        told(() => found.list().length),
        soon,
      )
      .toBe(2)
    expect(await found.find(second, 'a')).toMatchObject({ body: expect.any(Buffer) })
  })

  it('are made of what is there at the third try, however often it changes', async () => {
    let changes = 0
    const sheet = `${ids[0]}-0`
    const found = open(
      {
        stat: async key => {
          if (key.includes('2026-1')) {
            changes += 1
            await db()
              .updateTable('sheets')
              .set({ school: `مدرسة ${changes}` })
              .where('id', '=', sheet)
              .execute()
          }
          return undefined
        },
      },
      { retryMs: 50 },
    )
    await expect.poll(() => found.list().length, soon).toBe(2)
  })

  it('are closed where a process has missed that a sheet was taken back', async () => {
    const held = Promise.withResolvers<undefined>()
    release = () => held.resolve(undefined)
    let isHolding = false
    const found = open({ stat: () => (isHolding ? held.promise : Promise.resolve(undefined)) })
    await expect.poll(() => found.list().length, soon).toBe(2)
    isHolding = true
    await db().updateTable('sheets').set({ isPublic: false }).where('id', '=', `${ids[0]}-0`).execute()
    tell(['results', 'gap'])
    await expect.poll(() => found.list().map(one => one.release), soon).toEqual(['2026-2'])
    expect(await found.find(first, 'a')).toBe('withdrawn')
  })

  /** Two releases, the second one hidden again, and answers that wait in a row. */
  async function openWithSecondHidden() {
    const found = open(undefined, { settleMs: 600_000 })
    await expect.poll(() => found.list().length, soon).toBe(2)
    const show = (state: 'draft' | 'published') =>
      db()
        .updateTable('results')
        .set({ state })
        .where('id', '=', ids[1] ?? '')
        .execute()
    await show('draft')
    tell(['results', 'withdrawals'])
    await expect.poll(() => [found.list().length, gate.underWay], soon).toEqual([1, 0])
    const held: (() => void)[] = []
    const hold = () => new Promise<void>(resolve => held.push(resolve))
    release = () => held.forEach(goOn => goOn())
    return { found, show, held, hold }
  }

  it('show what was announced last, however late an older list of releases arrives', async () => {
    const { found, show, held, hold } = await openWithSecondHidden()
    const open: number[] = []
    gate.pass = async () => {
      open.push(found.list().length)
      if (held.length === 0) await hold()
    }
    tell(['results'])
    await expect.poll(() => held.length, soon).toBe(1)
    await show('published')
    const before = gate.asked
    tell(['results'])
    await new Promise(setImmediate)
    /* Whoever looks beside the older look has opened what is new before that goes on. */
    await expect.poll(() => found.list().length - (gate.asked - before), soon).toBe(1)
    open.push(found.list().length)
    held[0]?.()
    await found.placeOf(second)
    await expect.poll(() => found.list().length, soon).toBe(2)
    expect(open).toEqual(open.toSorted((a, b) => a - b))
  })

  it('stay as they were announced when one that was begun before ends late', async () => {
    const { found, show, held, hold } = await openWithSecondHidden()
    const ofSecond = db()
      .selectFrom('results')
      .select('city')
      .where('id', '=', ids[1] ?? '')
    const { city } = await ofSecond.executeTakeFirstOrThrow()
    const moveTo = (name: string) =>
      db()
        .updateTable('results')
        .set({ city: name })
        .where('id', '=', ids[1] ?? '')
        .execute()
    const openOfSecond = () => found.list().find(one => one.release === second.release)?.version
    await moveTo('BAGHDAD')
    await show('published')
    /* The second look is the one of what has been written down to be packed. */
    let looks = 0
    gate.pass = async () => {
      looks += 1
      if (looks === 2) await hold()
    }
    tell(['results'])
    await expect.poll(() => held.length, soon).toBe(1)
    await moveTo(city)
    tell(['results'])
    await expect.poll(openOfSecond, soon).toBeTypeOf('string')
    const announced = openOfSecond()
    gate.pass = hold
    held[0]?.()
    await expect.poll(() => held.length, soon).toBe(2)
    expect(openOfSecond()).toBe(announced)
  })

  it('are closed when nothing asks for them any more', async () => {
    const { found, show, held, hold } = await openWithSecondHidden()
    gate.pass = hold
    tell(['results'])
    await expect.poll(() => held.length, soon).toBe(1)
    await show('published')
    tell(['results'])
    const closed = found.close()
    held[0]?.()
    await closed
    expect([gate.underWay, found.list()]).toEqual([0, []])
  })

  it('are tried again by themselves, at one moment however many changes failed', async () => {
    gate.pass = () => Promise.reject(new Error('the database is away'))
    const retryMs = 61_234
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    open(undefined, { retryMs })
    for (let failures = 1; failures <= 3; failures += 1) {
      await expect.poll(() => warned.length, soon).toBeGreaterThanOrEqual(failures)
      tell(['results'])
    }
    const asked = set.mock.calls.flatMap(([, ms], call) =>
      ms === retryMs ? set.mock.results[call]?.value : [],
    )
    const given = new Set(cleared.mock.calls.map(([timer]) => timer))
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter(timer => !given.has(timer))).toHaveLength(1)
    vi.restoreAllMocks()
  })
})
