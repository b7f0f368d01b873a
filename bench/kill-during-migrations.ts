/**
 * Kills a process with SIGKILL at the end of each migration in turn, on an empty database, and looks whether what it leaves behind
 * can be opened and brought up to date.
 * Usage: node bench/kill-during-migrations.ts [engine: pglite (default) or postgres] [every, default 1: each step, or each second …]
 * Exit code 1 when a database was left that cannot be used.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { listPending, migrateToLatest } from '#server/base/db/migrate.ts'
import { migrations } from '#server/base/db/migrations.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabaseOptions } from '#server/base/db/open.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'

const script = fileURLToPath(import.meta.url)
const names = Object.keys(migrations).toSorted()

/** Migrates until the end of a step, and dies there. */
async function die(place: OpenDatabaseOptions, last: string): Promise<void> {
  const database = await openDatabase(place)
  const mined = Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      name !== last
        ? migration
        : {
            up: async (db: Parameters<typeof migration.up>[0]) => {
              await migration.up(db)
              process.kill(process.pid, 'SIGKILL')
            },
          },
    ]),
  )
  await migrateToLatest(database, mined)
}

async function killAt(place: OpenDatabaseOptions, step: string): Promise<string | undefined> {
  const victim = spawn(process.execPath, [script, 'die', step, JSON.stringify(place)], { stdio: 'inherit' })
  const [, signal] = (await once(victim, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL') return 'the process did not die there'
  const database = await openDatabase(place)
  try {
    const { applied } = await listPending(database)
    if (applied !== 0) return `${applied} migrations were left applied`
    await migrateToLatest(database)
    const { pending } = await listPending(database)
    await sql`select count(*) from books`.execute(database.kysely)
    return pending.length === 0 ? undefined : `${pending.length} are left`
  } catch (error) {
    return String(error)
  } finally {
    await database.close()
  }
}

async function main(): Promise<void> {
  const [engine = 'pglite', second = '1', third = '{}'] = process.argv.slice(2)
  if (engine === 'die') return die(JSON.parse(third) as OpenDatabaseOptions, second)
  const every = countOf(second)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-kill-migrations-'))
  const server = await openBenchEngine(engine, 'rafid-kill-migrations-pg-')
  let faults = 0
  let kills = 0
  const steps = names.filter((_, at) => at % every === 0)
  try {
    for (const [at, step] of steps.entries()) {
      const place: OpenDatabaseOptions = { dataDir: path.join(folder, String(at)) }
      if (server !== undefined) {
        const admin = await openDatabase({ dataDir: folder, databaseUrl: server.databaseUrl('postgres') })
        await sql`create database ${sql.id(`step_${at}`)} template template0`.execute(admin.kysely)
        await admin.close()
        place.databaseUrl = server.databaseUrl(`step_${at}`)
      }
      const fault = await killAt(place, step)
      kills += 1
      if (fault !== undefined) {
        faults += 1
        console.error(`killed at ${step}: ${fault}`)
      }
      fs.rmSync(place.dataDir, { recursive: true, force: true })
    }
  } finally {
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  console.log(
    `${engine}: killed at the end of ${kills} of ${names.length} migrations, ${faults} databases could not be used`,
  )
  if (faults > 0) process.exitCode = 1
}

if (import.meta.main) await main()
