import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeTestDirectory, makeZip, streamOf } from '#test/files.ts'
import { createNumberBuckets } from './number-buckets.ts'
import { hashOfNumber, writePack } from './number-pack.ts'
import { openPack } from './open-pack.ts'
import type { OpenPack } from './open-pack.ts'

const sheets = fileURLToPath(new URL('../../../../test/fixtures/sheets', import.meta.url))
const truth = JSON.parse(fs.readFileSync(`${sheets}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string; name: string }[] }[]
}
const students = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students ?? []
const [first] = students
const name = { stage: 'SIXTH_PREPARATORY', release: '2026-1' } as const
const release = '/results/numbers/sixth-preparatory/2026-1/'

const fraction = z.number().min(0).max(1)
const box = z.tuple([fraction, fraction, fraction, fraction])
/** All that a bucket may say of a student is where a row stands. */
const bucketSchema = z.strictObject({
  numbers: z.array(z.tuple([z.string().regex(/^[0-9a-f]{1,16}$/), z.int(), box])),
  pages: z.array(
    z.strictObject({
      sheetId: z.string().regex(/^[0-9a-z]{16}$/),
      resultId: z.string().regex(/^[0-9a-z]{16}$/),
      school: z.literal('إعدادية النور'),
      city: z.literal('كركوك'),
      branch: z.literal('SCIENTIFIC'),
      releaseYear: z.literal(2026),
      try: z.literal(1),
      page: z.int(),
      pages: z.int(),
      url: z.string().regex(/^\/files\/[0-9a-f]{64}\/إعدادية النور\.pdf$/),
      picture: z.strictObject({
        url: z.string().regex(/^\/files\/[0-9a-f]{64}\/\d+\.webp$/),
        width: z.int(),
        height: z.int(),
        head: box.nullable(),
        cuts: z.array(fraction),
      }),
    }),
  ),
})

/** What a text says of students: their names and numbers. */
const wordsIn = (text: string) =>
  students.flatMap(({ number, name: student }) =>
    [student, number].filter(word => text.includes(word) || text.includes(word.split(' ')[0] ?? word)),
  )

describe('a pack', () => {
  const directory = makeTestDirectory()
  const page = JSON.stringify({ school: 'إعدادية النور'.repeat(12) })
  const numbers = Array.from({ length: 3000 }, (_, at) => String(1_000_000_000 + at * 7))
  const repeated = Array.from({ length: 60 }, () => '5555555555')
  const facts = { stage: 'SIXTH_PREPARATORY', release: '2026-1', version: 'v', results: [], cities: [] }
  let pack: OpenPack

  beforeAll(async () => {
    const all = [...numbers, ...repeated]
    const file = path.join(directory, 'numbers.pack')
    writePack(
      file,
      facts,
      all.map(() => page),
      all.map((number, at) => ({ number, page: at, box: [0.1, 0.2, 0.7, 0.02] })),
    )
    pack = await openPack(file)
  })
  afterAll(async () => {
    await pack.close()
    fs.rmSync(directory, { recursive: true, force: true })
  })

  it('has no bucket above 8 KB, loses no number, and needs two of them at most', async () => {
    let asked = 0
    for (const number of [...numbers, '5555555555']) {
      const hash = hashOfNumber(number)
      let { digits } = pack.facts
      for (let tries = 1; ; tries += 1) {
        expect(tries).toBeLessThan(3)
        asked += 1
        const prefix = hash.slice(0, digits)
        const packed = await pack.read(prefix)
        expect(pack.peek(prefix)).toEqual(packed)
        const body = zlib.brotliDecompressSync(packed ?? Buffer.alloc(0)).toString('utf8')
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8 * 1024)
        const bucket = JSON.parse(body) as NumberBucket
        if (bucket.longer !== undefined) {
          digits = bucket.longer
          continue
        }
        const own = bucket.numbers.filter(([rest]) => prefix + rest === hash)
        expect(own.length > 1).toBe(number === '5555555555')
        expect(own[0]?.[2]).toEqual([0.1, 0.2, 0.7, 0.02])
        break
      }
    }
    expect(asked).toBeLessThan(numbers.length * 1.11)
  })

  it('is refused when it is not whole', async () => {
    const file = path.join(directory, 'cut.pack')
    fs.writeFileSync(file, fs.readFileSync(path.join(directory, 'numbers.pack')).subarray(0, -1))
    await expect(openPack(file)).rejects.toThrow('no end')
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
      { timeout: 150_000, interval: 500 },
    )
  }, 90_000)
  afterAll(() => site.close())

  const get = (name: string, headers = {}) => site.app.inject({ method: 'GET', url: release + name, headers })

  const directory = () => path.join(site.services.config.dataDir, 'numbers')
  const packs = () =>
    (fs.existsSync(directory()) ? fs.readdirSync(directory()) : []).filter(file => file.endsWith('.pack'))

  it('are packed before the announcement, and only opened at it', async () => {
    await expect.poll(() => packs().length, { timeout: 30_000 }).toBe(1)
    const [pack = ''] = packs()
    const { mtimeMs } = fs.statSync(path.join(directory(), pack))
    expect((await get('a.json')).statusCode).toBe(404)
    const records = [{ kind: 'result', id }]
    await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    expect((await get('a.json')).statusCode).toBe(200)
    expect(packs()).toEqual([pack])
    expect(fs.statSync(path.join(directory(), pack)).mtimeMs).toBe(mtimeMs)
    await staff.send('POST', '/api/staff/publications', { records, state: 'draft' })
    expect((await get('a.json')).statusCode).toBe(404)
  }, 180_000)

  it('are there from the moment that their result is public', async () => {
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

  it('hold places, and no name, no mark and no number', async () => {
    const [file = ''] = packs()
    const pack = await openPack(path.join(directory(), file))
    let found = 0
    for (let at = 0; at < 16 ** pack.facts.digits; at += 1) {
      const packed = await pack.read(at.toString(16).padStart(pack.facts.digits, '0'))
      const body = zlib.brotliDecompressSync(packed ?? Buffer.alloc(0)).toString('utf8')
      expect(wordsIn(body)).toEqual([])
      found += bucketSchema.parse(JSON.parse(body)).numbers.length
    }
    await pack.close()
    expect(found).toBe(students.length)
    const bucket = { numbers: [['abcdef', 0, [0, 0, 1, 1]]], pages: [] }
    expect(bucketSchema.safeParse(bucket).success).toBe(true)
    const [student = { name: '', number: '' }] = students
    for (const [more, text] of [
      [[student.name], student.name],
      [['88'], undefined],
      [[], student.number],
    ] as const) {
      const leak = { ...bucket, numbers: [['abcdef', 0, [0, 0, 1, 1], ...more]], page: text }
      expect(bucketSchema.safeParse(leak).success).toBe(false)
      expect(wordsIn(JSON.stringify(leak)).length > 0).toBe(text !== undefined)
    }
  })

  it('may be kept for ever under their version, and are asked for again without it', async () => {
    const { version } = (await site.services.numberBuckets.placeOf(name)) ?? {}
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
      shared: undefined,
      warn: () => undefined,
    })
    const hash = hashOfNumber(first?.number ?? '')
    const found = await anew.find(name, hash.slice(0, 3))
    expect(found).toMatchObject({ body: expect.any(Buffer) })
    expect(String(typeof found === 'object' && found.body)).toContain(hash.slice(3))
    await anew.close()
  })
})
