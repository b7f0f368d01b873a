import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Lookup } from '#contract/resources/lookup.ts'
import type { StaffSheetList } from '#contract/resources/sheet.ts'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { resultInput } from '#test/factories.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'

const fixtures = fileURLToPath(new URL('../../../../test/fixtures/sheets', import.meta.url))
const sheetOf = (name: string) => fs.readFileSync(`${fixtures}/${name}.pdf`)
const truth = JSON.parse(fs.readFileSync(`${fixtures}/truth.json`, 'utf8')) as {
  sheets: { id: string; students: { number: string; name: string }[] }[]
}
const numbersOf = (id: string) =>
  truth.sheets.find(sheet => sheet.id === id)?.students.map(each => each.number) ?? []
const readingMs = 150_000
const font = fileURLToPath(
  new URL(
    '../../../../node_modules/@fontsource/vazirmatn/files/vazirmatn-arabic-400-normal.woff',
    import.meta.url,
  ),
)

async function makeNamedSheet(school: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [360, 200], margin: 0 })
  pdf
    .font(font)
    .fontSize(12)
    .text(school, 20, 20, { width: 320, align: 'right', features: ['rtla'] })
  pdf.end()
  return collect(bytesOfPdf(pdf))
}

describe.each(hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const))(
  'exam numbers on %s',
  engine => {
    let site: TestApp
    let staff: TestStaff
    let archive: Buffer
    let published = ''
    const place = { city: 'كركوك', branch: 'SCIENTIFIC', try: 1, releaseYear: 2026 }
    const stage = 'SIXTH_PREPARATORY'
    const [first = '', second = ''] = numbersOf('calc-marks')

    beforeAll(async () => {
      site = await openTestApp({ engine })
      staff = await site.signIn()
      archive = await makeZip({
        'إعدادية النور.pdf': sheetOf('calc-marks'),
        'ثانوية الضياء.pdf': sheetOf('chromium-slash'),
        'متوسطة بلا أرقام.pdf': await makePdf(1),
        'صورة.jpg': await makeImage('jpeg'),
      })
    })
    afterAll(() => site.close())

    async function addResult(bytes: Buffer, change = {}): Promise<{ id: string; version: number }> {
      const { url } = await site.services.files.store(streamOf(bytes), { name: 'نتائج.zip', kind: 'zip' })
      const input = { ...resultInput({ directLink: url }), stage, ...place, ...change }
      const answer = await staff.send('POST', '/api/results', input)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().data
    }

    async function readingOf(id: string): Promise<StaffSheetList['reading']> {
      const answer = await staff.send('GET', `/api/results/${id}/sheets/all`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data.reading
    }

    async function waitUntilRead(id: string, sheets: number): Promise<void> {
      await expect.poll(async () => (await readingOf(id)).sheetsRead, { timeout: readingMs }).toBe(sheets)
    }

    const ask = (body: object, headers = {}) =>
      site.app.inject({ method: 'POST', url: '/api/results/lookup', payload: body, headers })
    async function find(body: object): Promise<Lookup> {
      const answer = await ask({ stage, ...body })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }

    it(
      'are read with their rows and pictures, told to staff, and found once their result is public',
      async () => {
        const { id } = await addResult(archive, { state: 'draft' })
        published = id
        await waitUntilRead(id, 4)
        const reading = await readingOf(id)
        expect(reading.numbers).toBe(numbersOf('calc-marks').length + numbersOf('chromium-slash').length)
        expect(reading.without.map(each => each.school).toSorted()).toEqual(['صورة', 'متوسطة بلا أرقام'])
        expect(reading.readablePages).toBeGreaterThan(1)
        const room = await staff.send('GET', `/api/staff/releases?stage=${stage}&releaseYear=2026&try=1`)
        expect(room.json().data.results).toMatchObject([{ id, numbers: reading.numbers }])

        const hidden = await ask({ stage, number: first })
        expect(hidden.statusCode).toBe(404)
        const records = [{ kind: 'result', id }]
        await staff.send('POST', '/api/staff/publications', { records, state: 'published' })

        const typed = [...second].map(digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('-')
        const found = await find({ number: typed })
        expect(found.release).toMatchObject({ state: 'partly', releaseYear: 2026, try: 1, total: 23 })
        const [match] = found.matches
        expect(found.matches).toHaveLength(1)
        expect(match).toMatchObject({ resultId: id, school: 'إعدادية النور', ...place, page: 1 })
        const { picture } = match ?? {}
        expect(picture?.row[2]).toBeGreaterThan(0.3)
        expect(picture?.row[3]).toBeLessThan(0.1)
        expect(picture?.head?.[1]).toBeLessThan(picture?.row[1] ?? 0)
        expect(picture?.cuts.length).toBeGreaterThan(1)
        const drawn = await site.app.inject({ method: 'GET', url: picture?.url ?? '' })
        expect(drawn.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        expect(drawn.rawPayload.length).toBeLessThanOrEqual(140 * 1024)
        const { name } = truth.sheets.find(sheet => sheet.id === 'calc-marks')?.students[1] ?? {}
        expect(JSON.stringify(found)).not.toContain(name)
      },
      readingMs + 10_000,
    )

    it('draw the first page of a sheet without any beforehand as well', async () => {
      const listed = await site.app.inject({ url: `/api/results/${published}/sheets?limit=50` })
      const sheets = listed.json().data.sheets as { id: string; school: string }[]
      const { id = '' } = sheets.find(({ school }) => school === 'متوسطة بلا أرقام') ?? {}
      const { pictures } = await site.services.results.schools.place(id)
      expect(pictures.map(({ page }) => page)).toEqual([1])
    })

    it('are told of by release: what is out, and that a number is not there', async () => {
      const absent = await ask({ stage, number: '999999999999' })
      expect(absent.statusCode).toBe(404)
      expect(absent.json()).toMatchObject({ code: 'exam_number_not_found' })
      expect(absent.json().message).toContain('كركوك')
      expect(absent.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const otherRound = await ask({ stage, number: second, releaseYear: 2025 })
      expect(otherRound.json().message).toContain('لم تصدر')
      expect((await find({ number: second, releaseYear: 2026, try: 1 })).matches).toHaveLength(1)
    })

    it('are refused when they are none, and when another site asks', async () => {
      for (const number of ['12345', '1'.repeat(15), 'احمد', undefined])
        expect((await ask({ stage, number })).statusCode).toBe(422)
      expect((await ask({ stage: 'FIRST_PRIMARY', number: second })).statusCode).toBe(422)
      const foreign = await ask({ stage, number: second }, { origin: 'https://elsewhere.example' })
      expect(foreign.statusCode).toBe(403)
    })

    it(
      'are read once for each content, and show in every result that has it',
      async () => {
        const opened = await site.database.kysely
          .selectFrom('sheetReadings')
          .select(['fileId', 'readAt'])
          .execute()
        const { id } = await addResult(archive, { city: 'بابل' })
        await waitUntilRead(id, 4)
        await expect
          .poll(async () => (await find({ number: second })).matches.map(match => match.city).toSorted())
          .toEqual(['بابل', 'كركوك'])
        const now = await site.database.kysely
          .selectFrom('sheetReadings')
          .select(['fileId', 'readAt'])
          .execute()
        expect(new Map(now.map(row => [row.fileId, +row.readAt]))).toEqual(
          new Map(opened.map(row => [row.fileId, +row.readAt])),
        )
        await staff.send('DELETE', `/api/results/${id}`)
        expect((await find({ number: second })).matches.map(match => match.city)).toEqual(['كركوك'])
      },
      readingMs + 10_000,
    )

    it('that were read with doubt are never found, and staff see where they stand', async () => {
      await site.database.kysely
        .updateTable('sheetNumbers')
        .set({ isDoubtful: true })
        .where('number', '=', first)
        .execute()
      expect((await ask({ stage, number: first })).statusCode).toBe(404)
      const { doubted } = await readingOf(published)
      expect(doubted).toMatchObject([{ school: 'إعدادية النور', page: 1, numbers: [first] }])
    })

    it(
      'a file without a name gets the school that its sheet names',
      async () => {
        const zip = await makeZip({ '12.pdf': await makeNamedSheet('إعدادية القادسية الثانية للبنين') })
        const { id } = await addResult(zip, { city: 'واسط', state: 'draft' })
        await waitUntilRead(id, 1)
        const schools = async () => {
          const answer = await staff.send('GET', `/api/results/${id}/sheets/all`)
          return (answer.json().data as StaffSheetList).sheets.map(sheet => sheet.school)
        }
        await expect.poll(schools, { timeout: readingMs }).toEqual(['إعدادية القادسية الثانية للبنين'])
      },
      readingMs + 10_000,
    )

    it('may be asked for by a whole school behind one address, and not by everybody in one minute', async () => {
      const askOnce = async () => {
        const answer = await site.app.inject({
          method: 'POST',
          url: '/api/results/lookup',
          payload: { stage, number: '424242424242' },
          remoteAddress: '192.0.2.7',
        })
        return answer.statusCode
      }
      const answers: number[] = []
      const atOnce = limits.lookupsPerMinute / 4
      for (let asked = 0; asked < 4; asked += 1)
        answers.push(...(await Promise.all(Array.from({ length: atOnce }, askOnce))))
      expect(new Set(answers)).toEqual(new Set([404]))
      expect([await askOnce(), await askOnce()]).toEqual([429, 429])
      const form = await site.app.inject({
        method: 'POST',
        url: paths.resultAnswer(stage),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'number=424242424242',
        remoteAddress: '192.0.2.7',
      })
      expect(form.statusCode).toBe(429)
    })
  },
)
