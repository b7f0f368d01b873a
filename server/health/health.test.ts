import { rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { diskStateOf } from './disk.ts'
import { createReadiness } from './readiness.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const soon = { timeout: 15_000 }

describe.each(engines)('a process on %s', engine => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ engine })
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

  it('is not ready when its jobs have stopped', async () => {
    await test.services.jobRunner.close()
    await expect.poll(faulty, soon).toEqual(['jobs'])
  })
})
