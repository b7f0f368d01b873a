/**
 * Kills a process that writes to the embedded database, again and again, and checks that nothing acknowledged is lost.
 * Usage: node bench/kill-during-writes.ts [kills during writes, default 40] [kills during first start, default 10]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { newId } from '#server/base/db/id.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/base/db/open.ts'
import { briefProgram } from '#test/environment.ts'

const script = fileURLToPath(import.meta.url)
const writersAtOnce = 4
const checkpointEveryRows = 60
const longestRunMs = 900
const longestFirstStartMs = 6_000

export interface KillReport {
  kills: number
  acknowledged: number
  lost: number
  /** Records whose second half, written in the same transaction, is missing or damaged. */
  torn: number
  failedOpens: number
}

/**
 * Kills a writer `kills` times at random moments on one database directory: `existing`, or a new one.
 * Shape: `lost` and `torn` must be 0, `failedOpens` too.
 */
export async function killDuringWrites(kills: number, existing?: string): Promise<KillReport> {
  const dataDir = existing ?? fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-kill-'))
  const acknowledged = new Set<string>()
  const report: KillReport = { kills: 0, acknowledged: 0, lost: 0, torn: 0, failedOpens: 0 }
  try {
    await withDatabase(dataDir, migrateToLatest)
    for (; report.kills < kills; report.kills += 1) {
      for (const id of await acknowledgedByVictim(dataDir, Math.random() * longestRunMs)) acknowledged.add(id)
      try {
        await withDatabase(dataDir, db => check(db, acknowledged, report))
      } catch {
        report.failedOpens += 1
      }
    }
    report.acknowledged = acknowledged.size
    return report
  } finally {
    if (existing === undefined) fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Kills `kills` first starts, each on an empty directory, and opens what they left.
 * Shape: how many of them could not be opened and migrated; must be 0.
 */
export async function killDuringFirstStart(kills: number): Promise<number> {
  let failures = 0
  for (let done = 0; done < kills; done += 1) {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-kill-'))
    const victim = startVictim('first-start', dataDir)
    await killAfter(victim, Math.random() * longestFirstStartMs)
    try {
      await withDatabase(dataDir, async db => {
        await migrateToLatest(db)
        await writeRecord(db)
      })
    } catch {
      failures += 1
    }
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  return failures
}

async function withDatabase<Result>(
  dataDir: string,
  act: (db: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase({ dataDir })
  try {
    return await act(db)
  } finally {
    await db.close()
  }
}

async function check(db: OpenDatabase, acknowledged: Set<string>, report: KillReport): Promise<void> {
  const books = await db.kysely.selectFrom('books').select(['id', 'title', 'description']).execute()
  const entries = await db.kysely.selectFrom('auditEntries').select('entityId').execute()
  const ids = new Set(books.map(book => book.id))
  const audited = new Set(entries.map(entry => entry.entityId))
  report.lost += [...acknowledged].filter(id => !ids.has(id)).length
  report.torn += books.filter(book => !audited.has(book.id) || digest(book.description) !== book.title).length
  report.torn += [...audited].filter(id => !ids.has(id)).length
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Writes a book and its audit entry in one transaction, and gives the book's id. */
async function writeRecord(db: OpenDatabase): Promise<string> {
  const id = newId()
  const description = id.repeat(1 + Math.floor(Math.random() * 600))
  await db.kysely.transaction().execute(async trx => {
    const book = {
      id,
      title: digest(description),
      description,
      subject: 'MATH' as const,
      stage: 'FIRST_PRIMARY' as const,
    }
    await trx
      .insertInto('books')
      .values({ ...book, releaseYear: 2026, keywords: [] })
      .execute()
    const entry = { id: newId(), action: 'CREATE', entity: 'BOOK', entityId: id, description: 'write' }
    await trx.insertInto('auditEntries').values(entry).execute()
  })
  return id
}

function startVictim(task: string, dataDir: string): ChildProcess {
  return spawn(process.execPath, [...briefProgram, script, task, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function killAfter(victim: ChildProcess, delayMs: number): Promise<void> {
  const ended = new Promise(resolve => victim.once('close', resolve))
  const timer = setTimeout(() => victim.kill('SIGKILL'), delayMs)
  await ended
  clearTimeout(timer)
}

/** Runs a writer until `delayMs` after its first acknowledgement and gives the ids that it acknowledged. */
async function acknowledgedByVictim(dataDir: string, delayMs: number): Promise<string[]> {
  const victim = startVictim('write', dataDir)
  let output = ''
  const started = Promise.withResolvers<void>()
  victim.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
    started.resolve()
  })
  victim.once('close', () => started.resolve())
  await started.promise
  await killAfter(victim, delayMs)
  const lines = output.split('\n')
  return lines.slice(0, -1)
}

async function writeForEver(dataDir: string): Promise<never> {
  const db = await openDatabase({ dataDir })
  let rows = 0
  async function write(): Promise<never> {
    for (;;) {
      fs.writeSync(1, `${await writeRecord(db)}\n`)
      rows += 1
      if (rows % checkpointEveryRows === 0) await sql`checkpoint`.execute(db.kysely)
    }
  }
  return Promise.race(Array.from({ length: writersAtOnce }, write))
}

async function main(): Promise<void> {
  const [first = '40', second = '10'] = process.argv.slice(2)
  if (first === 'write') await writeForEver(second)
  if (first === 'first-start') {
    await withDatabase(second, migrateToLatest)
    return
  }
  const report = await killDuringWrites(Number(first))
  console.log('kill -9 during writes:', report)
  console.log(
    `kill -9 during first start: ${await killDuringFirstStart(Number(second))} of ${second} could not be opened`,
  )
}

if (import.meta.main) await main()
