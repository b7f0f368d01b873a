/**
 * A drill from nothing: makes a site of many records and large files, backs it up, restores the backup into an empty place and
 * starts the site there. Tells how long each step took, and compares every record and every file.
 * Usage: node bench/restore-drill.ts [records, default 5000] [gigabytes, default 5] [folder]. Needs three times the room on the disk.
 * Exit code 1 when anything is not as it was.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { operatorPaths } from '#contract/paths.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { readConfig } from '#server/config.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { scrubFiles } from '#server/files/scrub.ts'
import { createServices } from '#server/services.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { noteInput } from '#test/factories.ts'
import { megabytes, serverEnvironment, startServer, writeLargePdf } from './upload-server.ts'

const [recordsText = '5000', gigabytes = '5', place = os.tmpdir()] = process.argv.slice(2)
const records = Number(recordsText)
const fileBytes = 10 * 1024 * 1024
const files = Math.ceil((Number(gigabytes) * 1024 ** 3) / fileBytes)
const folder = fs.mkdtempSync(path.join(place, 'rafid-drill-'))
const live = path.join(folder, 'live')
const backup = path.join(folder, 'backup')
const restored = path.join(folder, 'restored')
const quiet = pino({ level: 'silent' })

async function timed<Result>(what: string, act: () => Promise<Result> | Result): Promise<Result> {
  const startedAt = performance.now()
  const result = await act()
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** Records and files, as the services write them; what they cause in the background is left to the site. */
async function makeSite(): Promise<void> {
  const database = await openDatabase({ dataDir: live })
  await migrateToLatest(database)
  const services = await createServices(readConfig({ DATA_DIR: live, DEMO: '0' }), database, quiet)
  await services.jobRunner.close()
  const links: string[] = []
  const file = path.join(folder, 'made.pdf')
  for (let at = 0; at < files; at += 1) {
    writeLargePdf(file, fileBytes)
    links.push((await services.files.store(fs.createReadStream(file), { name: `${at}.pdf` })).url)
  }
  for (let at = 0; at < records; at += 1) {
    const directLink = links[at % links.length] ?? ''
    await services.notes.create(noteInput({ title: `ملزمة ${at}`, directLink }), systemActor)
  }
  fs.rmSync(file)
  await services.close()
}

function run(name: string, args: string[], dataDir: string): void {
  const script = path.join(import.meta.dirname, '../server/backup', name)
  const { status } = spawnSync(process.execPath, [script, ...args], {
    env: serverEnvironment(dataDir),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
}

/** Everything that a record says, and which files are whole, of a data directory that nobody has open. */
async function contentOf(dataDir: string): Promise<{ notes: string[]; bytes: number; damaged: number }> {
  const database = await openDatabase({ dataDir })
  const opened = await createFilesService({
    database,
    config: { dataDir, objectStore: undefined, siteUrl: undefined },
    log: quiet,
    keepsHouse: false,
  })
  const rows = await database.kysely.selectFrom('notes').selectAll().orderBy('id').execute()
  const { findings, bytes } = await scrubFiles(opened.parts)
  await opened.close()
  await database.close()
  return { notes: rows.map(row => JSON.stringify(row)), bytes, damaged: findings.length }
}

try {
  await timed(`a site of ${records} records and ${files} files is made`, makeSite)
  await timed('backup', () => run('backup.command.ts', [backup], live))
  await timed('restore into an empty place', () => run('restore.command.ts', [backup], restored))
  await timed('the site serves', async () => {
    const server = await startServer(restored, { LOG_LEVEL: 'fatal' })
    const answer = await fetch(server.address + operatorPaths.ready)
    await server.stop()
    if (answer.status !== 200) throw new Error(`It is not ready: ${await answer.text()}`)
  })
  const [before, after] = [await contentOf(live), await contentOf(restored)]
  const isSame = JSON.stringify(before.notes) === JSON.stringify(after.notes)
  const isWhole = after.damaged === 0 && after.bytes === before.bytes
  console.log(
    `${after.notes.length} records ${isSame ? 'are' : 'are NOT'} as they were, ${megabytes(after.bytes)} of files ${isWhole ? 'are' : 'are NOT'} whole; load ${os.loadavg()[0]?.toFixed(1)}`,
  )
  if (!isSame || !isWhole || after.notes.length !== records) process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
