import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Ingest } from '#contract/resources/ingest.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { archiveSentences } from '#server/archives/archive-errors.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'

const root = '/api/staff/ingests'
const kept = fileURLToPath(new URL('../../../test/archives/kept', import.meta.url))

describeEachEngine('an archive in an import', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff
  let pdf: Buffer
  let picture: Buffer

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
    pdf = await makePdf(1)
    picture = await makeImage('png', 24, 24)
  })
  afterAll(() => site.close())

  /** Bytes of a file of its own: what follows the end of a PDF or a picture is read by nobody. */
  const own = (bytes: Buffer, mark: string) => Buffer.concat([bytes, Buffer.from(`\n% ${mark}`)])

  async function look(id: string): Promise<Ingest> {
    const answer = await staff.send('GET', `${root}/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  /** An import to which an archive has been sent. Shape: the import's id, and the archive's. */
  async function send(
    name: string,
    bytes: Buffer,
    folder = '',
    into?: string,
  ): Promise<{ id: string; archive: string }> {
    const id: string = into ?? (await staff.send('POST', root)).json().data.id
    const files = [{ name, folder, size: bytes.length }]
    const named = await staff.send('POST', `${root}/${id}/files`, { files })
    const [archive] = named.json().data.ids
    const { url } = await site.services.files.store(streamOf(bytes), { name, kind: 'zip' })
    const told = await staff.send('PUT', `${root}/${id}/files`, { files: [{ id: archive, url }] })
    expect(told.statusCode, told.body).toBe(200)
    return { id, archive }
  }

  async function whenOpened(id: string): Promise<Ingest> {
    return vi.waitFor(
      async () => {
        const ingest = await look(id)
        expect(ingest.archives.map(({ state }) => state)).toEqual(
          ingest.archives.map(({ failure }) => (failure === null ? 'opened' : 'failed')),
        )
        return ingest
      },
      { timeout: 60_000, interval: 100 },
    )
  }

  it('becomes rows of its files with proposals, also of its folders and an archive in it, and tells what it leaves', async () => {
    const inner = await makeZip({
      'كيمياء سادس علمي 2025.pdf': own(pdf, 'inner'),
      'أعمق.zip': await makeZip({}),
    })
    const exam = 'وزاري رياضيات ثالث متوسط 2021 دور 1'
    const bytes = await makeZip({
      'السادس العلمي/فيزياء 2026.pdf': own(pdf, 'one'),
      [`${exam} (2).png`]: own(picture, 'two'),
      [`${exam} (1).png`]: own(picture, 'three'),
      'داخل.zip': inner,
      'ملاحظات.docx': 'لا شيء',
      'صورة.heic': 'x',
      'فرع/ناقص.pdf': 'ليس PDF',
      '__MACOSX/._x.pdf': 'x',
      'Thumbs.db': 'x',
    })
    const { id, archive } = await send('ملفات.zip', bytes, 'تنزيلات/')
    const { rows, archives } = await whenOpened(id)
    expect(rows.map(row => row.files.map(file => file.folder + file.name))).toEqual([
      ['تنزيلات/ملفات/السادس العلمي/فيزياء 2026.pdf'],
      [`تنزيلات/ملفات/${exam} (1).png`, `تنزيلات/ملفات/${exam} (2).png`],
      ['تنزيلات/ملفات/داخل/كيمياء سادس علمي 2025.pdf'],
    ])
    expect(rows[0]).toMatchObject({
      values: { kind: 'book', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', releaseYear: 2026 },
      isSeen: false,
      record: null,
    })
    expect(
      rows.flatMap(row => row.files).every(({ url, archiveId }) => url !== null && archiveId === archive),
    ).toBe(true)
    expect(archives).toMatchObject([{ id: archive, name: 'ملفات.zip', state: 'opened' }])
    const refused = archives[0]?.refused.map(({ path: file }) => file).toSorted()
    expect(refused).toEqual(['داخل/أعمق.zip', 'صورة.heic', 'ملاحظات.docx', 'فرع/ناقص.pdf'].toSorted())
    expect(archives[0]?.refused.every(({ reason }) => reason.length > 5)).toBe(true)
    /* Dropped again, it is the one that is there. */
    const again = await staff.send('POST', `${root}/${id}/files`, {
      files: [{ name: 'ملفات.zip', folder: 'تنزيلات/', size: bytes.length }],
    })
    expect(again.json().data.ids).toEqual([archive])
    expect((await look(id)).rows).toHaveLength(3)
  })

  it('is read as Explorer, 7-Zip, WinRAR, macOS and others pack it', async () => {
    for (const name of ['explorer-arabic', '7-zip', 'winrar', 'finder', 'dos', 'mangled', 'nested']) {
      const { id } = await send('ملفات.zip', fs.readFileSync(path.join(kept, `${name}.zip`)))
      const { rows } = await whenOpened(id)
      const names = rows.flatMap(row => row.files.map(file => file.name))
      expect(names, name).toContain('ثانوية آفاق المستقبل المختلطة.pdf')
      expect(names, name).toHaveLength(8)
    }
  })

  it('stays one file when its name says results, is opened when asked, and becomes one file again', async () => {
    const bytes = await makeZip({ 'مدرسة النور.pdf': own(pdf, 'results') })
    const { id } = await send('نتائج ميسان ثالث متوسط دور اول 2026.zip', bytes)
    const before = await look(id)
    expect(before.archives).toEqual([])
    expect(before.rows).toMatchObject([{ values: { kind: 'result' }, files: [{ type: 'application/zip' }] }])
    const seen = before.rows.map(row => ({ id: row.id, version: row.version }))
    const opening = await staff.send('POST', `${root}/${id}/openings`, { rows: seen })
    expect(opening.statusCode, opening.body).toBe(200)
    const { rows, archives } = await whenOpened(id)
    expect(rows.map(row => row.files.map(({ name }) => name))).toEqual([['مدرسة النور.pdf']])
    const no = await staff.send('POST', `${root}/${id}/openings`, {
      rows: rows.map(row => ({ id: row.id, version: row.version })),
    })
    expect([no.statusCode, no.json().code]).toEqual([409, 'not_archive'])
    const closing = await staff.send('POST', `${root}/${id}/closings`, { archive: archives[0]?.id })
    expect(closing.statusCode, closing.body).toBe(200)
    const after = await look(id)
    expect(after.archives).toEqual([])
    expect(after.rows).toMatchObject([
      { values: { kind: 'result', city: 'ميسان' }, files: [{ type: 'application/zip' }] },
    ])
    const held = await site.database.kysely
      .selectFrom('fileReferences')
      .select('fileId')
      .where('recordId', '=', id)
      .execute()
    expect(held).toHaveLength(1)
  })

  it('with a broken file tells of it and gives the others, one with more files than fit tells which ones stay outside', async () => {
    const whole = await makeZip({ 'أ.pdf': own(pdf, 'broken'), 'ب.pdf': own(pdf, 'sound') })
    whole.fill(0xff, 60, 90)
    const broken = await send('كتب.zip', whole)
    const { rows: sound, archives: told } = await whenOpened(broken.id)
    expect(sound.map(row => row.files.map(({ name }) => name))).toEqual([['ب.pdf']])
    expect(told[0]?.refused).toMatchObject([{ path: 'أ.pdf', reason: archiveSentences.damaged }])
    const { id } = (await staff.send('POST', root)).json().data
    const there = Array.from({ length: limits.maxIngestFiles - 3 }, (_, at) => ({
      name: `${at}.pdf`,
      folder: '',
      size: 9,
    }))
    await staff.send('POST', `${root}/${id}/files`, { files: there })
    const names = [1, 2, 3, 4, 5].map(at => `فيزياء ${2000 + at}.png`)
    const many = await makeZip(Object.fromEntries(names.map(name => [name, own(picture, name)])))
    await send('صور.zip', many, '', id)
    const { rows, archives } = await whenOpened(id)
    expect(rows).toHaveLength(limits.maxIngestFiles)
    expect(archives[0]?.refused.map(({ path: file }) => file)).toEqual(names.slice(3))
    expect(archives[0]?.refused[0]?.reason).toContain('يتسع الاستيراد')
  })

  it('is opened to its end when the work was cut in the middle, with no file twice', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `كيمياء سادس علمي ${2000 + at}.pdf`)
    const bytes = await makeZip(Object.fromEntries(names.map(name => [name, own(pdf, name)])))
    const { store } = site.services.files
    let left = 14
    const cut = vi.spyOn(site.services.files, 'store').mockImplementation(async (...given) => {
      left -= 1
      if (left < 0) throw new Error('cut')
      return store(...given)
    })
    const { id, archive } = await send('كتب علمي.zip', bytes)
    await vi.waitFor(() => expect(left).toBeLessThan(0), { timeout: 15_000, interval: 20 })
    cut.mockRestore()
    const half = await look(id)
    expect(half.archives[0]?.state).toBe('opening')
    expect(half.rows).toHaveLength(24)
    const signal = new AbortController().signal
    const write: JobSteps['write'] = act => site.database.kysely.transaction().execute(act)
    const steps = {
      id: '',
      interruptions: 1,
      signal,
      write,
      progress: () => undefined,
    } as unknown as JobSteps
    const lastWrite = await site.services.ingests.unpack(archive, steps)
    if (lastWrite) await write(lastWrite)
    const { rows } = await whenOpened(id)
    expect(rows.flatMap(row => row.files.map(({ name }) => name)).toSorted()).toEqual(names.toSorted())
    expect(rows.every(row => row.files.every(({ url }) => url !== null))).toBe(true)
  })

  it('is read on while what came out of it is still recorded', async () => {
    const names = [1, 2, 3].map(at => `أحياء سادس علمي ج${at}.pdf`)
    const bytes = await makeZip(Object.fromEntries(names.map(name => [name, own(pdf, `on ${name}`)])))
    const { store } = site.services.files
    const isSecondThere = Promise.withResolvers<void>()
    const recording = vi.spyOn(site.services.files, 'store').mockImplementation(async (...given) => {
      const { name } = given[1]
      if (name === names[1]) isSecondThere.resolve()
      const stored = await store(...given)
      if (name === names[0]) await isSecondThere.promise
      return stored
    })
    const { id } = await send('أحياء.zip', bytes)
    const { rows } = await whenOpened(id)
    recording.mockRestore()
    expect(rows.flatMap(row => row.files.map(({ name }) => name)).toSorted()).toEqual(names)
  })

  it('with a page found damaged after the row was looked at has the row looked at once more', async () => {
    const exam = 'وزاري رياضيات ثالث متوسط 2021 دور 1'
    const pages = [1, 2, 3].map(page => `${exam} (${page}).png`)
    const bytes = await makeZip(Object.fromEntries(pages.map(name => [name, own(picture, `seen ${name}`)])))
    /* The content of the second page, between its own header and the next one. */
    const second = bytes.indexOf('PK\u0003\u0004', bytes.indexOf('PK\u0003\u0004') + 4)
    bytes.fill(0xff, second + 110, second + 150)
    const isLooked = Promise.withResolvers<void>()
    const { store } = site.services.files
    const late = vi.spyOn(site.services.files, 'store').mockImplementation(async (...given) => {
      if (given[1].kind === 'image') await isLooked.promise
      return store(...given)
    })
    try {
      const { id } = await send('صفحات.zip', bytes)
      const before = await vi.waitFor(
        async () => {
          const { rows } = await look(id)
          expect(rows.map(row => row.files.length)).toEqual([3])
          return rows
        },
        { timeout: 15_000, interval: 20 },
      )
      const rows = before.map(row => ({ id: row.id, version: row.version, isSeen: true }))
      const told = await staff.send('PUT', `${root}/${id}/rows`, { rows })
      expect(told.json().data.rows).toMatchObject([{ isSeen: true }])
      isLooked.resolve()
      const after = await whenOpened(id)
      expect(after.rows.map(row => [row.files.length, row.isSeen])).toEqual([[2, false]])
      expect(after.rows[0]?.version).toBeGreaterThan(told.json().data.rows[0].version)
    } finally {
      isLooked.resolve()
      late.mockRestore()
    }
  })

  it('closed while it is opened stores nothing more, and opened again gives all its rows', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `أحياء سادس علمي ${1990 + at}.pdf`)
    const bytes = await makeZip(Object.fromEntries(names.map(name => [name, own(pdf, `closed ${name}`)])))
    const isAnswered = Promise.withResolvers<void>()
    const { store } = site.services.files
    let stored = 0
    const { id: empty } = (await staff.send('POST', root)).json().data
    const slow = vi.spyOn(site.services.files, 'store').mockImplementation(async (...given) => {
      if (given[1].kind !== 'pdf') return store(...given)
      stored += 1
      if (stored === 4) await isAnswered.promise
      return store(...given)
    })
    try {
      const { id, archive } = await send('أحياء علمي.zip', bytes, '', empty)
      await vi.waitFor(() => expect(stored).toBe(4), { timeout: 15_000, interval: 20 })
      const closing = await staff.send('POST', `${root}/${id}/closings`, { archive })
      expect(closing.statusCode, closing.body).toBe(200)
      const closed = await look(id)
      const rows = closed.rows.map(row => ({ id: row.id, version: row.version }))
      const opening = await staff.send('POST', `${root}/${id}/openings`, { rows })
      expect(opening.statusCode, opening.body).toBe(200)
      isAnswered.resolve()
      const after = await whenOpened(id)
      expect(after.rows.flatMap(row => row.files.map(({ name }) => name)).toSorted()).toEqual(
        names.toSorted(),
      )
      expect(after.rows.every(row => row.files.every(({ url }) => url !== null))).toBe(true)
      /* Of the opening that was given up, one portion at most was on its way. */
      expect(stored).toBeLessThanOrEqual(names.length + 14)
    } finally {
      isAnswered.resolve()
      slow.mockRestore()
    }
  })

  it('is asked after with all others at once, and withdrawn only while something works on it', async () => {
    const bytes = await makeZip({ 'فيزياء سادس علمي 2018.pdf': own(pdf, 'asked') })
    const { id, archive } = await send('كتب علمي.zip', bytes)
    await whenOpened(id)
    const { kysely } = site.database
    const facts = { ingestId: id, folder: '', size: 1, url: '', sha256: archive, failure: null }
    const others = ['1', '2', '3'].map(mark => `${archive} ${mark}`)
    await kysely
      .insertInto('ingestArchives')
      .values(others.map(name => ({ ...facts, id: name, name, state: 'opening', refused: '[]' })))
      .execute()
    const asked = await countStatements(async () => {
      expect((await look(id)).archives.map(({ state }) => state)).toEqual([
        ...others.map(() => 'failed'),
        'opened',
      ])
    })
    expect(asked.filter(text => /"progress_done".* from "jobs"/.test(text))).toHaveLength(1)
    const drop = async (into: string) => {
      const withdrawn = await countStatements(async () => {
        expect((await staff.send('DELETE', `${root}/${into}`)).statusCode).toBe(200)
      })
      return withdrawn.filter(text => text.includes('case state when')).length
    }
    expect(await drop(id)).toBe(1)
    const whole = await send('كتب أدبي.zip', bytes)
    await whenOpened(whole.id)
    expect(await drop(whole.id)).toBe(0)
  })

  it('keeps the first of the files that it leaves, and how many there are', async () => {
    const names = Array.from({ length: limits.ingestRefusedKept + 34 }, (_, at) => `${1000 + at}.docx`)
    const inside = Object.fromEntries(names.map(name => [name, 'x']))
    const broken = await makeZip({ 'أ.pdf': own(pdf, 'one too many'), ...inside })
    broken.fill(0xff, 60, 90)
    const { id } = await send('وثائق.zip', broken)
    const [told] = (await whenOpened(id)).archives
    expect(told?.refused.map(file => file.path)).toEqual(names.slice(0, limits.ingestRefusedKept))
    expect(told?.refusedCount).toBe(names.length + 1)
  })

  it('takes the pictures along that pages of its PDF have become', async () => {
    const bytes = await makeZip({ 'أحياء سادس علمي 2016 دور اول.pdf': own(pdf, 'pages') })
    const { id, archive } = await send('أسئلة أحياء.zip', bytes)
    const [row] = (await whenOpened(id)).rows
    const [file] = row?.files ?? []
    const sha256 = sha256OfFileAddress(file?.url ?? '') ?? ''
    const page = await site.services.files.makePageImage(sha256, 1, { uploadedBy: null })
    const replaced = await staff.send('POST', `${root}/${id}/pages`, {
      row: { id: row?.id, version: row?.version },
      file: file?.id,
      pictures: [page.url],
    })
    expect(replaced.statusCode, replaced.body).toBe(200)
    await staff.send('POST', `${root}/${id}/closings`, { archive })
    const names = (await look(id)).rows.map(each => each.files.map(({ name }) => name))
    expect(names).toEqual([['أسئلة أحياء.zip']])
  })

  it('says in a few words how far it is', async () => {
    const bytes = await makeZip({ 'أحياء سادس علمي 2017.pdf': own(pdf, 'far'), 'ملاحظات.docx': 'x' })
    const { id, archive } = await send('أحياء.zip', bytes)
    await whenOpened(id)
    const state = { id: archive, state: 'opened', failure: null, files: 1, taken: 1 }
    const far = () => staff.send('GET', `${root}/${id}/archives`)
    expect((await far()).json()).toEqual({ data: { archives: [state] } })
    expect((await look(id)).archives).toMatchObject([{ ...state, name: 'أحياء.zip' }])
    const { kysely } = site.database
    await kysely.updateTable('ingestFiles').set({ url: null }).where('archiveId', '=', archive).execute()
    expect((await far()).json().data.archives).toMatchObject([{ files: 1, taken: 0 }])
    await staff.send('DELETE', `${root}/${id}`)
    expect((await far()).json()).toMatchObject({ code: 'ingest_not_found' })
  })

  it('whose opening was given up or cancelled says so instead of going on for ever', async () => {
    const bytes = await makeZip({ 'فيزياء سادس علمي 2019.pdf': own(pdf, 'given up') })
    const { id, archive } = await send('فيزياء علمي.zip', bytes)
    await whenOpened(id)
    const { kysely } = site.database
    await kysely.updateTable('ingestArchives').set({ state: 'opening' }).where('id', '=', archive).execute()
    const given = { reason: 'لا توجد مساحة كافية.', advice: 'أفرغ مساحة.' }
    for (const state of ['failed', 'cancelled'] as const) {
      await kysely
        .updateTable('jobs')
        .set({ state, ...given })
        .where('key', '=', archive)
        .execute()
      const { archives } = await look(id)
      expect(archives).toMatchObject([{ state: 'failed' }])
      expect(archives[0]?.failure).toContain(state === 'failed' ? given.reason : 'أُلغي')
    }
    await kysely
      .updateTable('jobs')
      .set({ state: 'waiting', reason: null, advice: null })
      .where('key', '=', archive)
      .execute()
    expect((await look(id)).archives).toMatchObject([{ state: 'opening', failure: null }])
  })
})
