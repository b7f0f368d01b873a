import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatDigits } from '#contract/format.ts'
import { buildApp } from '#server/app.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import type { Services } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs } from '#test/build-app.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { resultInput } from '#test/factories.ts'
import { makeZip, streamOf } from '#test/files.ts'

const sheets = fileURLToPath(new URL('../../test/fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string; name: string }[] }[]
}
const students = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students ?? []
const number = students[2]?.number ?? ''
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const address = '/results/sixth-preparatory/answer'

let database: TestDatabase
let services: Services
let app: AppInstance
const logged: string[] = []
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-answer-'))

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', PORT: '0', HOST: '127.0.0.1' })
  database = await openTestDatabase()
  services = await createServices(config, database, log)
  app = await buildApp(services)
  const person = {
    email: 'a@rafid.example',
    name: 'شخص',
    password: 'a long password 1',
    role: 'admin' as const,
  }
  await addPersonTo(services, person)
  const staff = await signInAs(app, person.email, person.password)
  const zip = await makeZip({ 'إعدادية النور.pdf': fs.readFileSync(`${sheets}/calc-marks.pdf`) })
  const { url } = await services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
  const place = { stage: 'SIXTH_PREPARATORY', city: 'كركوك', branch: 'SCIENTIFIC', try: 1, releaseYear: 2026 }
  const added = await staff.send('POST', '/api/results', { ...resultInput({ directLink: url }), ...place })
  expect(added.statusCode, added.body).toBe(201)
  await vi.waitFor(async () => expect((await send(number)).statusCode).toBe(200), {
    timeout: 60_000,
    interval: 1500,
  })
}, 90_000)
afterAll(async () => {
  await app.close()
  await services.close()
  await database.cleanup()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const send = (typed: string, headers = {}) =>
  app.inject({
    method: 'POST',
    url: address,
    headers: { ...form, ...headers },
    payload: new URLSearchParams({ number: typed, releaseYear: '2026', try: '1' }).toString(),
  })

describe('the answer to an exam number that was sent without scripts', () => {
  it('begins at a field of the stage’s page', async () => {
    const page = await app.inject({ method: 'GET', url: '/results/sixth-preparatory' })
    expect(page.body).toContain(`action="${address}"`)
    expect(page.body).toMatch(/<input(?=[^>]+inputMode="numeric")[^>]+name="number"/i)
  })

  it('shows head and own row, cut by the browser, and nobody else in words', async () => {
    const page = await send(number.replace(/^(...)/, '$1 '))
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(page.body).toContain('إعدادية النور')
    expect(page.body).toContain('كركوك · علمي')
    expect(page.body).toMatch(/<svg viewBox="[\d. ]+" role="img"/)
    expect(page.body).toMatch(/<image href="\/files\/[0-9a-f]{64}\//)
    expect(page.body).not.toContain('style=')
    for (const { name } of students) expect(page.body).not.toContain(name)
    expect(page.body).toMatch(/href="\/results\/sheet\/[0-9a-z]{16}#page-1"/)
    const schools = new URLSearchParams({ city: 'كركوك', try: '1', year: '2026' })
    expect(page.body.replaceAll('&amp;', '&')).toContain(
      `href="/results/sixth-preparatory/schools?${schools}"`,
    )
    const picture = /<image href="(\/files\/[^"]+)"/.exec(page.body)?.[1] ?? ''
    expect((await app.inject({ url: picture })).headers['x-robots-tag']).toBe('noindex')
  })

  it('says of a number that is not there what is out, and gives the field again', async () => {
    const page = await send('9999999999')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('9999999999')
    expect(page.body).toContain('صدرت في كركوك فقط')
    expect(page.body).toContain(`action="${address}"`)
    const ways = page.body.replaceAll('&amp;', '&')
    expect(ways).toContain('href="/results/sixth-preparatory/schools?try=1&year=2026"')
    const short = await send('12')
    expect(short.statusCode).toBe(422)
    expect(short.body).toContain('الرقم الامتحاني من ٦ إلى ١٤ رقماً')
  })

  it('is refused to other sites, and leads back who has nothing to send', async () => {
    expect((await send(number, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    const back = await app.inject({ method: 'GET', url: address })
    expect(back.headers.location).toBe('/results/sixth-preparatory')
  })

  it('leaves the number in no address, log line, visit, log entry or table but that of the sheets', async () => {
    await app.inject({
      method: 'POST',
      url: '/api/results/lookup',
      payload: { stage: 'SIXTH_PREPARATORY', number },
    })
    const wrong = `${number}777`
    await app.inject({
      method: 'POST',
      url: '/api/results/lookup',
      payload: { stage: 'SIXTH_PREPARATORY', number: wrong },
    })
    await app.inject({ method: 'POST', url: '/api/results/lookup', payload: { stage: 'NONE', number } })
    /* Typed into a search, in whatever spelling, it stays there as little. */
    const typed = [number, formatDigits(number), number.replace(/^(...)/, '$1-'), `رقمي ${number}`]
    for (const each of typed) {
      for (const url of [
        '/api/search',
        '/search',
        '/results/sixth-preparatory/schools',
        '/api/search/inside',
      ])
        await app.inject({ url: `${url}?${new URLSearchParams({ q: each, search: each })}` })
    }
    await services.search.listMisses(100)
    const page = await send(number)
    expect(page.body.match(/(?:href|action|src)="[^"]*"/g)?.join(' ')).not.toContain(number)
    expect(logged.length).toBeGreaterThan(3)
    for (const each of [...typed, ...typed.map(encodeURIComponent)])
      expect(logged.join('\n')).not.toContain(each)
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(services.database.kysely)
    const holding: string[] = []
    for (const { name } of tables.rows) {
      const found = await sql`select 1 from ${sql.table(name)} as held
        where held::text like any (${typed.map(each => `%${each}%`)}) limit 1`.execute(
        services.database.kysely,
      )
      if (found.rows.length > 0) holding.push(name)
    }
    expect(holding).toEqual(['sheet_numbers'])
  })
})
