import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discoveryPaths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { resultListQuerySchema } from '#contract/resources/result.ts'
import { sheetListQuerySchema } from '#contract/resources/sheet.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { keyOfAnswer } from '#server/base/http/keep-answers.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import { readConfig } from '#server/config.ts'
import { hashOfNumber } from '#server/content/results/numbers/number-pack.ts'
import { createServices, type Services } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { bareEnvironment } from '#test/environment.ts'
import { signInAs, type TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeTestDirectory, makeZip, streamOf } from '#test/files.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  startPostgresServer,
  type PostgresServer,
} from '#test/postgres-server.ts'

const programs = findPostgresPrograms()
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const sheets = fileURLToPath(new URL('../../test/fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string }[] }[]
}
const numberOf = (id: string) => truth.sheets.find(sheet => sheet.id === id)?.students[0]?.number ?? ''
const stage = 'SIXTH_PREPARATORY'
const siteUrl = 'http://rafid.example'
const soon = { timeout: 60_000, interval: 300 }

describe.runIf(programs !== undefined)('what is public of results, when the database is gone', () => {
  const dataDir = makeTestDirectory()
  let postgres: PostgresServer
  let services: Services
  let app: AppInstance
  let staff: TestStaff
  let child: ChildProcess | undefined
  const environment = () => ({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.databaseUrl('postgres'),
    SITE_URL: siteUrl,
    DEMO: '0',
    PORT: '0',
    HOST: '127.0.0.1',
  })

  async function addResult(sheet: string, change: object): Promise<string> {
    const zip = await makeZip({ [`مدرسة ${sheet}.pdf`]: fs.readFileSync(`${sheets}/${sheet}.pdf`) })
    const { url } = await services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
    const place = { stage, branch: 'SCIENTIFIC', try: 1, releaseYear: 2026, state: 'draft' }
    const added = await staff.send('POST', '/api/results', {
      ...resultInput({ directLink: url }),
      ...place,
      ...change,
    })
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json().data
    const reading = async () => (await staff.send('GET', `/api/results/${id}/sheets/all`)).json().data.reading
    await expect.poll(async () => (await reading()).numbers, soon).toBeGreaterThan(0)
    return id
  }
  const announce = (id: string, state: string) =>
    staff.send('POST', '/api/staff/publications', { records: [{ kind: 'result', id }], state })

  beforeAll(async () => {
    const directory = makeServerDirectory('rafid-test-pg-')
    initCluster(programs ?? '', directory)
    postgres = await startPostgresServer(programs ?? '', directory)
    const database = await openDatabase({ dataDir, databaseUrl: postgres.databaseUrl('postgres') })
    await migrateToLatest(database)
    const nowhere = pino({ level: 'silent' }, { write: () => undefined })
    services = await createServices(readConfig(environment()), database, nowhere)
    app = await buildApp(services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const person = { email: 'person@rafid.example', password: 'a long password' }
    await addPersonTo(services, { ...person, name: 'شخص', role: 'editor' })
    staff = await signInAs(app, person.email, person.password)
  }, 120_000)

  afterAll(async () => {
    child?.kill('SIGKILL')
    await app.close()
    await services.close().catch(() => undefined)
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('goes on in the process, and in one that starts without it; what was taken back does not', async () => {
    const shownId = await addResult('calc-marks', { city: 'كركوك' })
    const takenBackId = await addResult('chromium-slash', { city: 'بابل' })
    await announce(shownId, 'published')
    await announce(takenBackId, 'published')
    const { data } = (await app.inject(`/api/results/${takenBackId}/sheets`)).json()
    const gone = `/results/sheet/${data.sheets[0].id}`
    expect((await app.inject({ url: gone, headers: { host: 'rafid.example' } })).statusCode).toBe(200)
    expect((await announce(takenBackId, 'draft')).statusCode).toBe(200)

    const list = (await app.inject(`/api/results/${shownId}/sheets`)).json().data.sheets
    const [sheet] = list as { id: string; url: string }[]
    const stagePage = '/results/sixth-preparatory'
    const addresses = [
      '/',
      '/results',
      stagePage,
      `${stagePage}/schools`,
      `${stagePage}?path=${encodeURIComponent('2026/كركوك')}`,
      `/results/sheet/${sheet?.id}`,
      '/api/results',
      `/api/results/status?stage=${stage}`,
      `/api/results/${shownId}`,
      `/api/results/${shownId}/sheets`,
      `/api/results/sheets/${sheet?.id}`,
      sheet?.url ?? '',
      discoveryPaths.feed('all'),
      `/results/numbers/sixth-preparatory/2026-1/${hashOfNumber(numberOf('calc-marks')).slice(0, 1)}.json`,
    ]
    /* Nobody has asked for them: they are made ready by themselves. */
    const answers = [
      keyOfAnswer('/api/results', resultListQuerySchema.parse({})),
      keyOfAnswer('/api/results/status', { stage }),
      keyOfAnswer(`/api/results/${shownId}`),
      keyOfAnswer(`/api/results/${shownId}/sheets`, sheetListQuerySchema.parse({})),
      keyOfAnswer(`/api/results/sheets/${sheet?.id}`),
    ]
    const missing = async (kept: KeptAnswers, keys: string[]) => {
      const found = await Promise.all(keys.map(key => kept.get(key)))
      return keys.filter((_, at) => !found[at])
    }
    await expect.poll(() => missing(services.keptAnswers, answers), soon).toEqual([])
    const pages = ['/', '/results', stagePage, `${stagePage}/schools`, `/results/sheet/${sheet?.id}`]
    const pageKeys = pages.map(page => siteUrl + page)
    await expect.poll(() => missing(services.keptPages, pageKeys), soon).toEqual([])
    const lookup = (number: string) => ({
      method: 'POST' as const,
      url: '/api/results/lookup',
      payload: { stage, number },
    })
    for (const address of addresses.filter(each => each.startsWith('/api/')))
      expect((await app.inject(address)).statusCode, address).toBe(200)
    expect((await app.inject(discoveryPaths.feed('all'))).statusCode).toBe(200)
    const before = await app.inject(lookup(numberOf('calc-marks')))
    expect(before.statusCode, before.body).toBe(200)
    await services.keptAnswers.settled()
    await services.keptPages.settled()

    await postgres.crash()
    const here = await Promise.all(addresses.map(url => app.inject(url)))
    expect(here.map(({ statusCode }, at) => `${addresses[at]} ${statusCode}`)).toEqual(
      addresses.map(address => `${address} 200`),
    )
    expect((await app.inject(lookup(numberOf('calc-marks')))).json().data.matches).toEqual(
      before.json().data.matches,
    )
    expect((await app.inject(gone)).statusCode).toBe(503)
    const light = { url: `/results/sheet/${sheet?.id}`, headers: { 'save-data': 'on' } }
    expect((await app.inject(light)).statusCode).toBe(200)

    child = spawn(process.execPath, [main], {
      env: { ...bareEnvironment, LOG_LEVEL: 'silent', ...environment() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    await expect.poll(() => output, soon).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    const there = []
    for (const address of addresses) {
      const answer = await fetch(origin + address)
      there.push({ address, status: answer.status, body: await answer.text() })
    }
    expect(there.filter(({ status }) => status !== 200)).toEqual([])
    const isOfApi = (_: unknown, at: number) => addresses[at]?.startsWith('/api/')
    expect(there.filter(isOfApi).map(({ body }) => body)).toEqual(
      here.filter(isOfApi).map(({ body }) => body),
    )
    const post = async (number: string) =>
      fetch(`${origin}/api/results/lookup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: siteUrl },
        body: JSON.stringify({ stage, number }),
      })
    const found = await post(numberOf('calc-marks'))
    expect(((await found.json()) as { data: object }).data).toMatchObject({
      matches: before.json().data.matches,
    })
    expect((await post(numberOf('chromium-slash'))).status).toBe(404)
    expect((await fetch(origin + gone)).status).toBe(503)
    expect((await fetch(`${origin}/api/health`)).status).toBe(503)

    await postgres.start()
    await expect.poll(async () => (await fetch(`${origin}/api/health`)).status, soon).toBe(200)
    await expect.poll(async () => (await fetch(`${origin}/api/books`)).status, soon).toBe(200)
    expect((await fetch(origin + gone)).status).toBe(404)
  }, 120_000)

  it('is refused at a start that has nothing to hand out', async () => {
    const empty = makeTestDirectory()
    const refused = spawn(process.execPath, [main], {
      env: {
        ...bareEnvironment,
        ...environment(),
        DATA_DIR: path.join(empty, 'data'),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    refused.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    const code = await new Promise(resolve => refused.once('exit', resolve))
    expect(code).toBe(1)
    expect(said).toContain('cannot be reached')
    fs.rmSync(empty, { recursive: true, force: true })
  }, 60_000)
})
