import fs from 'node:fs'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type * as Limits from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { FailureWords } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import type { ThreadStep, ThreadWork } from '#server/jobs/step-thread.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { makeLargePdf, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { makeScan } from '#test/scans.ts'
import { countDamagedFiles } from '../damaged.ts'
import { sweepFiles } from '../housekeeping.ts'
import { lightAlready } from './absence-words.ts'
import { findRow } from './light-copies.repository.ts'
import type { MakingTask } from './make-copy.step.ts'

/** What a file may cost; the files of the tests are small ones. */
const most = vi.hoisted(() => ({ sourceBytes: 50_000_000 }))
vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits: all } = await importOriginal<typeof Limits>()
  return {
    limits: {
      ...all,
      pagesDrawnAhead: 0,
      minLightSourceBytes: 1,
      get maxLightSourceBytes() {
        return most.sourceBytes
      },
    },
  }
})

const later = () => new Date(Date.now() + limits.unusedFileGraceMs + 60_000)
const until = { timeout: 240_000, interval: 200 }

describeEachEngine('a light copy', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff
  let scan: Buffer

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn()
    /* Pages that are read from pictures would hold up everything else. */
    await site.services.jobRunner.close()
    scan = await makeScan(1)
  }, 240_000)
  afterAll(() => site.close())

  async function addBook(bytes: Buffer): Promise<{ sha256: string; id: string }> {
    const { url } = await site.services.files.store(streamOf(bytes), { name: 'كتاب.pdf' })
    const book = await staff.send('POST', '/api/books', bookInput({ directLink: url }))
    expect(book.statusCode, book.body).toBe(201)
    return { sha256: sha256Of(bytes), id: book.json().data.id }
  }
  const factsOfBook = async (id: string): Promise<FileFacts> => {
    const answer = await site.app.inject({ method: 'GET', url: `/api/books/${id}` })
    return answer.json().data.file
  }
  /** How many books the site's list of those that have a light copy shows. */
  async function shownAsLight(): Promise<number> {
    const { body } = await site.app.inject({ url: `${paths.booksOfStage('PREPARATORY')}?file=light` })
    return body.match(/ data-id="/g)?.length ?? 0
  }
  const toldOf = async (sha256: string) =>
    (await staff.send('GET', apiPaths.fileLightCopy(sha256))).json().data
  const rowOf = (sha256: string) => findRow(site.database.kysely, sha256)

  /** Runs the jobs of this kind alone, in their threads, until something holds. */
  async function run(isDone: () => Promise<unknown>): Promise<void> {
    const runner = await startJobRunner({
      database: site.database,
      handlers: jobHandlers(site.services).filter(({ kind }) => kind.name === 'make-light-copy'),
      log: pino({ level: 'silent' }),
    })
    await expect.poll(isDone, until).toBeTruthy()
    await runner.close()
  }

  /** Makes the copy here and now. Shape: what staff would be told. */
  async function make(sha256: string, facts: Partial<JobSteps> = {}): Promise<FailureWords | null> {
    const { kysely } = site.database
    const { signal } = new AbortController()
    let remark: FailureWords | null = null
    const steps: JobSteps = {
      id: 'any',
      interruptions: 0,
      signal,
      write: act => kysely.transaction().execute(act),
      once: (_name, _result, work) => work(),
      /* Threads of jobs come last on a busy machine; the job runner's tests are those with threads. */
      async inThread<Answer>({ module, task, onReport }: ThreadStep) {
        const step = (await import(module.href)) as { work: ThreadWork<unknown, Answer> }
        return step.work(task, report => onReport?.(report))
      },
      remark(words) {
        remark = words
      },
      progress() {},
      ...facts,
    }
    const last = await site.services.files.lightCopies.make(sha256, steps, site.services.changes)
    if (last) await kysely.transaction().execute(last)
    return remark
  }

  /** Whether the next start wants a copy of the file. */
  async function isWantedAnew(sha256: string): Promise<boolean> {
    const forget = () => sql`delete from jobs where key = ${sha256}`.execute(site.database.kysely)
    await forget()
    await site.services.files.lightCopies.adopt(new AbortController().signal)
    const { numAffectedRows = 0n } = await forget()
    return numAffectedRows > 0n
  }

  it('is made of a book, a third as large, is handed out like any file, and goes with its own', async () => {
    const { sha256, id } = await addBook(scan)
    expect(await shownAsLight()).toBe(0)
    await run(async () => (await factsOfBook(id)).light)
    await expect.poll(shownAsLight).toBe(1)
    const { light, size } = await factsOfBook(id)
    expect(await toldOf(sha256)).toEqual({ state: 'made', size: light?.size })
    expect((light?.size ?? size) / size).toBeLessThan(0.25)

    const whole = await site.app.inject({ method: 'GET', url: light?.url ?? '' })
    expect([whole.statusCode, whole.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(whole.rawPayload).toHaveLength(light?.size ?? 0)
    const range = { range: 'bytes=100-199' }
    const part = await site.app.inject({ method: 'GET', url: light?.url ?? '', headers: range })
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(100, 200)])

    await staff.send('DELETE', `/api/books/${id}`)
    await expect.poll(shownAsLight).toBe(0)
    const records = [{ kind: 'book', id }]
    await (await site.signIn('admin')).send('POST', apiPaths.trashPurges, { records })
    await sweepFiles(site.services.files.parts, true, later())
    await sweepFiles(site.services.files.parts, true, later())
    expect(await rowOf(sha256)).toBeUndefined()
    expect((await site.services.files.factsOf([light?.url ?? ''])).size).toBe(0)
  }, 300_000)

  it('is not offered once it is damaged, nobody is asked for it, and it is made anew', async () => {
    site.expectError('file_damaged')
    site.expectError('a damaged file was found')
    const { kysely } = site.database
    const { sha256, id } = await addBook(await makeScan(1, { widthPx: 2300 }))
    await make(sha256)
    const { light } = await factsOfBook(id)
    const { lightHash } = (await rowOf(sha256)) ?? {}
    await sql`delete from jobs where key = ${sha256}`.execute(kysely)
    const { objectKey } = await site.services.files.find(lightHash ?? '')
    await expect.poll(shownAsLight).toBe(1)
    const announce = vi.spyOn(site.services.changes, 'announce')
    await site.services.files.parts.objects.remove(objectKey)
    const answer = await site.app.inject({ method: 'GET', url: light?.url ?? '' })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'file_damaged'])
    expect((await factsOfBook(id)).light).toBeUndefined()
    expect(await countDamagedFiles(kysely)).toBe(0)
    await expect.poll(shownAsLight).toBe(0)
    expect(announce.mock.calls.map(([, tags]) => tags)).toEqual([['books']])
    announce.mockRestore()
    const { rows: wanted } = await sql`delete from jobs where key = ${sha256} returning kind, state`.execute(
      kysely,
    )
    expect(wanted).toEqual([{ kind: 'make-light-copy', state: 'waiting' }])
    await make(sha256)
    const renewed = (await factsOfBook(id)).light
    expect((await site.app.inject({ method: 'GET', url: renewed?.url ?? '' })).statusCode).toBe(200)
  }, 300_000)

  it.each([
    ['of letters alone', () => makeLargePdf(1_500_000), 'not-lighter', /^$/],
    ['that is protected', () => makePdf(2, { ownerPassword: 'x', permissions: {} }), 'locked', /محمي/],
    ['that is light', () => makeScan(1, { widthPx: 160 }), 'not-lighter', /^$/],
  ] as const)(
    'is none of a PDF %s',
    async (_name, pdf, absence, told) => {
      const { sha256 } = await addBook(await pdf())
      const remark = await make(sha256)
      expect(await rowOf(sha256)).toMatchObject({ absence, lightHash: null })
      expect(remark?.reason ?? '').toMatch(told)
      const reason = remark?.reason ?? lightAlready
      expect(await toldOf(sha256)).toEqual({ state: 'none', reason })
    },
    60_000,
  )

  it('is none of a file that is too large, or under which the process goes away again and again', async () => {
    const { sha256 } = await addBook(await makeScan(1, { widthPx: 900 }))
    await sql`delete from light_copies`.execute(site.database.kysely)
    most.sourceBytes = 1000
    expect((await make(sha256))?.reason).toMatch(/حجمه أكثر مما/)
    expect(await isWantedAnew(sha256), 'as long as that is too large').toBe(false)
    most.sourceBytes = 50_000_000
    expect(await isWantedAnew(sha256), 'once files may be larger').toBe(true)
    await sql`delete from light_copies`.execute(site.database.kysely)
    expect((await make(sha256, { interruptions: 4 }))?.reason).toMatch(/وقتاً أو ذاكرة/)
    expect(await rowOf(sha256)).toMatchObject({ absence: 'too-complex' })
    expect(await isWantedAnew(sha256), 'right after it').toBe(false)
    await sql`update light_copies set changed_at = now() - ${limits.tooComplexPauseMs / 1000 + 60} * interval '1 second'`.execute(
      site.database.kysely,
    )
    expect(await isWantedAnew(sha256), 'a week later').toBe(true)
    expect((await make(sha256, { interruptions: 1 }))?.reason, 'and has one try').toMatch(/وقتاً أو ذاكرة/)
    expect(await isWantedAnew(sha256)).toBe(false)
    expect(await make(sha256), 'staff want it once more at once').toBeNull()
    expect((await rowOf(sha256))?.absence).not.toBe('too-complex')
  }, 60_000)

  it('is given up for a file that breaks its thread three times; each thread has limits', async () => {
    const { sha256 } = await addBook(await makeScan(1, { widthPx: 880 }))
    const limited: ThreadStep[] = []
    const longAgo = new Date(Date.now() - 2 * limits.incomingIdleMs)
    const failing: Partial<JobSteps> = {
      async inThread(step) {
        limited.push(step)
        /* It may take longer than a file that nobody writes to stays. */
        const { target } = step.task as MakingTask
        fs.utimesSync(target, longAgo, longAgo)
        await sweepFiles(site.services.files.parts, false, longAgo)
        expect(fs.existsSync(target)).toBe(true)
        return Promise.reject(new JobFailure({ reason: 'r', advice: 'a' }))
      },
    }
    await expect(make(sha256, failing)).rejects.toMatchObject({ code: 'job_failure' })
    expect(await rowOf(sha256)).toMatchObject({ absence: null, failures: 1 })
    await expect(make(sha256, failing)).rejects.toMatchObject({ code: 'job_failure' })
    expect((await make(sha256, failing))?.reason).toMatch(/وقتاً أو ذاكرة/)
    expect(await rowOf(sha256)).toMatchObject({ absence: 'too-complex' })
    expect(limited).toHaveLength(3)
    for (const { timeMs, silenceMs, memoryMb } of limited)
      expect([timeMs, silenceMs, memoryMb]).toEqual([
        limits.lightCopyMs,
        limits.lightCopyPageMs,
        limits.lightCopyMemoryMb,
      ])
  }, 60_000)

  it('is let go where the lists that showed it are told, when a newer maker makes none', async () => {
    const { kysely } = site.database
    const { sha256, id } = await addBook(await makeScan(1, { widthPx: 870 }))
    const failing = { inThread: () => Promise.reject(new JobFailure({ reason: 'r', advice: 'a' })) }
    const outcome = (facts: Partial<JobSteps>) =>
      make(sha256, facts).then(
        () => 'made none',
        () => 'failed',
      )
    for (const [facts, ended] of [
      [failing, 'failed'],
      [{ interruptions: 4 }, 'made none'],
    ] as const) {
      await sql`delete from light_copies where file_hash = ${sha256}`.execute(kysely)
      await make(sha256)
      expect((await factsOfBook(id)).light).toBeDefined()
      await sql`update light_copies set maker_version = 1 where file_hash = ${sha256}`.execute(kysely)
      const announce = vi.spyOn(site.services.changes, 'announce')
      expect(await outcome(facts)).toBe(ended)
      expect((await factsOfBook(id)).light).toBeUndefined()
      expect(announce.mock.calls.map(([, tags]) => tags)).toEqual([['books']])
      announce.mockClear()
      expect(await outcome(facts)).toBe(ended)
      expect(announce, 'of what was not there').not.toHaveBeenCalled()
      announce.mockRestore()
    }
  }, 120_000)

  it('is wanted for what was here before, once', async () => {
    const { sha256 } = await addBook(await makeScan(1, { widthPx: 2400 }))
    expect(await isWantedAnew(sha256)).toBe(true)
    await make(sha256)
    expect((await rowOf(sha256))?.lightHash).toBeTruthy()
    expect(await isWantedAnew(sha256)).toBe(false)
  }, 300_000)

  it('is none in little memory, and is wanted where there is more', async () => {
    const bound = vi.spyOn(process, 'constrainedMemory').mockReturnValue(limits.littleMemoryBytes - 1)
    const { sha256 } = await addBook(await makeScan(1, { widthPx: 2500 }))
    const warn = vi.spyOn(site.services.files.parts.log, 'warn')
    expect(await isWantedAnew(sha256)).toBe(false)
    expect(warn.mock.calls.map(([, words]) => words)).toEqual([expect.stringContaining('no light copies')])
    const told = expect.stringContaining('ذاكرة الخادم أقل')
    expect((await make(sha256))?.reason).toEqual(told)
    expect(await toldOf(sha256)).toEqual({ state: 'none', reason: told })
    expect(await rowOf(sha256)).toBeUndefined()
    bound.mockRestore()
    expect(await isWantedAnew(sha256)).toBe(true)
    expect(await toldOf(sha256)).toEqual({ state: 'waiting' })
  }, 60_000)
})
