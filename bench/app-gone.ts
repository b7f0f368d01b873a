/**
 * What answers when the application is gone: nginx with deploy/nginx.conf in front of a real server, a few addresses
 * warm, a mirror taken; then the server is killed.
 * Usage: node bench/app-gone.ts. Needs nginx. Exit code 1 when a page, a bucket or the picture of an own row does not
 * answer as before, from what nginx has kept or, with an empty cache, from the mirror alone.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths, paths } from '#contract/paths.ts'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import { buildIfStale } from '../tools/build.ts'
import { takeSnapshot } from '../tools/snapshot.ts'
import { freePort } from './beside-nginx.ts'
import { hasNginx, startShippedNginx } from './shipped-nginx.ts'
import type { Front } from './shipped-nginx.ts'
import { publishArchive, untilRead } from './publish-archive.ts'
import { writeSchoolArchive } from './school-archive.ts'
import { signIn, startServer } from './upload-server.ts'

const stage = 'SIXTH_PREPARATORY'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-gone-'))
const mirror = path.join(folder, 'mirror')
const failures: string[] = []

if (!hasNginx()) {
  console.log('This needs nginx, which is not installed.')
  process.exit(1)
}

interface Answer {
  status: number
  type: string
  bytes: Buffer
}

async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address, { redirect: 'manual', ...init })
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
}

interface Asked {
  what: string
  address: string
  init?: RequestInit
}

/** Asks again and compares with what the application had answered. */
async function compare(where: string, front: Front, asked: readonly Asked[], before: readonly Answer[]) {
  for (const [at, { what, address, init }] of asked.entries()) {
    const now = await ask(front.address + address, init)
    const old = before[at]
    const isSame = now.status === old?.status && now.bytes.equals(old.bytes)
    const isTyped = now.type.split(';')[0] === old?.type.split(';')[0]
    console.log(
      `${where}: ${what}: ${now.status}, ${now.bytes.length} bytes${isSame && isTyped ? '' : ', NOT as before'}`,
    )
    if (!isSame || !isTyped) failures.push(`${where}: ${what} (${address}) ${now.status} ${now.type}`)
  }
}

async function expectStatus(
  front: Front,
  address: string,
  status: number,
  init?: RequestInit,
): Promise<void> {
  const now = await ask(front.address + address, init)
  console.log(`nobody can answer ${init?.method ?? 'GET'} ${address}: ${now.status}, ${now.type}`)
  if (now.status !== status) failures.push(`${address} answered ${now.status}`)
}

buildIfStale()
const zip = path.join(folder, 'results.zip')
const schools = await writeSchoolArchive(zip, { schools: 6, bytes: 6e6 })
const appPort = await freePort()
const server = await startServer(path.join(folder, 'data'), {
  PORT: String(appPort),
  SITE_URL: `http://127.0.0.1:${appPort}`,
  TRUST_PROXY: '1',
})
fs.mkdirSync(mirror)
fs.writeFileSync(path.join(mirror, 'headers.conf'), '')
const fronts: Front[] = []
try {
  const result = await publishArchive(server, await signIn(server.address), zip)
  const sheets = await untilRead(server, result, schools.slice(0, 4))
  const stagePage = paths.resultsOfGrade(stage)
  let html = ''
  do {
    await wait(500)
    html = (await ask(server.address + stagePage)).bytes.toString()
  } while (!html.includes('data-digits'))
  const [, buckets = ''] = /data-numbers="([^"]+)"/.exec(html) ?? []
  const [, digits = '1'] = /data-digits="(\d+)"/.exec(html) ?? []
  const [, version = ''] = /data-version="([^"]+)"/.exec(html) ?? []
  const bucketAt = (at: number) =>
    `${buckets}${at.toString(16).padStart(Number(digits), '0')}.json?v=${version}`
  const readBucket = async (at: number) =>
    JSON.parse((await ask(server.address + bucketAt(at))).bytes.toString()) as NumberBucket
  const places = [...(await readBucket(1)).pages, ...(await readBucket(2)).pages]
  const pictures = [...new Set(places.flatMap(({ picture }) => picture?.url ?? []))]
  const part = { headers: { range: 'bytes=1000-400000' } }

  const warm: Asked[] = [
    { what: 'page of a stage', address: stagePage },
    { what: 'page of a sheet', address: paths.sheet(sheets[0]?.id ?? '') },
    { what: 'bucket', address: bucketAt(1) },
    { what: 'picture of an own row', address: pictures[0] ?? '' },
    { what: 'part of a sheet', address: places[0]?.url ?? '', init: part },
    { what: 'board', address: `${apiPaths.resultStatus}?stage=${stage}` },
  ]
  const cold: Asked[] = [
    { what: 'page of results', address: paths.results },
    {
      what: 'page of schools',
      address: `${paths.schoolsOfGrade(stage)}?city=${encodeURIComponent('البصرة')}&try=1&year=2026`,
    },
    { what: 'page of another sheet', address: paths.sheet(sheets[3]?.id ?? '') },
    { what: 'bucket nobody asked for', address: bucketAt(3) },
    { what: 'picture of another row', address: pictures.at(-1) ?? '' },
    { what: 'script', address: /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '' },
  ]
  for (const { address, what } of [...warm, ...cold]) if (address === '') throw new Error(`No ${what}`)
  const answered = async (asked: readonly Asked[]) => {
    const answers: Answer[] = []
    for (const { address, init } of asked) answers.push(await ask(server.address + address, init))
    return answers
  }
  const before = { warm: await answered(warm), cold: await answered(cold) }
  const front = await startShippedNginx({ home: path.join(folder, 'front'), mirror, appPorts: [appPort] })
  fronts.push(front)
  await compare('through nginx', front, warm, before.warm)
  const startedAt = performance.now()
  const taken = await takeSnapshot({
    folder: mirror,
    from: server.address,
    scope: 'results',
    dataDir: path.join(folder, 'data'),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `mirror: ${taken.files} files in ${seconds} s, ${taken.failed.length} failed, ${taken.missing.length} not there`,
  )
  for (const address of [...taken.failed, ...taken.missing]) failures.push(`not in the mirror: ${address}`)
  await server.kill()
  /* The board may be kept for ten seconds: after them it is stale. */
  await wait(11_000)
  await compare('kept by nginx', front, warm, before.warm)
  await compare('never asked for', front, cold, before.cold)
  const empty = await startShippedNginx({ home: path.join(folder, 'empty'), mirror, appPorts: [appPort] })
  fronts.push(empty)
  await compare('from the mirror alone', empty, [...warm, ...cold], [...before.warm, ...before.cold])
  await expectStatus(empty, '/books', 503)
  await expectStatus(empty, '/results/nowhere', 503)
  await expectStatus(empty, '/api/books', 503)
  await expectStatus(empty, paths.resultAnswer(stage), 503, { method: 'POST', body: 'number=1' })
} finally {
  for (const front of fronts) await front.stop()
  await server.kill()
  fs.rmSync(folder, { recursive: true, force: true })
}
for (const text of failures) console.error(`Failed: ${text}`)
process.exitCode = failures.length > 0 ? 1 : 0
