import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { changesChannel } from '#server/base/changes.ts'
import { shareMachine } from '#server/base/machine-share.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { declareJob, handleJob } from './declare-job.ts'
import type { JobHandler, JobWork } from './declare-job.ts'
import { enqueueJob, findLastJob, withdrawJob } from './enqueue.ts'
import type { WantedJob } from './enqueue.ts'
import { JobFailure } from './job-failure.ts'
import { startJobRunner } from './job-runner.ts'
import type { JobRunner } from './job-runner.ts'

/** Something that a job writes. */
const note = (transaction: Transaction, key: string) =>
  transaction.insertInto('attempts').values({ key, count: 1, endsAt: new Date() }).execute()

const count = declareJob({
  name: 'count',
  label: 'عد',
  lane: 'heavy',
  input: z.object({ to: z.int() }),
})
type Count = { to: number }

describeEachEngine('jobs', (open, engine) => {
  let database: TestDatabase
  let other: OpenDatabase
  let runners: JobRunner[] = []
  const closed: OpenDatabase[] = []

  beforeAll(async () => {
    database = await open()
    // A second process has a connection of its own; the embedded database can only be had once.
    other = engine === 'postgres' ? await openDatabase(database.options) : database
  })
  beforeEach(() => database.kysely.deleteFrom('jobs').execute())
  afterEach(async () => {
    await Promise.all(runners.map(runner => runner.close()))
    runners = []
  })
  afterAll(async () => {
    if (other !== database) await other.close()
    await Promise.all(closed.map(db => db.close()))
    await database.cleanup()
  })

  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

  interface Process {
    work?: JobWork<Count>
    handlers?: JobHandler[]
    on?: OpenDatabase
    clock?: () => Date
    isAlone?: boolean
    heavyAtOnce?: number
  }

  async function run({
    work,
    handlers,
    on = database,
    clock,
    isAlone = false,
    heavyAtOnce = 3,
  }: Process): Promise<JobRunner> {
    const runner = await startJobRunner({
      database: on,
      handlers: handlers ?? (work ? [handleJob(count, work)] : []),
      log: log as never,
      isAlone,
      jobsAtOnce: { quick: 2, heavy: heavyAtOnce },
      ...(clock && { clock }),
    })
    runners.push(runner)
    return runner
  }

  const want = (wanted: Partial<WantedJob<Count>> = {}) =>
    database.kysely
      .transaction()
      .execute(transaction =>
        enqueueJob(transaction, count, { key: 'a', title: 'ملف', input: { to: 3 }, ...wanted }),
      )
  const rows = () => database.kysely.selectFrom('jobs').selectAll().orderBy('id').execute()
  const noted = async (like: string) => {
    const found = await database.kysely
      .selectFrom('attempts')
      .select('key')
      .where('key', 'like', like)
      .execute()
    return found.map(({ key }) => key)
  }
  const stateOf = async (id: string) => (await rows()).find(row => row.id === id)?.state
  const expectState = (id: string, state: string) =>
    vi.waitFor(async () => expect(await stateOf(id)).toBe(state), { timeout: 10_000, interval: 20 })
  /** Its process has said nothing for longer than a lease lasts. */
  const expireLease = (id: string) =>
    database.kysely
      .updateTable('jobs')
      .set({ leaseEndsAt: new Date(0) })
      .where('id', '=', id)
      .execute()

  it('are there with the write that causes them, or not at all', async () => {
    const failing = database.kysely.transaction().execute(async transaction => {
      await enqueueJob(transaction, count, { key: 'a', title: 'ملف', input: { to: 3 } })
      throw new Error('the record could not be written')
    })
    await expect(failing).rejects.toThrow('the record could not be written')
    expect(await rows()).toEqual([])
    const id = await want()
    expect(await rows()).toMatchObject([{ id, kind: 'count', key: 'a', state: 'waiting', input: { to: 3 } }])
  })

  it('are refused with input that their kind does not take', async () => {
    await expect(want({ input: { to: 1.5 } })).rejects.toThrow()
    expect(await rows()).toEqual([])
  })

  it('are run as soon as they are wanted, and their last write is theirs', async () => {
    await run({
      work:
        async (_, { to }) =>
        async transaction => {
          await note(transaction, `counted-${to}`)
        },
    })
    const id = await want({ input: { to: 7 } })
    await expectState(id, 'done')
    const written = await noted('counted-7')
    expect(written).toEqual(['counted-7'])
  })

  it('are each done once by two processes together', async () => {
    const done: string[] = []
    const work: JobWork<Count> = async steps => {
      done.push(steps.id)
      await wait(Math.random() * 5)
    }
    const ids: string[] = []
    for (let at = 0; at < 30; at += 1) ids.push(await want({ key: `key-${at}` }))
    await Promise.all([run({ work }), run({ work, on: other })])
    await vi.waitFor(
      async () => expect((await rows()).filter(({ state }) => state === 'done')).toHaveLength(30),
      { timeout: 20_000, interval: 50 },
    )
    expect(done.toSorted()).toEqual(ids.toSorted())
  })

  it('of one key never run at the same time, and the last wish comes last', async () => {
    let running = 0
    let most = 0
    const seen: number[] = []
    const gate = Promise.withResolvers<void>()
    const work: JobWork<Count> = async (_, { to }) => {
      running += 1
      most = Math.max(most, running)
      seen.push(to)
      await gate.promise
      running -= 1
    }
    const first = await want({ input: { to: 1 } })
    await Promise.all([run({ work }), run({ work, on: other })])
    await expectState(first, 'running')
    const second = await want({ input: { to: 2 } })
    const third = await want({ input: { to: 3 } })
    expect(third).toBe(second)
    await Promise.all(runners.map(runner => runner.wake()))
    expect(await stateOf(second)).toBe('waiting')
    gate.resolve()
    await expectState(third, 'done')
    expect(most).toBe(1)
    expect(seen).toEqual([1, 3])
  })

  it('go to another process when theirs says nothing for too long, and the first one writes nothing more', async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const outcomes: string[] = []
    const workOf =
      (name: string, until: Promise<void>): JobWork<Count> =>
      async steps => {
        await until
        await steps
          .write(async transaction => {
            await note(transaction, `by-${name}`)
          })
          .then(
            () => outcomes.push(`${name} wrote`),
            () => outcomes.push(`${name} was refused`),
          )
      }
    await run({ work: workOf('first', first.promise), heavyAtOnce: 1 })
    const id = await want()
    await expectState(id, 'running')
    await expireLease(id)
    await run({ work: workOf('second', second.promise), on: other })
    await vi.waitFor(async () =>
      expect((await rows())[0]).toMatchObject({ state: 'running', interruptions: 1 }),
    )
    first.resolve()
    await vi.waitFor(() => expect(outcomes).toEqual(['first was refused']))
    second.resolve()
    await expectState(id, 'done')
    expect(outcomes).toEqual(['first was refused', 'second wrote'])
    const written = await noted('by-%')
    expect(written).toEqual(['by-second'])
    expect(await stateOf(id)).toBe('done')
  })

  it('keep their lease while they run', async () => {
    const gate = Promise.withResolvers<void>()
    const runner = await run({ work: () => gate.promise })
    const id = await want()
    await expectState(id, 'running')
    await database.kysely
      .updateTable('jobs')
      .set({ leaseEndsAt: new Date(Date.now() + 1000) })
      .where('id', '=', id)
      .execute()
    await runner.beat()
    const [row] = await rows()
    expect(row?.leaseEndsAt?.getTime()).toBeGreaterThan(Date.now() + limits.jobLeaseMs / 2)
    gate.resolve()
  })

  it('are not taken from their own process when it could not say in time that they go on', async () => {
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    const runner = await run({
      work: async steps => {
        begun.push(steps.id)
        await gate.promise
      },
    })
    const id = await want()
    await vi.waitFor(() => expect(begun).toEqual([id]))
    await expireLease(id)
    await runner.wake()
    expect((await rows())[0]).toMatchObject({ state: 'running', interruptions: 0 })
    gate.resolve()
    await expectState(id, 'done')
    expect(begun).toEqual([id])
  })

  it('that fail are tried again after growing pauses, and given up with the reason', async () => {
    let now = new Date('2026-06-01T08:00:00Z')
    let tries = 0
    const runner = await run({
      clock: () => now,
      work: async () => {
        tries += 1
        throw new JobFailure({ reason: 'لا صفحات في الملف.', advice: 'ارفع غيره.' })
      },
    })
    const id = await want({ runAt: now })
    const pauses: number[] = []
    for (let failures = 1; failures < limits.jobFailures; failures += 1) {
      await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ state: 'waiting', failures }))
      const [row] = await rows()
      expect(row).toMatchObject({ reason: 'لا صفحات في الملف.', advice: 'ارفع غيره.' })
      const pause = (row?.runAt.getTime() ?? 0) - now.getTime()
      pauses.push(pause)
      now = new Date(now.getTime() + pause - 1)
      await runner.wake()
      await runner.idle()
      expect(tries).toBe(failures)
      now = new Date(now.getTime() + 1)
      await runner.wake()
    }
    await expectState(id, 'failed')
    expect(pauses).toEqual([30_000, 120_000, 480_000, 1_920_000])
    expect((await rows())[0]).toMatchObject({ failures: 5, reason: 'لا صفحات في الملف.' })
  })

  it('that cannot be helped by another try fail at once', async () => {
    await run({
      work: async () => {
        throw new JobFailure({ reason: 'كلمة مرور تحمي الملف.', advice: 'أزلها.', isFinal: true })
      },
    })
    const id = await want()
    await expectState(id, 'failed')
    expect((await rows())[0]).toMatchObject({ failures: 1, reason: 'كلمة مرور تحمي الملف.' })
  })

  it('that an older release wanted in another shape fail with a sentence', async () => {
    const id = await want()
    await database.kysely.updateTable('jobs').set({ input: '{"until":3}' }).execute()
    await run({ work: async () => undefined })
    await expectState(id, 'failed')
    expect((await rows())[0]?.reason).toContain('بصيغة لا يعرفها')
  })

  it('do not repeat a step that was kept', async () => {
    let now = new Date('2026-06-01T08:00:00Z')
    const steps: string[] = []
    const runner = await run({
      clock: () => now,
      work: async job => {
        const pages = await job.once('pages', z.int(), async () => {
          steps.push('pages')
          return 12
        })
        steps.push(`draw ${pages}`)
        if (steps.length < 3) throw new Error('the disk was away')
      },
    })
    const id = await want({ runAt: now })
    await vi.waitFor(async () => expect((await rows())[0]?.failures).toBe(1))
    now = new Date(now.getTime() + limits.jobFirstPauseMs)
    await runner.wake()
    await expectState(id, 'done')
    expect(steps).toEqual(['pages', 'draw 12', 'draw 12'])
  })

  it('begin when their time has come, and the newest time counts', async () => {
    let now = new Date('2026-06-01T08:00:00Z')
    const done = vi.fn<() => void>()
    const runner = await run({ clock: () => now, work: async () => done() })
    const id = await want({ runAt: new Date('2026-06-01T09:00:00Z') })
    expect(await want({ runAt: new Date('2026-06-01T10:00:00Z') })).toBe(id)
    now = new Date('2026-06-01T09:30:00Z')
    await runner.wake()
    await runner.idle()
    expect(await stateOf(id)).toBe('waiting')
    now = new Date('2026-06-01T10:00:00Z')
    await runner.wake()
    await expectState(id, 'done')
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('are woken for by the clock, without a notice', async () => {
    await run({ work: async () => undefined })
    const id = await want({ runAt: new Date(Date.now() + 300) })
    await expectState(id, 'done')
  })

  it('go on where they were after a stop, and a stop does not wait for them', async () => {
    const begun = vi.fn<() => void>()
    const first = await run({
      work: async steps => {
        begun()
        await wait(60_000, undefined, { signal: steps.signal })
      },
    })
    const id = await want()
    await vi.waitFor(() => expect(begun).toHaveBeenCalled())
    await first.close()
    expect((await rows())[0]).toMatchObject({ state: 'waiting', lease: null, failures: 0, interruptions: 0 })
    await run({ work: async () => undefined })
    await expectState(id, 'done')
  })

  it('left behind by a process that died go on at once where nobody else can run them', async () => {
    const id = await want()
    await database.kysely
      .updateTable('jobs')
      .set({ state: 'running', lease: 'dead', leaseEndsAt: new Date(Date.now() + 60_000) })
      .execute()
    await run({ work: async () => undefined, isAlone: true })
    await expectState(id, 'done')
  })

  it('under which the process dies again and again are given up', async () => {
    let now = new Date('2026-06-01T08:00:00Z')
    const id = await want({ runAt: now })
    const waits: number[] = []
    const runner = await run({ clock: () => now, handlers: [handleJob(elsewhere, async () => undefined)] })
    for (let deaths = 1; deaths <= limits.jobInterruptions; deaths += 1) {
      await database.kysely
        .updateTable('jobs')
        .set({ state: 'running', lease: 'dead', leaseEndsAt: now })
        .execute()
      now = new Date(now.getTime() + 1000)
      await runner.wake()
      const [row] = await rows()
      waits.push((row?.runAt.getTime() ?? 0) - now.getTime())
    }
    expect(waits.slice(0, limits.jobFreeInterruptions + 2)).toEqual([0, 0, 0, 30_000, 60_000])
    expect(await stateOf(id)).toBe('failed')
    expect((await rows())[0]?.reason).toContain('توقف الخادم مراراً')
  })

  it('that are withdrawn do not begin, and write nothing more', async () => {
    const begun = vi.fn<() => void>()
    const gate = Promise.withResolvers<void>()
    const withdraw = (key: string) =>
      database.kysely.transaction().execute(transaction => withdrawJob(transaction, count, key))
    const later = await want({ key: 'later', runAt: new Date(Date.now() + 60_000) })
    await withdraw('later')
    expect(await stateOf(later)).toBe('cancelled')
    await run({
      work: async steps => {
        begun()
        await gate.promise
        await steps.write(async transaction => {
          await note(transaction, 'too-late')
        })
      },
    })
    const id = await want()
    await vi.waitFor(() => expect(begun).toHaveBeenCalled())
    await withdraw('a')
    gate.resolve()
    await expectState(id, 'cancelled')
    const written = await noted('too-late')
    expect(written).toEqual([])
  })

  it('tell how far they are', async () => {
    const gate = Promise.withResolvers<void>()
    await run({
      work: async steps => {
        steps.progress(1, 4)
        await gate.promise
      },
    })
    const id = await want()
    await vi.waitFor(async () =>
      expect(await findLastJob(database.kysely, count, 'a')).toEqual({
        id,
        state: 'running',
        progress: { done: 1, total: 4 },
        reason: null,
        advice: null,
      }),
    )
    gate.resolve()
    await expectState(id, 'done')
    expect((await findLastJob(database.kysely, count, 'a'))?.progress).toEqual({ done: 4, total: 4 })
    expect(await findLastJob(database.kysely, count, 'b')).toBeUndefined()
  })

  it('that are heavy are divided among the processes of one machine', async () => {
    const begin = async (place: number) => {
      shareMachine({ place, processes: 1000 })
      const handlers = [handleJob(count, async () => undefined)]
      const runner = await startJobRunner({ database, handlers, log: log as never, isAlone: false })
      shareMachine({ place: 1, processes: 1 })
      runners.push(runner)
      return runner
    }
    const id = await want()
    const last = await begin(1000)
    await last.wake()
    await last.idle()
    expect(await stateOf(id)).toBe('waiting')
    await begin(1)
    await expectState(id, 'done')
  })

  it('tell the site that they ended undone, where it says how they stand', async () => {
    const heard: string[] = []
    const hear = (tags: string) => void heard.push(tags)
    const unlisten = await database.listen(changesChannel, hear, () => undefined)
    const shown = declareJob({
      name: 'shown',
      label: 'ظاهر',
      lane: 'heavy',
      input: z.object({ fails: z.boolean() }),
      maxFailures: 2,
      tag: 'news',
    })
    const wantShown = (key: string, fails: boolean) =>
      database.kysely
        .transaction()
        .execute(transaction => enqueueJob(transaction, shown, { key, title: 'ملف', input: { fails } }))
    const works = handleJob(shown, async (_, { fails }) => {
      if (fails) throw new Error('the file is broken')
    })
    let aheadMs = 0
    const runner = await run({ handlers: [works], clock: () => new Date(Date.now() + aheadMs) })
    await expectState(await wantShown('whole', false), 'done')
    const failing = await wantShown('broken', true)
    await vi.waitFor(async () => {
      const row = (await rows()).find(({ id }) => id === failing)
      expect(row).toMatchObject({ state: 'waiting', failures: 1 })
    })
    expect(heard).toEqual([])
    aheadMs = limits.jobLongestPauseMs
    await runner.wake()
    await expectState(failing, 'failed')
    await vi.waitFor(() => expect(heard).toEqual(['news']))
    await runner.close()

    const left = await wantShown('deadly', false)
    const lost = {
      state: 'running',
      lease: 'x',
      leaseEndsAt: new Date(0),
      interruptions: limits.jobInterruptions,
    }
    await database.kysely
      .updateTable('jobs')
      .set(lost as never)
      .where('id', '=', left)
      .execute()
    await run({ handlers: [works] })
    await expectState(left, 'failed')
    await vi.waitFor(() => expect(heard).toEqual(['news', 'news']))
    await unlisten()
  })

  it('that are quick do not wait for heavy ones', async () => {
    const gate = Promise.withResolvers<void>()
    const heavy = handleJob(count, () => gate.promise)
    await run({ handlers: [heavy, handleJob(elsewhere, async () => undefined)] })
    for (let at = 0; at < 5; at += 1) await want({ key: `heavy-${at}` })
    const id = await database.kysely
      .transaction()
      .execute(transaction => enqueueJob(transaction, elsewhere, { key: 'q', title: 'نشر', input: {} }))
    await expectState(id, 'done')
    gate.resolve()
  })
})

const elsewhere = declareJob({ name: 'elsewhere', label: 'غيره', lane: 'quick', input: z.object({}) })
