import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { packArchive } from '#test/archives/packed.ts'
import { hasPostgres } from '#test/database.ts'
import { resultInput } from '#test/factories.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'
import type { Sheet, SheetList, StaffSheet, StaffSheetList } from '#contract/resources/sheet.ts'
import { sheetNames } from './sheet-names.ts'
import { takeSheet } from './take-sheet.ts'

const kept = fileURLToPath(new URL('../../../../test/archives/kept', import.meta.url))
const expected = JSON.parse(fs.readFileSync(path.join(kept, '../names.json'), 'utf8')) as {
  sheets: { school: string; group: string | null }[]
}

describe('names of sheets', () => {
  it('lose their ending, their number in a list and the marks of copies, and nothing else', async () => {
    const cases: Record<string, string> = {
      '12- ثانوية النور.pdf': 'ثانوية النور',
      '(5) ثانوية الضياء (1).PDF': 'ثانوية الضياء',
      '١٢. مدرسة سومر.pdf.pdf': 'مدرسة سومر',
      'Copy of إعدادية الحلة.pdf': 'إعدادية الحلة',
      'متوسطة الفرات - نسخة (2).pdf': 'متوسطة الفرات',
      'نسخة من ثانوية دجلة.pdf': 'ثانوية دجلة',
      'إعدادية ابن سينا copy 2.pdf': 'إعدادية ابن سينا',
      '007 إعدادية أكد_1204.pdf': 'إعدادية أكد',
      '3_مدرسة__الزيتون_.pdf': 'مدرسة الزيتون',
      '14 تموز للبنين.pdf': '14 تموز للبنين',
      '7- 14 تموز للبنات.pdf': '14 تموز للبنات',
      'ثانوية المتميزين - 1.pdf': 'ثانوية المتميزين - 1',
      'ثانوية المتميزين - 2.pdf': 'ثانوية المتميزين - 2',
      'م. دجلة': 'م. دجلة',
      '123.pdf': '123',
    }
    const names = await sheetNames(Object.keys(cases))
    expect(names.map(name => name.school)).toEqual(Object.values(cases))
  })

  it('have their folders as group, without the one that holds everything', async () => {
    const groups = async (...paths: string[]) => (await sheetNames(paths)).map(name => name.group)
    expect(await groups('نتائج الكرخ/1- بنين/أ.pdf', 'نتائج الكرخ/بنات/ب.pdf')).toEqual(['بنين', 'بنات'])
    expect(await groups('الكل/أ.pdf', 'الكل/ب.pdf')).toEqual([null, null])
    expect(await groups('بنين/أ.pdf', 'بنين/ب.pdf')).toEqual(['بنين', 'بنين'])
    expect(await groups('تربية بابل/علمي/أ.pdf', 'ب.pdf')).toEqual(['تربية بابل / علمي', null])
  })
})

describe('an entry of an archive', () => {
  it('is let go of when it is done with, whether or not anything was made of its beginning', async () => {
    let open = 0
    const found = (file: string, piece: Buffer) => ({
      names: [{ raw: Buffer.from(file), certain: file }],
      size: piece.length * 3,
      fault: undefined,
      async *content() {
        open += 1
        try {
          for (let pieces = 0; pieces < 3; pieces += 1) yield piece
        } finally {
          open -= 1
        }
      },
    })
    const store = async () => Promise.reject(new Error('the store is away'))
    const { signal } = new AbortController()
    const noise = await takeSheet({ store }, found('ضوضاء.pdf', Buffer.alloc(8192, 7)), signal)
    expect(noise.problem).toContain('ليس PDF ولا صورة')
    expect(open).toBe(0)
    const sheet = found('ورقة.pdf', await makePdf(1))
    await expect(takeSheet({ store }, sheet, signal)).rejects.toThrow('the store is away')
    expect(open).toBe(0)
  })
})

describe.each(hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const))(
  'sheets on %s',
  engine => {
    let site: TestApp
    let staff: TestStaff

    beforeAll(async () => {
      site = await openTestApp({ engine })
      /* Each step is done by hand here; what runs by itself is below. */
      await site.services.jobRunner.close()
      staff = await site.signIn()
    })
    afterAll(() => site.close())

    async function store(bytes: Buffer): Promise<string> {
      return (await site.services.files.store(streamOf(bytes), { name: 'نتائج.zip', kind: 'zip' })).url
    }

    async function addResult(bytes: Buffer, change = {}): Promise<{ id: string; version: number }> {
      const input = resultInput({ directLink: await store(bytes), ...change })
      const answer = await staff.send('POST', '/api/results', input)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().data
    }

    /** Does what was wanted, as the job does. */
    async function open(id: string): Promise<void> {
      const run = { signal: new AbortController().signal, progress: () => undefined }
      const write = await site.services.results.sheets.open(id, run)
      if (write) await site.database.kysely.transaction().execute(write)
    }

    async function read<Data>(url: string): Promise<Data> {
      const answer = await site.app.inject({ method: 'GET', url })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    const list = (id: string, query = '') => read<SheetList>(`/api/results/${id}/sheets${query}`)

    async function listAll(id: string, query = ''): Promise<StaffSheetList> {
      const answer = await staff.send('GET', `/api/results/${id}/sheets/all${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }

    async function sheetOf(id: string, school: string): Promise<StaffSheet> {
      const found = (await listAll(id)).sheets.find(sheet => sheet.school === school)
      if (found === undefined) throw new Error(`no sheet ${school}`)
      return found
    }

    it('come from a whole archive, each at an address of its own with ranges', async () => {
      const { id } = await addResult(fs.readFileSync(path.join(kept, 'explorer-arabic.zip')))
      expect(await list(id)).toEqual({ sheets: [], total: 0, groups: [], state: 'waiting' })
      await open(id)
      const all = await list(id)
      expect(all).toMatchObject({
        total: 8,
        state: 'ready',
        groups: [
          { name: 'بنات', count: 2 },
          { name: 'بنين', count: 4 },
        ],
      })
      const names = ({ school, group }: { school: string; group: string | null }) => `${group}/${school}`
      expect(all.sheets.map(names).sort()).toEqual(expected.sheets.map(names).sort())
      const [sheet] = all.sheets as [Sheet]
      expect(sheet).toMatchObject({ resultId: id, kind: 'pdf', pages: 1 })
      expect(decodeURIComponent(sheet.url)).toBe(`/files/${sheet.sha256}/${sheet.school}.pdf`)
      const part = await site.app.inject({ method: 'GET', url: sheet.url, headers: { range: 'bytes=0-7' } })
      expect(part.statusCode).toBe(206)
      expect(part.body).toBe('%PDF-1.4')
      expect(part.headers).toMatchObject({
        etag: `"${sheet.sha256}"`,
        'content-range': `bytes 0-7/${sheet.size}`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(await read(`/api/results/sheets/${sheet.id}`)).toEqual(sheet)
    })

    it('are found by the beginning of any word, by group and by page', async () => {
      const { id } = await addResult(fs.readFileSync(path.join(kept, 'winzip.zip')))
      await open(id)
      const schools = async (query: string) => (await list(id, query)).sheets.map(sheet => sheet.school)
      expect(await schools('?search=' + encodeURIComponent('اعداديه شط'))).toEqual([
        'إعدادية شط العرب المسائية',
      ])
      expect(await schools('?search=' + encodeURIComponent('رافد'))).toEqual(['إعدادية الرافدين للبنين'])
      expect(await schools('?group=' + encodeURIComponent('بنات'))).toHaveLength(2)
      const second = await list(id, '?limit=3&offset=6')
      expect(second.sheets).toHaveLength(2)
      expect(second.total).toBe(8)
    })

    it('are shown beside one that claims to be larger than a number of the database', async () => {
      const claims = { size: 3_000_000_000 }
      const inner = packArchive([{ name: Buffer.from('b.pdf'), content: Buffer.from('abcdef'), claims }])
      const { id } = await addResult(await makeZip({ 'a.pdf': await makePdf(1), 'c.zip': inner }))
      await open(id)
      const { sheets } = await listAll(id)
      expect(sheets.map(({ school, isPublic, problem }) => [school, isPublic, problem !== null])).toEqual([
        ['a', true, false],
        ['b', false, true],
      ])
    })

    it('tell kinds apart, list the rest for staff and fail one by one', async () => {
      const pdf = await makePdf(2)
      const { id } = await addResult(
        await makeZip({
          'ثانوية أ.pdf': pdf,
          'ثانوية أ - نسخة.pdf': pdf,
          'صورة.jpg': await makeImage('jpeg'),
          'جدول.xlsx': await makeZip({ '[Content_Types].xml': '<x/>' }),
          'مزور.docx': 'MZ no document',
          'تالف.pdf': '%PDF-1.4 and nothing more',
          'اقرأني.txt': 'text',
          'بلا امتداد': await makePdf(1),
        }),
      )
      await open(id)
      const all = await listAll(id, '?limit=100')
      const told = all.sheets.map(({ school, kind, pages, isPublic, isHidden, problem }) => ({
        school,
        kind,
        pages,
        isPublic,
        isHidden,
        fails: problem !== null,
      }))
      const sound = { isPublic: true, isHidden: false, fails: false }
      expect(told).toHaveLength(8)
      expect(told).toEqual(
        expect.arrayContaining([
          { school: 'ثانوية أ', kind: 'pdf', pages: 2, ...sound },
          { school: 'ثانوية أ', kind: 'pdf', pages: 2, isPublic: false, isHidden: true, fails: false },
          { school: 'صورة', kind: 'image', pages: 1, ...sound },
          { school: 'جدول', kind: 'file', pages: null, ...sound },
          { school: 'مزور', kind: 'file', pages: null, isPublic: false, isHidden: false, fails: true },
          { school: 'تالف', kind: 'pdf', pages: null, isPublic: false, isHidden: false, fails: true },
          { school: 'اقرأني', kind: 'other', pages: null, isPublic: false, isHidden: false, fails: false },
          { school: 'بلا امتداد', kind: 'pdf', pages: 1, ...sound },
        ]),
      )
      expect(all.archive.counts).toEqual({ public: 4, hidden: 1, problem: 2, other: 1 })
      expect((await listAll(id, '?view=problem')).total).toBe(2)
      const { sheets, total } = await list(id)
      expect(total).toBe(4)
      const document = sheets.find(sheet => sheet.kind === 'file')
      const answer = await site.app.inject({ method: 'GET', url: document?.url ?? '' })
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="file\.xlsx"/)
      expect(answer.headers['x-robots-tag']).toBe('noindex')
    })

    it('are renamed, hidden and grouped by staff, in the log and against stale states', async () => {
      const { id } = await addResult(fs.readFileSync(path.join(kept, 'python.zip')))
      await open(id)
      const before = await sheetOf(id, 'ثانوية خديجة للبنات')
      const url = `/api/results/sheets/${before.id}`
      const input = { school: 'ثانوية خديجة الكبرى', group: '', isHidden: false, version: before.version }
      const saved = await staff.send('PUT', url, input)
      expect(saved.statusCode, saved.body).toBe(200)
      expect(saved.json().data).toMatchObject({ school: 'ثانوية خديجة الكبرى', group: null, version: 2 })
      const stale = await staff.send('PUT', url, { ...input, isHidden: true })
      expect(stale.statusCode).toBe(409)
      expect(stale.json()).toMatchObject({ code: 'stale_version', current: { version: 2 } })
      const [entry] = (await staff.send('GET', '/api/auditlog?entity=RESULT&limit=1')).json().logs
      expect(entry).toMatchObject({
        entityId: id,
        action: 'UPDATE',
        newData: { school: 'ثانوية خديجة الكبرى' },
      })

      await staff.send('PUT', url, { ...input, isHidden: true, version: 2 })
      expect((await site.app.inject({ method: 'GET', url })).statusCode).toBe(404)
      expect((await list(id)).total).toBe(7)
      const asVisitor = await site.app.inject({ method: 'PUT', url, payload: input })
      expect(asVisitor.statusCode).toBe(401)
      const own = await staff.send('PUT', url, { isHidden: false })
      expect(own.json().data).toMatchObject({ school: 'ثانوية خديجة للبنات', group: 'بنات', isPublic: true })
    })

    it('keep what staff said when the archive is replaced, and show nothing of the old one meanwhile', async () => {
      const { id, version } = await addResult(fs.readFileSync(path.join(kept, 'winrar.zip')))
      await open(id)
      const renamed = await sheetOf(id, 'ثانوية خديجة للبنات')
      await staff.send('PUT', `/api/results/sheets/${renamed.id}`, { school: 'اسم آخر', isHidden: false })
      const other = await store(fs.readFileSync(path.join(kept, 'dotnet.zip')))
      const changed = await staff.send('PUT', `/api/results/${id}`, {
        ...resultInput({ directLink: other }),
        version,
      })
      expect(changed.statusCode, changed.body).toBe(200)
      expect(await list(id)).toMatchObject({ total: 0, state: 'waiting' })
      expect(
        (await site.app.inject({ method: 'GET', url: `/api/results/sheets/${renamed.id}` })).statusCode,
      ).toBe(404)
      await open(id)
      const now = await sheetOf(id, 'اسم آخر')
      expect(now).toMatchObject({ id: renamed.id, foundSchool: 'ثانوية خديجة للبنات' })
      expect((await list(id)).total).toBe(8)
    })

    it('are taken back with their archive, with those that a new one lacks, and with one that fails', async () => {
      const both = { 'ثانوية أ.pdf': await makePdf(1), 'ثانوية ب.pdf': await makePdf(2) }
      const { id, version } = await addResult(await makeZip(both))
      const heard: string[] = []
      site.services.changes.onChange(tags => void heard.push(tags.join()))
      await open(id)
      await expect.poll(() => heard).toContain('results')
      expect(heard).not.toContain('results,withdrawals')
      const fewer = await store(await makeZip({ 'ثانوية أ.pdf': both['ثانوية أ.pdf'] }))
      await staff.send('PUT', `/api/results/${id}`, { ...resultInput({ directLink: fewer }), version })
      await expect.poll(() => heard.filter(tags => tags === 'results,withdrawals').length).toBe(1)
      await open(id)
      await expect.poll(() => heard.filter(tags => tags === 'results,withdrawals').length).toBe(2)
      const broken = site.database.kysely.updateTable('sheetArchives').set({ sha256: 'f'.repeat(64) })
      await broken.where('resultId', '=', id).execute()
      await open(id)
      await expect.poll(() => heard.filter(tags => tags === 'results,withdrawals').length).toBe(3)
    })

    it('have their names read in the encoding that staff choose, and back', async () => {
      const { id } = await addResult(fs.readFileSync(path.join(kept, 'winzip.zip')))
      await open(id)
      const first = (await listAll(id)).archive
      expect(first).toMatchObject({ encoding: 'auto', foundEncoding: 'cp1256' })
      const url = `/api/results/${id}/sheets/encoding`
      const chosen = await staff.send('PUT', url, { encoding: 'cp437', version: first.version })
      expect(chosen.json().data).toMatchObject({ encoding: 'cp437', version: first.version + 1 })
      expect((await list(id)).sheets.some(sheet => sheet.school.includes('╚'))).toBe(true)
      expect((await staff.send('PUT', url, { encoding: 'cp720', version: first.version })).statusCode).toBe(
        409,
      )
      await staff.send('PUT', url, { encoding: 'auto' })
      expect((await list(id)).sheets.map(sheet => sheet.school).sort()).toEqual(
        expected.sheets.map(sheet => sheet.school).sort(),
      )
    })

    it('go with their result, files and all, and come back with what staff said', async () => {
      const { id } = await addResult(await makeZip({ 'ثانوية ب.pdf': await makePdf(4) }))
      await open(id)
      const sheet = await sheetOf(id, 'ثانوية ب')
      await staff.send('PUT', `/api/results/sheets/${sheet.id}`, { school: 'ثانوية باء', isHidden: false })
      const holders = () =>
        site.database.kysely
          .selectFrom('fileReferences')
          .select('recordId')
          .where('fileId', '=', sheet.sha256 ?? '')
          .execute()
      expect(await holders()).toEqual([{ recordId: id }])
      const { auditId } = (await staff.send('DELETE', `/api/results/${id}`)).json().data
      expect(await holders()).toEqual([])
      expect((await site.app.inject({ method: 'GET', url: `/api/results/${id}/sheets` })).statusCode).toBe(
        404,
      )
      const gone = await site.app.inject({ method: 'GET', url: `/api/results/sheets/${sheet.id}` })
      expect(gone.json()).toMatchObject({ code: 'sheet_not_found' })
      const restored = await staff.send('POST', `/api/auditlog/${auditId}/restore`)
      expect(restored.statusCode, restored.body).toBeLessThan(300)
      await open(id)
      expect((await list(id)).sheets).toMatchObject([{ id: sheet.id, school: 'ثانوية باء' }])
      expect(await holders()).toEqual([{ recordId: id }])
    })

    it('say why their archive could not be opened, and open it when asked again', async () => {
      const { id } = await addResult(await makeZip({ 'ثانوية ج.pdf': await makePdf(1) }))
      await site.database.kysely
        .updateTable('sheetArchives')
        .set({ sha256: 'f'.repeat(64) })
        .where('resultId', '=', id)
        .execute()
      await open(id)
      expect(await list(id)).toMatchObject({ state: 'failed', total: 0 })
      expect((await listAll(id)).archive.failure).toBe('ملف الأرشيف مفقود أو تالف على الخادم. ارفعه من جديد.')
      const again = await staff.send('POST', `/api/results/${id}/sheets/opening`)
      expect(again.json().data).toMatchObject({ state: 'waiting', failure: null })
    })

    it('of a changed archive are not shown by a run that began before the change', async () => {
      const { id } = await addResult(await makeZip({ 'قديم.pdf': await makePdf(1) }))
      const run = { signal: new AbortController().signal, progress: () => undefined }
      const late = await site.services.results.sheets.open(id, run)
      const other = await store(await makeZip({ 'جديد.pdf': await makePdf(1) }))
      await staff.send('PUT', `/api/results/${id}`, resultInput({ directLink: other }))
      if (late) await site.database.kysely.transaction().execute(late)
      expect(await list(id)).toMatchObject({ total: 0, state: 'waiting' })
      await open(id)
      expect((await list(id)).sheets.map(sheet => sheet.school)).toEqual(['جديد'])
    })

    it('end early when the run is ended, and leave the state for the next one', async () => {
      const { id } = await addResult(await makeZip({ 'ثانوية د.pdf': await makePdf(1) }))
      const controller = new AbortController()
      controller.abort(new Error('ended'))
      const run = { signal: controller.signal, progress: () => undefined }
      await expect(site.services.results.sheets.open(id, run)).rejects.toThrow('ended')
      await open(id)
      expect((await list(id)).total).toBe(1)
    })

    it('of a result that is not published yet are for staff alone', async () => {
      const { id } = await addResult(await makeZip({ 'ثانوية هـ.pdf': await makePdf(1) }), { state: 'draft' })
      await open(id)
      const all = await listAll(id)
      expect(all.archive.counts.public).toBe(1)
      for (const url of [`/api/results/${id}/sheets`, `/api/results/sheets/${all.sheets[0]?.id}`]) {
        expect((await site.app.inject({ method: 'GET', url })).statusCode).toBe(404)
      }
    })

    it('are none for a result whose file is elsewhere', async () => {
      const answer = await staff.send('POST', '/api/results', resultInput())
      expect(await list(answer.json().data.id)).toEqual({ sheets: [], total: 0, groups: [], state: 'ready' })
    })
  },
)

describe('the opening of archives', () => {
  it('begins by itself with a save, also for results that were there before, and ends as the job ends', async () => {
    const site = await openTestApp()
    const staff = await site.signIn()
    const { url } = await site.services.files.store(
      streamOf(fs.readFileSync(path.join(kept, 'nested.zip'))),
      { name: 'نتائج.zip', kind: 'zip' },
    )
    const { id } = (await staff.send('POST', '/api/results', resultInput({ directLink: url }))).json().data
    const list = async (): Promise<SheetList> =>
      (await site.app.inject({ method: 'GET', url: `/api/results/${id}/sheets` })).json().data
    await expect.poll(async () => (await list()).state, { timeout: 40_000 }).toBe('ready')
    expect((await list()).sheets.map(sheet => `${sheet.group}/${sheet.school}`).sort()).toEqual(
      expected.sheets.map(sheet => `${sheet.group}/${sheet.school}`).sort(),
    )
    await site.database.kysely.deleteFrom('sheetArchives').execute()
    await site.services.results.sheets.adopt()
    // On a small machine the reading of the sheets has the only place, and gives way to everybody.
    await expect.poll(async () => (await list()).total, { timeout: 120_000 }).toBe(8)

    await site.services.jobRunner.close()
    await staff.send('POST', `/api/results/${id}/sheets/opening`)
    expect((await list()).state).toBe('waiting')
    await site.database.kysely
      .updateTable('jobs')
      .set({ state: 'failed', reason: 'لا مساحة.' })
      .where('state', '=', 'waiting')
      .execute()
    expect((await list()).state).toBe('failed')
    const all = await staff.send('GET', `/api/results/${id}/sheets/all`)
    expect(all.json().data.archive.failure).toBe('لا مساحة.')
    await site.close()
  }, 200_000)
})
