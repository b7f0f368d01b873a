import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeZip, streamOf } from '#test/files.ts'
import { createNumberBuckets } from './number-buckets.ts'
import { bucketOf, hashOfNumber, makeIndex } from './number-index.ts'

const sheets = fileURLToPath(new URL('../../../../test/fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string; name: string }[] }[]
}
const students = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students ?? []
const [first] = students
const release = '/results/numbers/sixth-preparatory/2026-1/'

describe('a bucket', () => {
  const page = JSON.stringify({ school: 'إعدادية النور'.repeat(12) })
  const numbers = Array.from({ length: 3000 }, (_, at) => String(1_000_000_000 + at * 7))
  const index = makeIndex(
    'v',
    numbers.map(() => page),
    numbers.map((number, at) => ({ hash: hashOfNumber(number), page: at, box: [0.1, 0.2, 0.7, 0.02] })),
  )

  it('is never longer than 8 KB, asks for more digits instead, and loses no number', () => {
    for (const number of numbers) {
      const hash = hashOfNumber(number)
      let digits = 1
      for (;;) {
        const prefix = hash.slice(0, digits)
        const body = bucketOf(index, prefix)
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8 * 1024)
        const bucket = JSON.parse(body) as NumberBucket
        if (bucket.longer !== undefined) {
          digits = bucket.longer
          continue
        }
        const [own, ...others] = bucket.numbers.filter(([rest]) => prefix + rest === hash)
        expect(others).toEqual([])
        expect(own?.[2]).toEqual([0.1, 0.2, 0.7, 0.02])
        break
      }
    }
  })
})

describe('the buckets of a release', () => {
  let site: TestApp
  let staff: TestStaff
  let id: string

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
    const zip = await makeZip({ 'إعدادية النور.pdf': fs.readFileSync(`${sheets}/calc-marks.pdf`) })
    const { url } = await site.services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
    const place = {
      stage: 'SIXTH_PREPARATORY',
      city: 'كركوك',
      branch: 'SCIENTIFIC',
      try: 1,
      releaseYear: 2026,
    }
    const input = { ...resultInput({ directLink: url }), ...place, state: 'draft' }
    id = (await staff.send('POST', '/api/results', input)).json().data.id
    await vi.waitFor(
      async () => {
        const answer = await staff.send('GET', `/api/results/${id}/sheets/all`)
        expect(answer.json().data.reading.numbers).toBe(students.length)
      },
      { timeout: 60_000, interval: 500 },
    )
  }, 90_000)
  afterAll(() => site.close())

  const get = (name: string, headers = {}) => site.app.inject({ method: 'GET', url: release + name, headers })

  it('are there from the moment that their result is public, and gone with it', async () => {
    expect((await get('a.json')).statusCode).toBe(404)
    const records = [{ kind: 'result', id }]
    await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    const hash = hashOfNumber(first?.number ?? '')
    const answer = await get(`${hash.slice(0, 2)}.json`)
    expect(answer.statusCode, answer.body).toBe(200)
    const bucket = answer.json() as NumberBucket
    const [found] = bucket.numbers.filter(([rest]) => hash.slice(0, 2) + rest === hash)
    expect(bucket.pages[found?.[1] ?? -1]).toMatchObject({ school: 'إعدادية النور', city: 'كركوك', page: 1 })
    expect((await get('zz.json')).statusCode).toBe(422)
  })

  it('hold no name and no number', async () => {
    for (const digit of '0123456789abcdef') {
      const { body } = await get(`${digit}.json`)
      for (const { number, name } of students) {
        expect(body).not.toContain(number)
        expect(body).not.toContain(name.split(' ')[0])
      }
    }
  })

  it('may be kept for ever under their version, and are asked for again without it', async () => {
    const version = site.services.numberBuckets.versionOf({ stage: 'SIXTH_PREPARATORY', release: '2026-1' })
    const kept = await get(`a.json?v=${version}`)
    expect(kept.headers['cache-control']).toContain('immutable')
    const now = await get('a.json?v=older')
    expect(now.headers['cache-control']).toContain('max-age=0')
    expect((await get('a.json', { 'if-none-match': now.headers.etag })).statusCode).toBe(304)
  })

  it('go on after a start without the database', async () => {
    const anew = createNumberBuckets({
      db: {} as never,
      changes: { onChange: () => undefined },
      directory: path.join(site.services.config.dataDir, 'numbers'),
      warn: () => undefined,
    })
    const hash = hashOfNumber(first?.number ?? '')
    const found = await anew.find({ stage: 'SIXTH_PREPARATORY', release: '2026-1' }, hash.slice(0, 3))
    expect(found?.body).toContain(hash.slice(3))
    await anew.close()
  })
})
