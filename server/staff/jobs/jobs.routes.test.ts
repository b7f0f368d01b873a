import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import type { Job, JobList } from '#contract/resources/job.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { WantedJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

const readPages = declareJob({
  name: 'read-pages',
  label: 'قراءة صفحات',
  lane: 'heavy',
  input: z.object({ pages: z.int() }),
  maxFailures: 1,
})

const tellPeople = declareJob({
  name: 'tell-people',
  label: 'إخبار الناس',
  lane: 'quick',
  input: z.object({}),
  maxFailures: 1,
  isOnce: true,
})

describe.each(engines)('the calls of the background work on %s', engine => {
  let test: TestApp
  let editor: TestStaff
  let hold: PromiseWithResolvers<void>
  let isFailing: boolean
  let told: string[]

  beforeAll(async () => {
    test = await openTestApp({
      engine,
      jobs: [
        handleJob(readPages, async (steps, { pages }) => {
          if (isFailing) throw new JobFailure({ reason: 'لا صفحات في الملف.', advice: 'ارفع غيره.' })
          steps.progress(1, pages)
          await hold.promise
        }),
        handleJob(tellPeople, async steps => {
          await steps.once('mail', z.string(), async () => (told.push('mail'), ''))
          if (isFailing) throw new JobFailure({ reason: 'لا يجيب.', advice: 'أعده.' })
          await steps.once('webhook', z.string(), async () => (told.push('webhook'), ''))
        }),
      ],
    })
    editor = await test.signIn('editor')
  })
  beforeEach(async () => {
    hold = Promise.withResolvers()
    isFailing = false
    told = []
    await test.database.kysely.deleteFrom('jobs').execute()
  })
  afterAll(() => test.close())

  const want = (wanted: Partial<WantedJob<{ pages: number }>> = {}) =>
    test.database.kysely
      .transaction()
      .execute(transaction =>
        enqueueJob(transaction, readPages, { key: 'a', title: 'كركوك.zip', input: { pages: 4 }, ...wanted }),
      )
  const later = () => new Date(Date.now() + 3_600_000)

  async function list(query = ''): Promise<JobList> {
    const response = await editor.send('GET', `/api/jobs?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as JobList
  }

  async function untilState(id: string, state: Job['state']): Promise<Job> {
    return vi.waitFor(
      async () => {
        const [job] = (await list(`ids=${id}`)).jobs
        expect(job?.state).toBe(state)
        return job as Job
      },
      { timeout: 10_000, interval: 20 },
    )
  }

  it('are for staff alone', async () => {
    for (const [method, url] of [
      ['GET', '/api/jobs'],
      ['POST', '/api/jobs/x/repeat'],
      ['POST', '/api/jobs/x/cancel'],
    ] as const) {
      expect((await test.app.inject({ method, url })).statusCode).toBe(401)
    }
  })

  it('list what waits and runs, the newest first, with what is known of it', async () => {
    const running = await want({ record: { kind: 'result', id: 'r1' } })
    await untilState(running, 'running')
    const runAt = later()
    const waiting = await want({ key: 'b', title: 'البصرة.zip', runAt })
    await vi.waitFor(async () => expect((await list()).jobs[1]?.progress).toEqual({ done: 1, total: 4 }))
    const { jobs, total, counts, kinds, newestId } = await list()
    expect(jobs.map(({ id }) => id)).toEqual([waiting, running])
    expect(total).toBe(2)
    expect(counts).toEqual({ waiting: 1, running: 1, done: 0, failed: 0, cancelled: 0 })
    expect(kinds).toContainEqual({ kind: 'read-pages', label: 'قراءة صفحات' })
    expect(newestId).toBe(waiting)
    expect(jobs[0]).toMatchObject({
      title: 'البصرة.zip',
      label: 'قراءة صفحات',
      state: 'waiting',
      runAt: runAt.toISOString(),
      record: null,
      canCancel: true,
      canRepeat: false,
    })
    expect(jobs[1]).toMatchObject({
      state: 'running',
      record: { kind: 'result', id: 'r1' },
      startedAt: expect.any(String) as string,
      finishedAt: null,
    })
    expect(jobs[1]).not.toHaveProperty('input')
    expect(jobs[1]).not.toHaveProperty('lease')
    hold.resolve()
    await untilState(running, 'done')
  })

  it('filter by state and kind, give the asked ones, and page with a true total', async () => {
    for (const key of ['a', 'b', 'c']) await want({ key, runAt: later() })
    expect((await list('state=waiting')).total).toBe(3)
    expect((await list('state=failed')).total).toBe(0)
    expect((await list('kind=read-pages')).total).toBe(3)
    expect((await list('kind=other')).total).toBe(0)
    const page = await list('limit=2&offset=2')
    expect([page.jobs.length, page.total]).toEqual([1, 3])
    const ids = page.jobs.map(({ id }) => id)
    expect((await list(`ids=${ids.join(',')},none`)).jobs.map(({ id }) => id)).toEqual(ids)
    expect((await editor.send('GET', '/api/jobs?state=asleep')).statusCode).toBe(422)
  })

  it('repeat what failed, and say so in the log', async () => {
    isFailing = true
    const id = await want()
    const failed = await untilState(id, 'failed')
    expect(failed).toMatchObject({
      reason: 'لا صفحات في الملف.',
      advice: 'ارفع غيره.',
      failures: 1,
      maxFailures: 1,
      canRepeat: true,
      canCancel: false,
    })
    isFailing = false
    hold.resolve()
    const repeated = await editor.send('POST', `/api/jobs/${id}/repeat`)
    expect(repeated.json()).toMatchObject({ data: { id, state: 'waiting', failures: 0, reason: null } })
    await untilState(id, 'done')
    const { logs } = (await editor.send('GET', '/api/auditlog?entity=JOB')).json() as { logs: AuditEntry[] }
    expect(logs[0]).toMatchObject({
      action: 'UPDATE',
      entity: 'JOB',
      entityId: id,
      description: 'إعادة عمل: قراءة صفحات (كركوك.zip)',
      oldData: { state: 'failed' },
      newData: { state: 'waiting' },
      actor: { email: editor.email },
    })
  })

  it('tell nobody twice: what is done stays so, what failed goes on after what it did', async () => {
    isFailing = true
    const id = await test.database.kysely
      .transaction()
      .execute(transaction => enqueueJob(transaction, tellPeople, { key: 'a', title: 'القرص', input: {} }))
    expect((await untilState(id, 'failed')).canRepeat).toBe(true)
    isFailing = false
    expect((await editor.send('POST', `/api/jobs/${id}/repeat`)).statusCode).toBe(200)
    expect((await untilState(id, 'done')).canRepeat).toBe(false)
    expect(told).toEqual(['mail', 'webhook'])
    const again = await editor.send('POST', `/api/jobs/${id}/repeat`)
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'job_not_repeatable' }])
    expect(told).toEqual(['mail', 'webhook'])
  })

  it('do not repeat what has not ended, or what is wanted anew already', async () => {
    const id = await want({ runAt: later() })
    const refused = await editor.send('POST', `/api/jobs/${id}/repeat`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'job_not_repeatable' })
    await editor.send('POST', `/api/jobs/${id}/cancel`)
    await want({ runAt: later() })
    expect((await editor.send('POST', `/api/jobs/${id}/repeat`)).statusCode).toBe(409)
  })

  it('cancel what waits at once, and what runs as soon as it notices', async () => {
    const waiting = await want({ key: 'b', runAt: later() })
    const cancelled = await editor.send('POST', `/api/jobs/${waiting}/cancel`)
    expect(cancelled.json()).toMatchObject({ data: { state: 'cancelled', canRepeat: true } })
    const running = await want()
    await untilState(running, 'running')
    const asked = await editor.send('POST', `/api/jobs/${running}/cancel`)
    expect(asked.json()).toMatchObject({ data: { isCancelling: true, canCancel: false } })
    hold.resolve()
    await untilState(running, 'cancelled')
    const late = await editor.send('POST', `/api/jobs/${running}/cancel`)
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'job_not_cancellable' })
  })

  it('say when there is no such job', async () => {
    for (const act of ['repeat', 'cancel']) {
      const response = await editor.send('POST', `/api/jobs/none/${act}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'job_not_found' })
    }
  })
})
