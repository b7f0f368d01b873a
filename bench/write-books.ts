import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { apiPaths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs, type TestStaff } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'

/** What is done again and again: a book is created, or changed, or 23 of them are at once. */
export type Act = 'create' | 'change' | 'batch'

/** What a process is to do, as the JSON of its only argument. */
export interface Task {
  writers: number
  /** Its address, which nobody has yet. */
  person: string
  seconds: number
  act: Act
}

/** What it did. Units: milliseconds, of the clock and of its own processor time. */
export interface Told {
  writes: number
  ms: number
  cpuMs: number
}

const recordsOfBatch = 23

/** One process: says that it is ready, waits for the start, writes, tells how much, waits for the end. */
async function write({ writers, person, seconds, act: kind }: Task): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-writes-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0' })
  const log = pino({ level: 'error' })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log })
  const services = await createServices(config, database, log)
  const app = await buildApp(services)
  try {
    const password = 'a long password of a bench'
    await addPersonTo(services, { email: person, name: 'كاتب', password, role: 'editor' })
    const staff = await signInAs(app, person, password)
    const act = await actOf(staff, writers, kind)
    /* All at once, so that every line that they take is open. */
    await Promise.all(
      Array.from({ length: writers }, async (_, index) => {
        for (let round = 0; round < 100 / writers; round += 1) await act(index)
      }),
    )
    process.send?.('ready')
    await once(process, 'message')
    const startedAt = performance.now()
    const startedCpu = process.cpuUsage()
    const endsAt = startedAt + seconds * 1000
    let writes = 0
    const writer = async (_: unknown, index: number) => {
      while (performance.now() < endsAt) {
        await act(index)
        writes += 1
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
    const { user, system } = process.cpuUsage(startedCpu)
    process.send?.({
      writes,
      ms: performance.now() - startedAt,
      cpuMs: (user + system) / 1000,
    } satisfies Told)
    /* Its lines are looked at before they go. */
    await once(process, 'message')
  } finally {
    await app.close()
    await services.close()
    await database.close().catch(() => undefined)
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What a writer does again and again, by its number: each changes records of its own. */
async function actOf(
  staff: TestStaff,
  writers: number,
  kind: Act,
): Promise<(writer: number) => Promise<void>> {
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await staff.send(method, path, body)
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`)
    return answer.json().data as { id: string }
  }
  const create = () => send('POST', apiPaths.books, bookInput())
  if (kind === 'create') return async () => void (await create())
  const own = kind === 'batch' ? recordsOfBatch : 1
  const ids = await Promise.all(
    Array.from({ length: writers }, async () => {
      const created: string[] = []
      while (created.length < own) created.push((await create()).id)
      return created
    }),
  )
  const versions = ids.map(() => 1)
  return async writer => {
    const version = versions[writer] ?? 1
    versions[writer] = version + 1
    const releaseYear = 2000 + (version % 25)
    const [id = ''] = ids[writer] ?? []
    if (kind !== 'batch') await send('PUT', `${apiPaths.books}/${id}`, bookInput({ version, releaseYear }))
    else {
      const records = (ids[writer] ?? []).map(each => ({ id: each, version }))
      await send('POST', apiPaths.batchOf(apiPaths.books), {
        action: 'change',
        records,
        values: { releaseYear },
      })
    }
  }
}

if (import.meta.main) {
  await write(JSON.parse(process.argv[2] ?? '') as Task)
  process.disconnect?.()
}
