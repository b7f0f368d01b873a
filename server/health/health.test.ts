import { rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { buildApp } from '#server/app.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SystemState } from '#contract/resources/system-state.ts'
import { findBackupState } from '#server/backup/backup-state.ts'
import { openTestApp } from '#test/build-app.ts'
import { countStatements } from '#test/statements.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { diskStateOf } from './disk.ts'
import { createReadiness } from './readiness.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const soon = { timeout: 15_000 }
const token = 'a token of many letters'

describe.each(engines)('a process on %s', engine => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ engine, environment: { METRICS_TOKEN: token } })
  })
  afterAll(() => test.close())

  const ask = (url: string) => test.app.inject({ method: 'GET', url })
  const faulty = async () => Object.keys((await ask('/readyz')).json().fields ?? {})

  it('says that it lives, and that every part of it can serve', async () => {
    const live = await ask('/livez')
    expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }])
    const ready = await ask('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ok', parts: { database: 'ok', store: 'ok', jobs: 'ok', disk: 'ok' } },
    ])
    expect(ready.headers['cache-control']).toBe('no-store')
  })

  it('names the part that is not well, lives all the same, and is ready again by itself', async () => {
    const { dataDir } = test.services.config
    const store = path.join(dataDir, 'files', 'store')
    await rename(store, `${store}-away`)
    await expect.poll(faulty, soon).toEqual(['store'])
    const answer = await ask('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toMatchObject({
      code: 'not_ready',
      message: 'الخادم ليس جاهزاً الآن. حاول مرة أخرى بعد قليل.',
      fields: { store: 'مخزن الملفات لا يجيب.' },
    })
    expect((await ask('/livez')).statusCode).toBe(200)
    await rename(`${store}-away`, store)
    await expect.poll(async () => (await ask('/readyz')).statusCode, soon).toBe(200)
  })

  it('is not ready on a full disk, says so once in the log, and knows a disk that is soon full', async () => {
    const { database, config, files, jobRunner } = test.services
    const warnings: unknown[] = []
    const readiness = createReadiness({
      database,
      objects: files.parts.objects,
      jobRunner,
      dataDir: config.dataDir,
      log: { info: () => undefined, warn: (facts: unknown) => void warnings.push(facts) } as never,
      diskSpace: async () => ({ total: 2 ** 40, free: limits.diskFullBytes - 1 }),
    })
    for (let times = 0; times < 3; times += 1) {
      const { disk, database: base } = await readiness.look()
      expect([disk.isWell, base.isWell]).toEqual([false, true])
    }
    expect(warnings).toEqual([{ part: 'disk', err: undefined }])
    const large = 2 ** 41
    expect(diskStateOf({ total: large, free: limits.diskLowBytes })).toBe('well')
    expect(diskStateOf({ total: large, free: limits.diskLowBytes - 1 })).toBe('low')
    const small = 20 * 2 ** 30
    expect(diskStateOf({ total: small, free: small * limits.diskLowShare })).toBe('well')
    expect(diskStateOf({ total: small, free: small * limits.diskLowShare - 1 })).toBe('low')
  })

  const figures = async () => (await ask('/metrics')).body
  async function figure(name: string): Promise<number> {
    const line = (await figures()).split('\n').find(one => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }

  it('tells its figures to programs of this machine, and to others with the token alone', async () => {
    const local = await ask('/metrics')
    expect(local.statusCode).toBe(200)
    expect(local.headers['content-type']).toContain('text/plain; version=0.0.4')
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      test.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
    const statuses = async (...asked: ReturnType<typeof from>[]) =>
      (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(await statuses(from('::1'), from('::ffff:127.0.0.1'), from('127.8.0.1'))).toEqual([200, 200, 200])
    const proxied = { 'x-forwarded-for': '127.0.0.1' }
    const right = { authorization: `Bearer ${token}` }
    const wrong = { authorization: `Bearer ${token}x` }
    expect(
      await statuses(from('10.0.0.7'), from('127.0.0.1', proxied), from('10.0.0.7', wrong), from('not one')),
    ).toEqual([401, 401, 401, 401])
    expect(await statuses(from('10.0.0.7', right), from('127.0.0.1', { ...proxied, ...right }))).toEqual([
      200, 200,
    ])
    const refused = await from('10.0.0.7', wrong)
    expect(refused.json()).toMatchObject({ code: 'token_wrong' })
    expect(refused.headers['www-authenticate']).toBe('Bearer')
  })

  it('tells other machines nothing of its figures without a token', async () => {
    const config = { ...test.services.config, metricsToken: undefined }
    const app = await buildApp({ ...test.services, config })
    const from = (remoteAddress: string) => app.inject({ method: 'GET', url: '/metrics', remoteAddress })
    expect([(await from('10.0.0.7')).statusCode, (await from('127.0.0.1')).statusCode]).toEqual([404, 200])
    await app.close()
  })

  it('counts requests by route and status, pages, searches and jobs', async () => {
    const answers = 'rafid_request_duration_seconds_count{route="/api/books/:id",status="4xx"}'
    const searches = await figure('rafid_searches_total')
    await ask('/api/books/secret-17')
    await ask('/secret/18?q=2211334455')
    await ask('/api/search?q=secret')
    expect(await figure(answers)).toBe(1)
    expect(await figure('rafid_searches_total')).toBe(searches + 1)
    const insert = { id: 'job-1', kind: 'back-up', key: 'k', title: 't', input: '{}', keptSteps: '{}' }
    await test.database.kysely
      .insertInto('jobs')
      .values({ ...insert, state: 'failed', runAt: new Date(), priority: 0 })
      .execute()
    await expect.poll(() => figure('rafid_jobs{kind="back-up",state="failed"}'), soon).toBe(1)
    const text = await figures()
    for (const name of [
      'rafid_page_hits_total',
      'rafid_page_stale_total',
      'rafid_page_misses_total',
      'rafid_renders_total',
      'rafid_uploads{state="under way"}',
      'rafid_upload_bytes_total',
      'rafid_ready{part="database"}',
      'rafid_disk_bytes{part="free"}',
      'rafid_database_connections{state="waiting"}',
      'nodejs_eventloop_lag_p99_seconds',
      ...(engine === 'pglite' ? ['rafid_database_memory_bytes{part="engine"}'] : []),
    ]) {
      expect(text, name).toContain(`\n${name} `)
    }
    expect(text).not.toMatch(/secret|2211334455|job-1/)
  })

  it('tells administrators how the whole product is', async () => {
    const admin = await test.signIn('admin')
    const editor = await test.signIn('editor')
    expect((await editor.send('GET', apiPaths.system)).statusCode).toBe(403)
    const state = async () => (await admin.send('GET', apiPaths.system)).json() as SystemState
    expect(await state()).toMatchObject({
      program: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      database: { engine, isWell: true, restarts: 0 },
      store: { place: 'folder', isWell: true },
      disk: { free: expect.any(Number), total: expect.any(Number) },
      jobs: { isRunning: true, waiting: 0, failed: 1, oldestDueAt: null },
      backup: { state: 'off', doneAt: null },
      files: { damaged: 0 },
    })
    const memory = (await state()).database.memoryBytes
    expect(memory === null ? 'none' : memory > 2 ** 24).toBe(engine === 'pglite' ? true : 'none')
    const { kysely } = test.database
    const since = new Date(Date.now() - limits.jobLateMs - 1000)
    const waiting = {
      id: 'job-2',
      kind: 'later',
      key: 'k',
      title: 't',
      input: '{}',
      keptSteps: '{}',
      priority: 0,
    }
    await kysely
      .insertInto('jobs')
      .values({ ...waiting, state: 'waiting', runAt: since })
      .execute()
    await expect
      .poll(async () => (await state()).jobs, soon)
      .toMatchObject({ waiting: 1, oldestDueAt: since.toISOString(), isLate: true })
    const counted = await countStatements(async () => {
      await Promise.all([state(), state(), state(), state(), figures()])
    })
    expect(counted.filter(text => text.includes('group by "kind", "state"')).length).toBeLessThanOrEqual(2)
    expect(counted.filter(text => text.includes('order by "run_at" limit')).length).toBe(0)
    await kysely.deleteFrom('jobs').execute()
  })

  it('knows how the nightly backup is', async () => {
    const { kysely } = test.database
    const now = new Date()
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    const look = (isWanted = true) => findBackupState(kysely, { isWanted, now })
    const end = (id: string, state: 'done' | 'failed', finishedAt: Date) => {
      const backup = {
        kind: 'back-up',
        key: 'nightly',
        title: 't',
        input: '{}',
        keptSteps: '{}',
        priority: 0,
      }
      const reason = state === 'failed' ? 'القرص مفصول.' : null
      const row = { ...backup, id, state, runAt: finishedAt, finishedAt, reason }
      return kysely.insertInto('jobs').values(row).execute()
    }
    expect(await look()).toMatchObject({ state: 'never', doneAt: null })
    await end('job-a', 'done', hoursAgo(40))
    expect(await look()).toMatchObject({ state: 'late', doneAt: hoursAgo(40) })
    await end('job-b', 'failed', hoursAgo(3))
    expect(await look()).toMatchObject({ state: 'failed', doneAt: hoursAgo(40), reason: 'القرص مفصول.' })
    await end('job-c', 'done', hoursAgo(2))
    expect(await look()).toMatchObject({ state: 'well', doneAt: hoursAgo(2), reason: null })
    expect((await look(false)).state).toBe('off')
    await kysely.deleteFrom('jobs').execute()
  })

  it('is not ready when its jobs have stopped', async () => {
    await test.services.jobRunner.close()
    await expect.poll(faulty, soon).toEqual(['jobs'])
  })
})
