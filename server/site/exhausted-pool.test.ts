import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as takeTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { buildApp } from '#server/app.ts'
import type { OpenDatabase } from '#server/base/db/open.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { createLog } from '#server/base/log.ts'
import { duringRequest } from '#server/base/request-id.ts'
import { readConfig } from '#server/config.ts'
import { openData } from '#server/open-data.ts'
import { createServices, type Services } from '#server/services.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  type PostgresServer,
  startPostgresServer,
} from '#test/postgres-server.ts'

const programs = findPostgresPrograms()
/** What a machine that is busy with other tests may add. */
const graceMs = 6_000
const linesOfPool = 10

describe.runIf(programs !== undefined)('a PostgreSQL pool whose lines are all held', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-pool-'))
  let server: PostgresServer
  let database: OpenDatabase
  let services: Services
  let app: AppInstance
  let origin: string
  const logged: string[] = []

  beforeAll(async () => {
    const directory = makeServerDirectory('rafid-test-pg-')
    initCluster(programs ?? '', directory)
    server = await startPostgresServer(programs ?? '', directory)
    const databaseUrl = server.databaseUrl('postgres')
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0' })
    const log = await createLog({ level: 'warn', to: { write: line => logged.push(line) } })
    database = (await openData(config, log, new AbortController().signal)).database
    services = await createServices(config, database, log)
    app = await buildApp(services)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)

  afterAll(async () => {
    await app.close()
    await services.jobRunner.close()
    await services.close()
    await server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  /** Takes every line that the pool can have. Shape: gives them all back. */
  async function holdEveryLine(): Promise<() => Promise<unknown>> {
    const over = Promise.withResolvers<void>()
    const holds: Promise<void>[] = []
    for (let held = 0; held < linesOfPool; held += 1) {
      const begun = Promise.withResolvers<void>()
      holds.push(
        database.kysely.connection().execute(async line => {
          await sql`select 1`.execute(line)
          begun.resolve()
          await over.promise
        }),
      )
      await begun.promise
    }
    expect(database.stats().connections).toMatchObject({ open: linesOfPool, idle: 0 })
    return () => {
      over.resolve()
      return Promise.all(holds)
    }
  }

  function writeEntry(): Promise<string> {
    return database.kysely.transaction().execute(transaction =>
      services.audit.writeEntry(transaction, {
        action: 'UPDATE',
        entity: 'SETTINGS',
        entityId: 'settings',
        description: 'قيد',
        oldData: null,
        newData: null,
        actor: systemActor,
      }),
    )
  }

  async function ask(address: string) {
    const startedMs = performance.now()
    const answer = await fetch(origin + address)
    const body = await answer.text()
    return { status: answer.status, headers: answer.headers, body, ms: performance.now() - startedMs }
  }

  it('refuses soon what would wait, leaves known pages and work of its own alone, and loses no line', async () => {
    expect((await ask('/books/primary')).status).toBe(200)
    const giveBack = await holdEveryLine()
    const own = database.kysely.selectFrom('settings').select('key').execute()
    let state = 'waits'
    own.then(
      () => (state = 'done'),
      () => (state = 'refused'),
    )
    const asked = Array.from({ length: 12 }, (_, number) => ask(`/api/books?limit=${number + 1}`))
    expect(await ask('/books/primary')).toMatchObject({ status: 200 })
    for (const { status, headers, body, ms } of await Promise.all(asked)) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
      expect(ms).toBeLessThan(limits.lineWaitMs + graceMs)
    }
    await takeTurn()
    expect(state).toBe('waits')

    await giveBack()
    expect(await own).toEqual(expect.any(Array))
    const connections = () => database.stats().connections
    await expect.poll(connections).toMatchObject({ open: linesOfPool, idle: linesOfPool, waiting: 0 })
    expect(await ask('/api/books?limit=1')).toMatchObject({ status: 200 })
  }, 60_000)

  it('has time for what goes on behind a request, and tells of it as of none', async () => {
    const id = 'a-request-that-is-over'
    await new Promise<unknown>((resolve, reject) =>
      duringRequest(id, () => void writeEntry().then(resolve, reject)),
    )
    const giveBack = await holdEveryLine()
    logged.length = 0
    duringRequest(id, () => void services.changes.tellHere(['results']))
    await wait(limits.auditChainMs + limits.lineWaitMs + 1_000)
    await giveBack()
    await services.auditChain.run()
    expect(logged.filter(line => line.includes('audit log') || line.includes(id))).toEqual([])
  }, 60_000)
})
