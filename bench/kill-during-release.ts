import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/base/db/open.ts'
import { startS3Server } from '#test/s3-server.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'
import { call, citiesOfGroup, makeArchive, newGroup, post, stage } from './release-plan.ts'
import type { Group } from './release-plan.ts'
import { judgeArchives, judgeJobs, judgePacks, judgeStore } from './release-truth.ts'
import type { Place } from './release-truth.ts'
import { watchReleases } from './release-watch.ts'
import { signIn, startServer } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

/**
 * Kills the server with SIGKILL while archives are opened, sheets are read, numbers are packed, and releases are shown
 * by hand, by the clock, and taken back, before a visitor who never stops asking. Then looks whether every archive is
 * whole, every job was done once, nothing was seen before its time or in part, the packs say what the sheets say, and
 * nothing lies in the store that no record names.
 * Usage: node bench/kill-during-release.ts [KILLS, default 40] [pglite (default) or postgres]
 * With PostgreSQL two processes share it and an S3 store, and one of them is killed at a time. Exit code 1 when
 * something is wrong.
 */
const [first = '40', engine = 'pglite'] = process.argv.slice(2)
const kills = countOf(first)
const isShared = engine === 'postgres'
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-release-'))
const dataDirs = isShared
  ? ['one', 'two'].map(name => path.join(directory, name))
  : [path.join(directory, 'data')]
const phases = ['opening', 'reading', 'packing', 'showing', 'clock', 'hiding'] as const
type Phase = (typeof phases)[number]

const postgres = await openBenchEngine(engine, 'rafid-bench-release-pg-')
const store = isShared ? await startS3Server() : undefined
const databaseUrl = postgres?.databaseUrl('postgres')
const environment: Record<string, string> = { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error' }
if (databaseUrl !== undefined) environment['DATABASE_URL'] = databaseUrl
if (store !== undefined) {
  const { endpoint = '', region, bucket, accessKeyId, secretAccessKey } = store.config
  environment['S3_ENDPOINT'] = endpoint
  environment['S3_REGION'] = region
  environment['S3_BUCKET'] = bucket
  environment['S3_ACCESS_KEY_ID'] = accessKeyId
  environment['S3_SECRET_ACCESS_KEY'] = secretAccessKey
}

const groups: Group[] = []
const servers: (ServerProcess | undefined)[] = dataDirs.map(() => undefined)
const done: Record<Phase, number> = Object.fromEntries(phases.map(name => [name, 0])) as Record<Phase, number>
let staff: Staff | undefined
const at = (ms: number) => wait(Math.random() * ms)

async function startAll(): Promise<{ server: ServerProcess; staff: Staff }> {
  await Promise.all(
    dataDirs.map(async (dataDir, index) => {
      servers[index] ??= await startServer(dataDir, environment)
    }),
  )
  const server = servers.find(each => each !== undefined)
  if (server === undefined) throw new Error('No server runs')
  staff ??= await signIn(server.address)
  return { server, staff }
}

async function upload(server: ServerProcess, by: Staff, zip: Buffer): Promise<string | undefined> {
  const body = new FormData()
  body.append('kind', 'zip')
  body.append('files', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'results.zip')
  const answer = await call<{ files: { file: { url: string } }[] }>(server, by, '/api/files/new', {
    method: 'POST',
    body,
  })
  return answer?.files[0]?.file.url
}

/** Adds the drafts of a year and round, in one act. */
async function addGroup(server: ServerProcess, by: Staff): Promise<void> {
  const group = newGroup(groups.length)
  const results: object[] = []
  for (const [city, name] of citiesOfGroup.entries()) {
    const { zip, numbers, sheets } = await makeArchive(
      group,
      city,
      `${group.releaseYear}-${group.try}-${city}`,
    )
    const directLink = await upload(server, by, zip)
    if (directLink === undefined) return
    group.numbers.push(numbers)
    group.sheets.push(sheets)
    const place = { stage, branch: 'SCIENTIFIC', releaseYear: group.releaseYear, try: group.try }
    results.push({ ...place, city: name, keywords: ['نتائج'], directLink })
  }
  const added = await post<{ data: { results: { id: string }[] } }>(server, by, '/api/staff/results/batch', {
    results,
  })
  /* Without an answer it may be there: another year is taken the next time, and it stays a draft for ever. */
  group.ids = added?.data.results.map(({ id }) => id) ?? []
  groups.push(group)
}

async function publish(
  server: ServerProcess,
  by: Staff,
  group: Group,
  to: 'draft' | 'published',
  moment?: number,
) {
  const records = group.ids.map(id => ({ kind: 'result', id }))
  const isShown = to === 'published'
  if (isShown) group.shownFrom = Math.min(group.shownFrom, moment ?? Date.now())
  group.states.add(to)
  group.changes.most += 1
  const state = moment === undefined ? to : 'scheduled'
  const publishAt = moment === undefined ? null : new Date(moment).toISOString()
  const body = { records, state, publishAt, confirmed: group.ids }
  const answer = await post<object>(server, by, '/api/staff/publications', body).catch(error => {
    /* So slow that the moment had passed: nothing was done. */
    if (moment === undefined || Date.now() < moment) throw error
    return undefined
  })
  if (answer === undefined) return
  group.changes.least += 1
  group.states = new Set([to])
  if (!isShown) Object.assign(group, { shownFrom: Infinity, hiddenSince: Date.now() })
}

/** A group that is surely in this state, and that nothing is about to happen to. */
function groupIn(state: 'draft' | 'published'): Group | undefined {
  const found = groups.filter(
    ({ ids, states, shownFrom }) =>
      ids.length > 0 &&
      states.size === 1 &&
      states.has(state) &&
      (state === 'draft' || Date.now() > shownFrom + 5000),
  )
  return found[Math.floor(Math.random() * found.length)]
}

async function untilJobRuns(server: ServerProcess, by: Staff, kind: string): Promise<boolean> {
  for (const until = Date.now() + 8_000; Date.now() < until; await wait(30)) {
    const list = await call<{ total: number }>(server, by, `/api/jobs?state=running&kind=${kind}&limit=1`)
    if ((list?.total ?? 0) > 0) return true
  }
  return false
}

async function untilPacking(): Promise<boolean> {
  const isPacking = () =>
    dataDirs.some(each => {
      const numbers = path.join(each, 'numbers')
      return fs.existsSync(numbers) && fs.readdirSync(numbers).some(name => name.endsWith('.part'))
    })
  for (const until = Date.now() + 10_000; Date.now() < until; await wait(4)) if (isPacking()) return true
  return false
}

/** Brings the server to a moment of this kind. Shape: what is still under way, and whether the moment came. */
async function reach(
  phase: Phase,
  server: ServerProcess,
  by: Staff,
): Promise<{ rest: Promise<unknown>; isReached: boolean }> {
  const nothing = Promise.resolve()
  if (phase === 'opening') {
    await addGroup(server, by)
    const isReached = await untilJobRuns(server, by, 'open-archive')
    await at(400)
    return { rest: nothing, isReached }
  }
  if (phase === 'reading') {
    const isReached = await untilJobRuns(server, by, 'read-sheets')
    await at(1500)
    return { rest: nothing, isReached }
  }
  const group = groupIn(phase === 'hiding' ? 'published' : 'draft')
  if (group === undefined) {
    await addGroup(server, by)
    await at(1500)
    return { rest: nothing, isReached: false }
  }
  if (phase === 'clock') {
    const moment = Date.now() + 3000
    await publish(server, by, group, 'published', moment)
    await wait(Math.max(0, moment - 150 - Date.now()))
    await at(600)
    return { rest: nothing, isReached: true }
  }
  const rest = publish(server, by, group, phase === 'hiding' ? 'draft' : 'published')
  if (phase !== 'packing') {
    await at(phase === 'hiding' ? 150 : 400)
    return { rest, isReached: true }
  }
  const isReached = await untilPacking()
  await at(80)
  return { rest, isReached }
}

const watch = watchReleases(groups, () => servers.flatMap(server => server?.address ?? []))
const problems: string[] = []
try {
  for (let kill = 0; kill < kills; kill += 1) {
    const beganAt = performance.now()
    const { server, staff: by } = await startAll()
    const startedAt = performance.now()
    if (groupIn('draft') === undefined) await addGroup(server, by)
    const addedAt = performance.now()
    const phase = phases[kill % phases.length] ?? 'opening'
    const { rest, isReached } = await reach(phase, server, by)
    const reachedAt = performance.now()
    done[phase] += isReached ? 1 : 0
    const victims =
      isShared && Math.random() < 0.8 ? [Math.floor(Math.random() * 2)] : servers.map((_, one) => one)
    for (const victim of victims) {
      const ending = servers[victim]
      servers[victim] = undefined
      await ending?.kill()
    }
    await rest
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
    process.stderr.write(
      `${kill + 1}/${kills} ${phase}${isReached ? '' : ' (not reached)'}: started ${seconds(beganAt, startedAt)} s, ` +
        `drafts ${seconds(startedAt, addedAt)} s, moment ${seconds(addedAt, reachedAt)} s, ` +
        `killed ${seconds(reachedAt, performance.now())} s\n`,
    )
  }

  const { server, staff: by } = await startAll()
  for (const until = Date.now() + 40 * 60_000; Date.now() < until; await wait(1000)) {
    const list = await call<{ counts: Record<string, number> }>(server, by, '/api/jobs?limit=1')
    if (list && (list.counts['waiting'] ?? 0) + (list.counts['running'] ?? 0) === 0) break
  }
  await wait(12_000)
  await watch.stop()
  for (const each of servers) await each?.stop()

  const database = await openDatabase({ dataDir: dataDirs[0] ?? '', databaseUrl })
  const place: Place = { database, dataDirs, objectStore: store?.config }
  const settled = groups.filter(group => group.ids.length > 0)
  const packs = await judgePacks(place)
  problems.push(
    ...(await judgeArchives(place, settled)),
    ...(await judgeJobs(place, settled)),
    ...packs.wrong,
  )
  const held = await judgeStore(place)
  problems.push(...held.wrong)
  await database.close()

  console.log(
    `${kills} kills on ${isShared ? 'PostgreSQL, two processes and an S3 store' : 'the embedded database'}`,
  )
  console.log(`at these moments: ${JSON.stringify(done)}`)
  console.log(
    `${settled.length} releases, ${settled.length * citiesOfGroup.length} archives, ${packs.numbers} numbers public`,
  )
  console.log(
    `the visitor asked ${watch.asked} times, was answered ${watch.answered} times, saw wrong ${watch.wrong.length} times`,
  )
  console.log(`${held.files} files in the store after the sweep ${JSON.stringify(held.swept)}`)
  for (const line of [...watch.wrong, ...problems].slice(0, 40)) console.log(`WRONG ${line}`)
} finally {
  for (const each of servers) await each?.kill()
  await store?.stop()
  await postgres?.stop()
  if (process.env['KEEP'] === undefined) fs.rmSync(directory, { recursive: true, force: true })
}
process.exitCode = watch.wrong.length + problems.length > 0 || watch.answered === 0 ? 1 : 0
