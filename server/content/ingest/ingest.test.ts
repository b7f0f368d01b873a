import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Ingest, IngestChecks, IngestRow } from '#contract/resources/ingest.ts'
import { startRetention } from '#server/staff/retention/retention.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { makeCover, makeImage, makePdf, makeScan, streamOf } from '#test/files.ts'

const root = '/api/staff/ingests'

describeEachEngine('an import of files', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  /** Begins an import of files of these names. Shape: its id, and the files' ids in order. */
  async function begin(...paths: string[]): Promise<{ id: string; files: string[] }> {
    const { id } = (await staff.send('POST', root)).json().data
    return { id, files: await name(id, ...paths) }
  }

  async function name(id: string, ...paths: string[]): Promise<string[]> {
    const files = paths.map(path => {
      const at = path.lastIndexOf('/') + 1
      return { name: path.slice(at), folder: path.slice(0, at), size: 1000 }
    })
    const answer = await staff.send('POST', `${root}/${id}/files`, { files })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.ids
  }

  async function look(id: string): Promise<IngestRow[]> {
    const answer = await staff.send('GET', `${root}/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { data: Ingest }).data.rows
  }

  let width = 30
  async function arrive(id: string, file: string, kind: 'image' | 'pdf'): Promise<string> {
    const bytes =
      kind === 'pdf' ? await makePdf((width += 1) % 7 || 1) : await makeImage('png', (width += 1), 20)
    const { url } = await site.services.files.store(streamOf(bytes), { name: `ملف.${kind}`, kind })
    const answer = await staff.send('PUT', `${root}/${id}/files`, { files: [{ id: file, url }] })
    expect(answer.statusCode, answer.body).toBe(200)
    return url
  }

  const seen = (rows: IngestRow[]) => rows.map(({ id, version }) => ({ id, version }))

  async function change(id: string, rows: object[], who = staff) {
    const answer = await who.send('PUT', `${root}/${id}/rows`, { rows })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data as { rows: IngestRow[]; stale: IngestRow[] }
  }

  async function review(id: string): Promise<IngestRow[]> {
    const rows = await look(id)
    return (
      await change(
        id,
        seen(rows).map(row => ({ ...row, isSeen: true })),
      )
    ).rows
  }

  function publish(id: string, rows: IngestRow[], key: string) {
    return staff.send('POST', `${root}/${id}/publication`, { rows: seen(rows) }, { 'idempotency-key': key })
  }

  it('proposes to staff alone what the names of files and folders say', async () => {
    const names = ['ثالث متوسط/وزاري رياضيات/2021 دور اول 1.jpg', 'scan0071.pdf']
    const answer = await staff.send('POST', '/api/staff/ingest/proposals', { names })
    expect(answer.statusCode, answer.body).toBe(200)
    const [exam, unknown] = answer.json().data.proposals
    expect(exam).toMatchObject({
      kind: { value: 'exam', confidence: 'sure' },
      stage: { value: 'THIRD_INTERMEDIATE', confidence: 'likely' },
      subject: { value: 'MATH' },
      releaseYear: { value: 2021, confidence: 'sure' },
      try: { value: 1 },
      page: 1,
    })
    expect(unknown).toMatchObject({ kind: null, stage: null, subject: null, releaseYear: null })
    const payload = { names }
    const stranger = await site.app.inject({ method: 'POST', url: '/api/staff/ingest/proposals', payload })
    expect(stranger.statusCode).toBe(401)
  })

  it('takes names that are longer than what a record can say, and opens the import again', async () => {
    const long = 'اسم طويل '.repeat(60).trim()
    const { id } = await begin(
      `${long}.pdf`,
      `ملزمة الاستاذ ${'كرار'.repeat(100)}.pdf`,
      `${'🌙'.repeat(200)}.pdf`,
    )
    const [named, note, moons] = await look(id)
    expect(long.startsWith(`${named?.values.title} `)).toBe(true)
    expect(named?.values.title.length).toBeGreaterThan(limits.maxTitleLength - 10)
    expect(note?.values).toMatchObject({ kind: 'note', teacher: '' })
    expect(moons?.values.title.isWellFormed()).toBe(true)
    const values = { title: named?.values.title, teacher: 'كرار' }
    const { rows } = await change(id, [{ id: named?.id, version: named?.version, values }])
    expect(rows[0]?.values).toMatchObject(values)
  })

  it('opens an import whose rows an older release has named too long', async () => {
    const { id } = await begin('كيمياء سادس علمي 2026.pdf')
    const [row] = await look(id)
    const title = 'ا'.repeat(limits.maxTitleLength + 1)
    await site.services.database.kysely
      .updateTable('ingestRows')
      .set({ said: JSON.stringify({ ...row?.values, title }) })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect((await look(id))[0]?.values.title).toBe(title)
  })

  it('makes a row of each file, and one of the pages of an exam in their order', async () => {
    const { id, files } = await begin(
      'كيمياء سادس علمي 2026.pdf',
      'وزاري رياضيات ثالث متوسط 2021 دور 1 (10).jpg',
      'وزاري رياضيات ثالث متوسط 2021 دور 1 (2).jpg',
    )
    const again = await name(id, 'وزاري رياضيات ثالث متوسط 2021 دور 1 (1).jpg', 'كيمياء سادس علمي 2026.pdf')
    expect(again[1]).toBe(files[0])
    const [book, exam, ...others] = await look(id)
    expect(others).toEqual([])
    expect(book).toMatchObject({
      values: {
        kind: 'book',
        stage: 'SIXTH_PREPARATORY',
        branch: 'SCIENTIFIC',
        releaseYear: 2026,
        title: '',
      },
      doubts: { kind: 'likely' },
      isSeen: false,
    })
    const numbers = exam?.files.map(({ name: file }) => /\((\d+)\)/.exec(file)?.[1])
    expect(numbers).toEqual(['1', '2', '10'])
  })

  it('keeps what was typed, and overwrites nobody', async () => {
    const colleague = await site.signIn('editor')
    const { id } = await begin('scan0071.pdf')
    const [row] = await look(id)
    const at = { id: row?.id, version: row?.version }
    const first = await change(id, [{ ...at, values: { kind: 'book', stage: 'FIFTH_PRIMARY' } }], colleague)
    expect(first.rows[0]?.changedBy).toMatchObject({ isYou: true })
    const second = await change(id, [{ ...at, values: { kind: 'note' } }])
    expect(second.rows).toEqual([])
    expect(second.stale[0]).toMatchObject({
      values: { kind: 'book', stage: 'FIFTH_PRIMARY' },
      changedBy: { isYou: false, name: colleague.name },
    })
    expect((await look(id))[0]?.values.kind).toBe('book')
  })

  it('publishes nothing that nobody has looked at, and says what is still wrong with the rest', async () => {
    const { id, files } = await begin('كيمياء سادس علمي 2026.pdf', 'ملف.pdf')
    const unseen = await publish(id, await look(id), 'nobody has seen it')
    expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'unseen_rows'])
    await arrive(id, files[0] ?? '', 'pdf')
    const wrong = await publish(id, await review(id), 'one is not whole yet')
    expect(wrong.statusCode, wrong.body).toBe(422)
    expect(wrong.json().fields).toEqual({ 'rows.1.kind': 'اختر النوع' })
    /* What was looked at and changed after it is to be looked at again. */
    const [book] = await look(id)
    await change(id, [{ ...seen(book ? [book] : [])[0], values: { releaseYear: 2025 } }])
    expect((await look(id))[0]?.isSeen).toBe(false)
  })

  it('publishes all rows as one batch, once however often it is sent, and takes all of it back', async () => {
    const exam = 'وزاري فيزياء سادس علمي 2023 دور 2'
    const { id, files } = await begin('كيمياء سادس علمي 2026.pdf', `${exam} (1).jpg`, `${exam} (2).jpg`)
    await arrive(id, files[0] ?? '', 'pdf')
    const pages = [await arrive(id, files[1] ?? '', 'image'), await arrive(id, files[2] ?? '', 'image')]
    const rows = await review(id)
    const answers = await Promise.all([1, 2, 3].map(() => publish(id, rows, 'one act of one person')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const batches = new Set(answers.map(answer => answer.json().data.id as string))
    expect(batches.size).toBe(1)
    expect(answers[0]?.json().data.count).toBe(2)
    const added = await look(id)
    const [book, questions] = added.map(({ record }) => record)
    const read = await site.app.inject({ method: 'GET', url: `/api/ministerial-exams/${questions?.id}` })
    expect(read.json().data).toMatchObject({
      title: 'أسئلة الفيزياء – السادس الإعدادي – الدور الثاني ٢٠٢٣',
      files: pages,
      try: 2,
    })
    const other = await publish(id, added, 'the same rows again')
    expect([other.statusCode, other.json().code]).toEqual([409, 'stale_rows'])
    const undone = await staff.send('POST', `/api/staff/batches/${[...batches][0]}/undo`, {})
    expect(undone.statusCode, undone.body).toBe(200)
    const gone = await site.app.inject({ method: 'GET', url: `/api/books/${book?.id}` })
    expect(gone.statusCode).toBe(404)
    /* They can be published again. */
    expect((await look(id)).map(({ record }) => record)).toEqual([null, null])
    expect((await publish(id, await review(id), 'after it was taken back')).statusCode).toBe(200)
  })

  it('publishes no row twice whose record stayed when the others were taken back, or came back', async () => {
    const { id, files } = await begin('فيزياء رابع علمي 2026.pdf', 'كيمياء رابع علمي 2026.pdf')
    for (const file of files) await arrive(id, file, 'pdf')
    const rows = await review(id)
    const twice = await publish(id, [...rows, ...rows], 'each of the rows twice in one act')
    expect(twice.statusCode, twice.body).toBe(422)
    const both = await publish(id, rows, 'both of the rows in one act')
    expect(both.statusCode, both.body).toBe(200)
    const batch = both.json().data.id
    const [stays, goes] = (await look(id)).map(({ record }) => record)
    await staff.send('POST', `/api/staff/batches/${batch}/undo`, { except: [stays?.id] })
    const [kept, open] = await look(id)
    expect([kept?.record, open?.record]).toMatchObject([{ kind: 'book', id: stays?.id }, null])
    const again = await publish(id, kept ? [kept] : [], 'the one of them that stayed there')
    expect([again.statusCode, again.json().code]).toEqual([409, 'stale_rows'])
    await staff.send('POST', '/api/staff/trash/restorations', { records: [{ kind: 'book', id: goes?.id }] })
    expect((await look(id))[1]?.record).toMatchObject({ id: goes?.id })
    const late = await publish(id, open ? [open] : [], 'the one of them that came back')
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale_rows'])
    for (const act of ['joinings', 'partings']) {
      const moved = await staff.send('POST', `${root}/${id}/${act}`, { rows: seen(await look(id)) })
      expect([act, moved.statusCode, moved.json().code]).toEqual([act, 409, 'stale_rows'])
    }
  })

  it('knows bytes and facts that a record has already', async () => {
    const name = 'احياء خامس علمي 2026.pdf'
    const one = await begin(name)
    const url = await arrive(one.id, one.files[0] ?? '', 'pdf')
    await publish(one.id, await review(one.id), 'the first of two alike')
    const two = await begin(name)
    await staff.send('PUT', `${root}/${two.id}/files`, { files: [{ id: two.files[0], url }] })
    const [row] = await look(two.id)
    const title = 'كتاب الأحياء للصف الخامس الإعدادي العلمي'
    expect(row?.files[0]?.usedBy).toMatchObject([{ kind: 'book', name: title }])
    const [changed] = (await change(two.id, [{ id: row?.id, version: row?.version, isSeen: true }])).rows
    expect(changed).toMatchObject({ isSeen: true, files: [{ usedBy: [{ kind: 'book', name: title }] }] })
    const checks = await staff.send('POST', `${root}/${two.id}/checks`, { rows: [row?.id] })
    expect(checks.json().data.warnings[row?.id ?? '']).toMatchObject([
      { code: 'duplicate', record: { name: title } },
    ])
    expect(checks.json().data.late).toEqual([])
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const clock = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(ms => (ms === limits.ingestLikenessWaitMs ? AbortSignal.abort() : timeout(ms)))
    const hurried = await staff.send('POST', `${root}/${two.id}/checks`, { rows: [row?.id] })
    clock.mockRestore()
    expect(hurried.json().data).toEqual({ ...checks.json().data, late: [row?.id] })
    for (const suffix of ['أ', 'ب', 'ت'])
      await staff.send('POST', '/api/books', bookInput({ title: `كتاب ${suffix}`, directLink: url }))
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const used = (await look(two.id))[0]?.files[0]?.usedBy ?? []
    const readings = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('as name from'))
    asked.mockRestore()
    expect(used).toHaveLength(4)
    expect(readings).toHaveLength(1)
    /* In the trash it has them no more. */
    for (const use of used) await staff.send('DELETE', `/api/books/${use.id}`)
    expect((await look(two.id))[0]?.files[0]?.usedBy).toEqual([])
  })

  it('names rows that show nearly the same as another one of the import, within what is compared', async () => {
    const covers = new Map<string, Promise<Buffer>>()
    const cover = (of: number, width: number) => {
      const key = `${of} ${width}`
      const made = covers.get(key) ?? makeCover(of, { width, quality: 45 })
      covers.set(key, made)
      return made
    }
    const named = [
      ['وزاري فيزياء ثالث متوسط 2022 دور 2.jpg', await cover(21, 600)],
      ['وزاري فيزياء ثالث متوسط 2021 دور 1.jpg', await cover(21, 420)],
      ['وزاري كيمياء ثالث متوسط 2020 دور 1.jpg', await cover(22, 600)],
      ['كتاب احياء خامس علمي 2026.pdf', await makeScan(await cover(23, 600), 3)],
      ['كتاب احياء خامس علمي 2026 نسخة.pdf', await makeScan(await cover(23, 420), 4)],
      ['كتاب احياء خامس علمي 2025.pdf', await makeScan(await cover(23, 500), 3)],
      ['كتاب احياء خامس علمي 2026 كامل.pdf', await makeScan(await cover(23, 550), 9)],
    ] as const
    const { id, files } = await begin(...named.map(([path]) => path))
    const arrived = named.map(async ([path, bytes], at) => {
      const kind = path.endsWith('.pdf') ? 'pdf' : 'image'
      return {
        id: files[at],
        url: (await site.services.files.store(streamOf(bytes), { name: path, kind })).url,
      }
    })
    await staff.send('PUT', `${root}/${id}/files`, { files: await Promise.all(arrived) })
    const rows = await look(id)
    const check = async (asked: readonly IngestRow[]): Promise<IngestChecks> =>
      (await staff.send('POST', `${root}/${id}/checks`, { rows: asked.map(row => row.id) })).json().data
    await expect.poll(async () => (await check(rows)).late, { timeout: 30_000 }).toEqual([])
    const nameOf = (own: string) => rows.find(row => row.id === own)?.files[0]?.name ?? ''
    const pairsOf = ({ alike }: IngestChecks) =>
      Object.entries(alike).map(([own, others]) => [nameOf(own), ...others.map(other => nameOf(other.id))])
    const [exam, again, , book, copy] = named.map(([path]) => path)
    const pairs = pairsOf(await check(rows))
    expect(pairs).toHaveLength(4)
    expect(pairs).toEqual(
      expect.arrayContaining([
        [exam, again],
        [again, exam],
        [book, copy],
        [copy, book],
      ]),
    )
    const [first] = rows.filter(row => row.files[0]?.name === exam)
    expect(pairsOf(await check(first ? [first] : [])), 'asked alone').toEqual([[exam, again]])
  })

  it('has a row looked at once more when a page of it comes after that', async () => {
    const exam = 'وزاري فيزياء ثالث متوسط 2022 دور 2'
    const { id } = await begin(`${exam} (1).png`)
    const [row] = await review(id)
    const late = { name: `${exam} (2).png`, folder: '', size: 9 }
    await staff.send('POST', `${root}/${id}/files`, { files: [late] })
    const rows = await look(id)
    expect(rows.map(({ files, isSeen }) => [files.length, isSeen])).toEqual([[2, false]])
    expect(rows[0]?.version).toBeGreaterThan(row?.version ?? 0)
    /* The same file named again changes nothing. */
    await staff.send('POST', `${root}/${id}/files`, { files: [late] })
    expect((await look(id))[0]?.version).toBe(rows[0]?.version)
  })

  it('takes a file once, and tells who sends one whose row or import is gone', async () => {
    const { id, files } = await begin('IMG_0101.jpg', 'IMG_0102.jpg', 'IMG_0103.jpg')
    const [first = '', second = '', third = ''] = files
    /* Two windows make a photo smaller each for itself: what comes first stays. */
    const urls = await Promise.all(
      [61, 62, 63].map(async size => {
        const bytes = await makeImage('png', size, 21)
        return (await site.services.files.store(streamOf(bytes), { name: 'صورة.png', kind: 'image' })).url
      }),
    )
    const tell = (told: object[]) => staff.send('PUT', `${root}/${id}/files`, { files: told })
    const answers = await Promise.all(urls.map(url => tell([{ id: first, url }])))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const kept = (await look(id))[0]?.files[0]?.url
    const late = await tell(urls.filter(url => url !== kept).map(url => ({ id: first, url })))
    expect(late.json().data.rows[0].files[0].url).toBe(kept)
    const [, gone] = await look(id)
    await staff.send('POST', `${root}/${id}/removals`, { rows: seen(gone ? [gone] : []) })
    const [url = ''] = urls
    const refused = await tell([second, third].map(file => ({ id: file, url })))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ingest_files_gone'])
    expect(refused.json().stale).toEqual([second])
    expect((await look(id))[1]?.files[0]?.url).toBeNull()
    await staff.send('DELETE', `${root}/${id}`)
    const ended = await tell([{ id: third, url }])
    expect([ended.statusCode, ended.json().code]).toEqual([404, 'ingest_not_found'])
  })

  it('names files of a size that can be sent, and no other', async () => {
    const { id } = (await staff.send('POST', root)).json().data
    for (const [size, status] of [
      [limits.maxPdfBytes, 200],
      [2 ** 31, 422],
    ]) {
      const files = [{ name: 'كتاب.pdf', folder: '', size }]
      const answer = await staff.send('POST', `${root}/${id}/files`, { files })
      expect(answer.statusCode, answer.body).toBe(status)
    }
  })

  it('goes when nobody has touched it for thirty days, and lets its files go', async () => {
    const left = await begin('تُرك.pdf')
    const used = await begin('لم يُترك.pdf')
    await arrive(left.id, left.files[0] ?? '', 'pdf')
    const { kysely } = site.database
    const changedAt = new Date(Date.now() - (limits.ingestKeptDays * 24 + 1) * 60 * 60 * 1000)
    await kysely.updateTable('ingests').set({ changedAt }).where('id', '=', left.id).execute()
    /* Beginning another one does not wait for them. */
    await staff.send('POST', root)
    expect(await look(left.id)).toHaveLength(1)
    const retention = startRetention(site.services)
    await retention.run()
    await retention.close()
    expect((await staff.send('GET', `${root}/${left.id}`)).json().code).toBe('ingest_not_found')
    expect(await look(used.id)).toHaveLength(1)
    const held = await kysely
      .selectFrom('fileReferences')
      .select('fileId')
      .where('recordId', '=', left.id)
      .execute()
    expect(held).toEqual([])
  })

  it('takes pictures of its pages in the place of a PDF, once, and only what they are', async () => {
    const { id, files } = await begin('فيزياء سادس 2024 دور اول.pdf')
    await arrive(id, files[0] ?? '', 'pdf')
    const [before] = await review(id)
    const [pdf] = before?.files ?? []
    if (!before || !pdf?.url) throw new Error('no row')
    const sha256 = /files\/(\w+)/.exec(pdf.url)?.[1] ?? ''
    const page = await site.services.files.makePageImage(sha256, 1, { uploadedBy: null })
    const other = await site.services.files.store(streamOf(await makeImage('png', 77, 20)), {
      name: 'ثانية.png',
      kind: 'image',
    })
    const row = { id: before.id, version: before.version }
    const replace = (body: object) => staff.send('POST', `${root}/${id}/pages`, body)
    const pictures = [page.url, other.url]
    expect((await replace({ row, file: pdf.id, pictures: [pdf.url] })).json().code).toBe('file_not_found')
    const missing = `/files/${'0'.repeat(64)}/x.jpg`
    expect((await replace({ row, file: pdf.id, pictures: [page.url, missing] })).json().code).toBe(
      'file_not_found',
    )
    expect((await look(id))[0]?.files.map(({ url }) => url)).toEqual([pdf.url])
    const both = await Promise.all([1, 2].map(() => replace({ row, file: pdf.id, pictures })))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const [after] = await look(id)
    expect(after?.files.map(({ url, type }) => [url, type])).toEqual([
      [page.url, 'image/jpeg'],
      [other.url, 'image/png'],
    ])
    expect(after?.isSeen).toBe(false)
    const again = { row: { id: before.id, version: after?.version }, file: pdf.id, pictures }
    expect((await replace(again)).json().code).toBe('ingest_files_gone')
    /* They are held as every file of an import is, and the PDF no more. */
    const uses = await site.database.kysely
      .selectFrom('fileReferences')
      .select('fileId')
      .where('entity', '=', 'INGEST')
      .where('recordId', '=', id)
      .execute()
    expect(uses.map(use => use.fileId)).not.toContain(sha256)
    expect(uses).toHaveLength(2)
  })

  it('joins rows, parts them, takes them away, and is given up', async () => {
    const { id, files } = await begin('IMG_0002.jpg', 'IMG_0001.jpg')
    const url = await arrive(id, files[0] ?? '', 'image')
    const joined = await staff.send('POST', `${root}/${id}/joinings`, { rows: seen(await look(id)) })
    expect(joined.json().data.rows).toHaveLength(1)
    expect(joined.json().data.rows[0].files.map((file: { name: string }) => file.name)).toEqual([
      'IMG_0001.jpg',
      'IMG_0002.jpg',
    ])
    const parted = await staff.send('POST', `${root}/${id}/partings`, { rows: seen(await look(id)) })
    expect(parted.json().data.rows).toHaveLength(2)
    const [first] = await look(id)
    await staff.send('POST', `${root}/${id}/removals`, { rows: seen(first ? [first] : []) })
    expect(await look(id)).toHaveLength(1)
    const holders = () =>
      site.database.kysely.selectFrom('fileReferences').selectAll().where('entity', '=', 'INGEST')
    expect(
      (await holders().where('recordId', '=', id).execute()).map(({ fileId }) => url.includes(fileId)),
    ).toEqual([true])
    expect((await staff.send('DELETE', `${root}/${id}`)).statusCode).toBe(200)
    expect(await holders().where('recordId', '=', id).execute()).toEqual([])
    expect((await staff.send('GET', `${root}/${id}`)).json().code).toBe('ingest_not_found')
  })
})
