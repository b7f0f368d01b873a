/**
 * Kills the server with SIGKILL while everything goes on: records, uploads whole and in pieces, archives with their jobs, acts on
 * many records, people who sign in and out. After each kill and at the end it looks whether anything acknowledged is lost,
 * anything is done by half, a session has come back, a job stays behind or the audit log is broken.
 * Usage: node bench/kill-everything.ts [kills, default 100] [engine: pglite (default) or postgres]
 * With PostgreSQL every tenth kill takes its server as well. Exit code 1 when something is wrong.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { openDatabase } from '#server/base/db/open.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { scrubFiles } from '#server/files/scrub.ts'
import { verifyChain } from '#server/staff/audit/verify-chain.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'
import { createVictims } from './kill-victims.ts'
import { writeSchoolArchive } from './school-archive.ts'
import { endServers, signIn, startServer } from './upload-server.ts'
import type { ServerProcess } from './upload-server.ts'

const [first = '100', engine = 'pglite'] = process.argv.slice(2)
const kills = countOf(first)
const mostAcknowledged = 30
const longestLifeMs = 20_000
const longestWaitMs = 300
const databaseDiesEvery = 10
/** So long may no job end while some are left. */
const longestStandstillMs = 300_000

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-kill-everything-'))
const dataDir = path.join(directory, 'data')

const postgres = await openBenchEngine(engine, 'rafid-kill-everything-pg-')
const databaseUrl = postgres?.databaseUrl('postgres')
const archive = path.join(directory, 'results.zip')
await writeSchoolArchive(archive, { schools: 1, bytes: 200_000 })
const victims = createVictims({ directory, archive })
const start = (): Promise<ServerProcess> =>
  startServer(dataDir, {
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: '1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })

/** Waits until no job is left that could run, or none moves. */
async function untilJobsEnded(): Promise<void> {
  const server = await start()
  const staff = await signIn(server.address)
  let moved = { at: Date.now(), left: Infinity }
  for (; Date.now() - moved.at < longestStandstillMs; await wait(500)) {
    const answer = await fetch(`${server.address}/api/jobs`, { headers: { cookie: staff.cookie } })
    const { counts } = (await answer.json()) as { counts: Record<string, number> }
    const left = (counts['waiting'] ?? 0) + (counts['running'] ?? 0)
    if (left === 0) break
    if (left < moved.left) moved = { at: Date.now(), left }
  }
  await victims.judge(server.address, staff, true)
  await server.stop()
}

async function judgeFromInside(): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl })
  const files = await createFilesService({
    database,
    config: { dataDir, objectStore: undefined, siteUrl: undefined },
    log: pino({ level: 'silent' }),
    keepsHouse: false,
  })
  const links = await database.kysely.selectFrom('notes').select('directLink').execute()
  const addresses = links.flatMap(({ directLink }) => (directLink?.startsWith('/files/') ? directLink : []))
  const facts = await files.factsOf(addresses)
  const { findings, checked } = await scrubFiles(files.parts)
  const jobs = await database.kysely
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count')] as const)
    .groupBy(['kind', 'state'])
    .execute()
  const drawn = new Set(
    (await database.kysely.selectFrom('jobs').select('key').where('kind', '=', 'draw-pages').execute()).map(
      ({ key }) => key,
    ),
  )
  const chain = await verifyChain(database.kysely)
  await files.close()
  await database.close()
  const { losses } = victims
  for (const link of addresses) if (!facts.has(link)) losses.add('a record without its file', link)
  for (const link of facts.keys())
    if (!drawn.has(link.split('/')[2] ?? '')) losses.add('a file whose job was lost', link)
  for (const { damage, key } of findings) if (damage !== 'orphaned') losses.add(`a file is ${damage}`, key)
  for (const { kind, state, count } of jobs)
    if (state !== 'done' && state !== 'cancelled') losses.add(`jobs ${kind} are ${state}`, String(count))
  for (const fault of chain.faults) losses.add(`the audit log: ${fault.what}`, fault.entryId)
  const done = jobs.reduce((sum, { count }) => sum + count, 0)
  console.log(
    `${checked} files read from end to end, ${done} jobs done, ${chain.sound} entries of the log in their chain`,
  )
}

try {
  for (let kill = 1; kill <= kills; kill += 1) {
    const server = await start()
    const staff = await signIn(server.address)
    await victims.judge(server.address, staff)
    const ended = victims.work(server.address, staff)
    await victims.untilAcknowledged(1 + Math.floor(Math.random() * mostAcknowledged), longestLifeMs)
    await wait(Math.random() * longestWaitMs)
    const takesDatabase = postgres !== undefined && kill % databaseDiesEvery === 0
    await Promise.all([server.kill(), takesDatabase && postgres.crash()])
    await ended
    if (takesDatabase) await postgres.start()
    if (kill % 10 === 0)
      console.log(
        `${kill} kills, ${JSON.stringify(victims.counts)}, ${victims.losses.total()} lost, ${victims.refusals.total()} refused`,
      )
  }
  await untilJobsEnded()
  await judgeFromInside()
} finally {
  await endServers()
  await postgres?.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
console.log(`${engine}: ${kills} kills; acknowledged before them: ${JSON.stringify(victims.counts)}`)
console.log(`lost: ${victims.losses.total()}`)
for (const line of victims.losses.lines()) console.error(line)
console.log(`refused without a reason: ${victims.refusals.total()}`)
for (const line of victims.refusals.lines()) console.error(line)
const missing = victims.neverAcknowledged()
if (missing.length > 0) console.error(`never acknowledged, so not shown: ${missing.join(', ')}`)
process.exitCode = victims.losses.total() + victims.refusals.total() === 0 && missing.length === 0 ? 0 : 1
