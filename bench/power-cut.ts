/**
 * Cuts the power under the embedded database at random moments, and checks that nothing acknowledged is lost.
 * A process adds records while every write and every sync is noted; then, for each cut, a directory is made that has what was
 * synced before it and of the rest some pages by chance, and the database is opened on it.
 * Usage: npm run bench -- power-cut [cuts, default 40] [records, default 300]. Exit code 1 when anything is lost, torn or closed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/base/db/open.ts'
import { startAuditChain } from '#server/staff/audit/audit-chain.ts'
import { createAuditService } from '#server/staff/audit/audit.service.ts'
import { verifyChain } from '#server/staff/audit/verify-chain.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import { DiskLog, readDiskLog, recordingOption } from './disk-log.ts'
import { DiskModel } from './disk-model.ts'

const script = fileURLToPath(import.meta.url)
const writersAtOnce = 4
const checkpointEveryRows = 60
/** Which part of what was not synced the disk has, one cut after the other. */
const partsKept = [0, 0.5, 0.9, 1]
const nobody = { info() {}, warn() {}, error() {} }

export interface PowerCutReport {
  cuts: number
  /** What the process did to the disk, and how often it synced a file or folder. */
  steps: number
  syncs: number
  /** Records that were acknowledged before the last cut. */
  acknowledged: number
  lost: number
  /** Records without their entry in the log or with other bytes, and entries without their record. */
  torn: number
  /** Faults in the chain of the log. */
  broken: number
  /** Directories on which the database did not open, or took no record more. */
  failedOpens: number
}

/**
 * Records one process that adds `records` records, and cuts its power at `cuts` random steps.
 * Shape: `lost`, `torn`, `broken` and `failedOpens` must be 0.
 */
export async function cutPower(cuts: number, records: number): Promise<PowerCutReport> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-power-'))
  const dataDir = path.join(folder, 'data')
  const file = path.join(folder, 'steps')
  try {
    await withDatabase(dataDir, migrateToLatest)
    const model = new DiskModel(path.join(dataDir, 'database'))
    await recordWriter(dataDir, file, records)
    const steps = readDiskLog(file)
    const said = new Set<string>()
    const report = {
      cuts: 0,
      steps: steps.length,
      acknowledged: 0,
      lost: 0,
      torn: 0,
      broken: 0,
      failedOpens: 0,
    }
    const moments = Array.from({ length: cuts }, () => Math.floor(Math.random() * (steps.length + 1)))
    let done = 0
    for (const moment of moments.sort((first, second) => first - second)) {
      for (const step of steps.slice(done, moment)) {
        model.apply(step)
        if (step.did === 'say') said.add(step.what)
      }
      done = moment
      const cutDir = path.join(folder, `cut-${report.cuts}`)
      model.writeRest(path.join(cutDir, 'database'), partsKept[report.cuts % partsKept.length] ?? 0)
      await checkWhatIsLeft(cutDir, said, report)
      fs.rmSync(cutDir, { recursive: true, force: true })
      report.cuts += 1
    }
    return {
      ...report,
      syncs: steps.filter(({ did }) => did === 'sync').length,
      acknowledged: said.size,
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function withDatabase(dataDir: string, act: (db: OpenDatabase) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    await act(db)
  } finally {
    await db.close()
  }
}

async function checkWhatIsLeft(
  dataDir: string,
  said: ReadonlySet<string>,
  report: Pick<PowerCutReport, 'lost' | 'torn' | 'broken' | 'failedOpens'>,
): Promise<void> {
  try {
    await withDatabase(dataDir, async db => {
      const books = await db.kysely.selectFrom('books').select(['id', 'title', 'description']).execute()
      const entries = await db.kysely.selectFrom('auditEntries').select('entityId').execute()
      const ids = new Set(books.map(({ id }) => id))
      const audited = new Set(entries.map(({ entityId }) => entityId))
      report.lost += [...said].filter(id => !ids.has(id)).length
      report.torn += books.filter(
        ({ id, title, description }) => !audited.has(id) || digest(description) !== title,
      ).length
      report.torn += [...audited].filter(id => !ids.has(id)).length
      report.broken += (await verifyChain(db.kysely)).faults.length
      await addRecord(db, createAuditService({ database: db }))
    })
  } catch (error) {
    console.error(error)
    report.failedOpens += 1
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Adds a book and its audit entry in one transaction, and gives the book's id. */
async function addRecord(db: OpenDatabase, audit: ReturnType<typeof createAuditService>): Promise<string> {
  const id = newId()
  const description = id.repeat(1 + Math.floor(Math.random() * 600))
  await db.kysely.transaction().execute(async transaction => {
    const kind = { subject: 'MATH', stage: 'FIRST_PRIMARY' } as const
    await transaction
      .insertInto('books')
      .values({ id, title: digest(description), description, ...kind, releaseYear: 2026, keywords: [] })
      .execute()
    const what = { action: 'CREATE', entity: 'BOOK', entityId: id, description: 'write' } as const
    await audit.writeEntry(transaction, { ...what, actor: systemActor, oldData: null, newData: { id } })
  })
  return id
}

/** Runs a process that adds records and then ends at once; `file` has its steps. Errors: throws when it ends otherwise. */
async function recordWriter(dataDir: string, file: string, records: number): Promise<void> {
  const NODE_OPTIONS = recordingOption(file, path.resolve(dataDir, 'database'))
  const writer = spawn(process.execPath, [script, 'write', dataDir, file, String(records)], {
    env: { ...process.env, NODE_OPTIONS },
    stdio: 'inherit',
  })
  const signal = await new Promise(resolve => writer.once('close', (_, ended) => resolve(ended)))
  if (signal !== 'SIGKILL') throw new Error('The process that adds records ended before it was done.')
}

async function writeRecords(dataDir: string, file: string, records: number): Promise<never> {
  const db = await openDatabase({ dataDir })
  const log = new DiskLog(file)
  const chain = startAuditChain({ database: db, log: nobody })
  const audit = createAuditService({ database: db, chain })
  let begun = 0
  async function write(): Promise<void> {
    while (begun < records) {
      begun += 1
      const isCheckpointDue = begun % checkpointEveryRows === 0
      log.note({ did: 'say', what: await addRecord(db, audit) })
      if (isCheckpointDue) await sql`checkpoint`.execute(db.kysely)
    }
  }
  await Promise.all(Array.from({ length: writersAtOnce }, write))
  await chain.run()
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

async function main(): Promise<void> {
  const [first = '40', second = '300', file = '', records = ''] = process.argv.slice(2)
  if (first === 'write') await writeRecords(second, file, Number(records))
  const report = await cutPower(Number(first), Number(second))
  console.log('power cuts during writes:', report)
  const { lost, torn, broken, failedOpens } = report
  if (lost + torn + broken + failedOpens > 0) process.exitCode = 1
}

if (import.meta.main) await main()
