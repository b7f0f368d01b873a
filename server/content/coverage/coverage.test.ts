import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Coverage } from '#contract/resources/coverage.ts'
import { beginFile, putPages, updateFile } from '#server/files/page-texts/page-texts.repository.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { makePdf, streamOf } from '#test/files.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'

describeEachEngine('the boards of what there is', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  async function add(path: string, input: object): Promise<void> {
    const answer = await staff.send('POST', path, input)
    expect(answer.statusCode, answer.body).toBe(201)
  }

  async function board(name: string, stage: string, branch = ''): Promise<Coverage> {
    const query = new URLSearchParams({ board: name, stage, ...(branch && { branch }) })
    const answer = await staff.send('GET', `/api/stats/coverage?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const sound = { damaged: 0, dead: 0, unread: 0, heavy: 0 }
  const grade = { stage: 'SIXTH_PREPARATORY', subject: 'CHEMISTRY' } as const

  it('is for staff alone', async () => {
    const url = '/api/stats/coverage?board=books&stage=SIXTH_PREPARATORY'
    expect((await site.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  })

  it('counts place by place what visitors see apart from what they do not', async () => {
    const exam = { ...grade, releaseYear: 2024 }
    await add('/api/ministerial-exams', examInput({ ...exam, try: 1 }))
    await add('/api/ministerial-exams', examInput({ ...exam, try: 1, title: 'نسخة أخرى' }))
    await add('/api/ministerial-exams', examInput({ ...exam, try: 2, state: 'draft' }))
    await add('/api/ministerial-exams', examInput({ ...exam, stage: 'SIXTH_PRIMARY', subject: 'MATH' }))
    expect((await board('exams', 'SIXTH_PREPARATORY')).cells).toEqual([
      {
        kind: 'exam',
        row: 'CHEMISTRY',
        releaseYear: 2024,
        try: 1,
        published: 2,
        hidden: 0,
        common: 2,
        ...sound,
      },
      {
        kind: 'exam',
        row: 'CHEMISTRY',
        releaseYear: 2024,
        try: 2,
        published: 0,
        hidden: 1,
        common: 1,
        ...sound,
      },
    ])
  })

  it('counts in a branch what is of it or of all branches', async () => {
    await add('/api/books', bookInput({ ...grade, branch: 'SCIENTIFIC' }))
    await add('/api/books', bookInput({ ...grade, subject: 'ARABIC', branch: undefined }))
    await add('/api/malazimas', noteInput({ ...grade, branch: 'LITERARY', state: 'draft' }))
    const cell = { releaseYear: null, try: null, published: 1, hidden: 0, common: 0, ...sound }
    expect((await board('books', 'SIXTH_PREPARATORY', 'SCIENTIFIC')).cells).toEqual([
      { ...cell, kind: 'book', row: 'ARABIC', common: 1 },
      { ...cell, kind: 'book', row: 'CHEMISTRY' },
    ])
    expect((await board('books', 'SIXTH_PREPARATORY', 'LITERARY')).cells).toEqual([
      { ...cell, kind: 'book', row: 'ARABIC', common: 1 },
      { ...cell, kind: 'note', row: 'CHEMISTRY', published: 0, hidden: 1 },
    ])
    const result = { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 1, city: 'كركوك' } as const
    await add('/api/results', resultInput({ ...result, branch: 'SCIENTIFIC', school: undefined }))
    await add('/api/results', resultInput({ ...result, branch: 'SCIENTIFIC', school: 'ثانوية النجاح' }))
    const { cells } = await board('results', 'SIXTH_PREPARATORY', 'SCIENTIFIC')
    expect(cells).toEqual([{ ...cell, kind: 'result', row: 'كركوك', releaseYear: 2026, try: 1 }])
  })

  it('tells of what is published which has a damaged file, and which a dead link elsewhere', async () => {
    const { url } = await site.services.files.store(streamOf(await makePdf(1)), { name: 'كتاب.pdf' })
    const telegramLink = 'https://t.me/rafid/77'
    const book = { ...grade, stage: 'FIRST_PRIMARY', subject: 'MATH' } as const
    await add('/api/books', bookInput({ ...book, directLink: url, telegramLink }))
    await add('/api/books', bookInput({ ...book, title: 'آخر' }))
    await add('/api/books', bookInput({ ...book, title: 'مسودة', directLink: url, state: 'draft' }))
    const { kysely } = site.database
    const place = {
      kind: 'book',
      row: 'MATH',
      releaseYear: null,
      try: null,
      published: 2,
      hidden: 1,
      common: 0,
    }
    expect((await board('books', 'FIRST_PRIMARY')).cells).toEqual([{ ...place, ...sound }])
    await sql`update files set damage = 'changed' where id = ${sha256OfFileAddress(url)}`.execute(kysely)
    await sql`insert into mirrors (id, address, checked_at, failures, dead_since)
      values ('m77', ${telegramLink}, now(), 3, now())`.execute(kysely)
    expect((await board('books', 'FIRST_PRIMARY')).cells).toEqual([
      { ...place, ...sound, damaged: 1, dead: 1 },
    ])
  })

  it('tells of what is published that has no light copy or is read too badly, and leads to exactly it', async () => {
    const book = { stage: 'THIRD_INTERMEDIATE', subject: 'PHYSICS' } as const
    const { kysely } = site.database
    const addWith = async (pages: number, title: string) => {
      const { url } = await site.services.files.store(streamOf(await makePdf(pages)), {
        name: `${title}.pdf`,
      })
      await add('/api/books', bookInput({ ...book, title, directLink: url }))
      return sha256OfFileAddress(url) ?? ''
    }
    const heavy = await addWith(11, 'ثقيلة')
    const enough = await addWith(12, 'خفيفة')
    const unread = await addWith(13, 'لا تُقرأ')
    await sql`insert into light_copies (file_hash, absence, maker_version) values
      (${heavy}, 'too-complex', 1), (${enough}, 'not-lighter', 1)
      on conflict (file_hash) do update set absence = excluded.absence`.execute(kysely)
    const read = async (fileHash: string, qualities: number[]) =>
      kysely.transaction().execute(async transaction => {
        await beginFile(transaction, fileHash)
        const pages = qualities.map((quality, index) => ({
          page: index + 1,
          text: { source: 'picture' as const, quality, text: 'نص', boxes: new Uint8Array() },
        }))
        await putPages(transaction, fileHash, pages)
        await updateFile(transaction, fileHash, { pageCount: qualities.length, isEnded: true })
      })
    await read(heavy, [0.9, 0.2])
    await kysely.transaction().execute(async transaction => {
      await beginFile(transaction, enough)
      await updateFile(transaction, enough, { isEnded: true, failure: 'الملف محمي.' })
    })
    await read(unread, [0.9, 0.2, 0.1])
    const place = { kind: 'book', row: 'PHYSICS', releaseYear: null, try: null, hidden: 0, common: 0 }
    expect((await board('books', 'THIRD_INTERMEDIATE')).cells).toEqual([
      { ...place, published: 3, ...sound, unread: 2, heavy: 1 },
    ])
    const titlesOf = async (missing: string) => {
      const url = `/api/books?stage=THIRD_INTERMEDIATE&state=published&missing=${missing}`
      return (await staff.send('GET', url)).json().data.books.map(({ title }: { title: string }) => title)
    }
    expect([await titlesOf('light'), await titlesOf('text')]).toEqual([['ثقيلة'], ['لا تُقرأ', 'خفيفة']])
    await read(unread, [0.9, 0.9, 0.9])
    expect(await titlesOf('text')).toEqual(['خفيفة'])
  })

  it('says what of a grade was looked for in vain, and asked for', async () => {
    const { search, contact } = site.services
    const wanted = 'كيمياء السادس علمي 2021 الدور الثاني'
    for (const text of [
      wanted,
      wanted,
      'وزاري كيمياء سادس علمي ٢٠٢١ دور ثاني',
      'كتاب فيزياء السادس العلمي',
      'شعر',
    ])
      search.countMiss(text)
    await contact.ask({ wanted, from: '/ministerial' }, null)
    await contact.ask({ wanted, from: '/', website: 'http://spam.example' }, null)
    const place = { kind: 'exam', row: 'CHEMISTRY', releaseYear: 2021, try: 2 }
    expect((await board('exams', 'SIXTH_PREPARATORY')).wishes).toEqual([
      { ...place, searches: 3, requests: 1 },
    ])
    expect((await board('exams', 'SIXTH_PRIMARY')).wishes).toEqual([])
    const book = { kind: 'book', row: 'PHYSICS', releaseYear: null, try: null, searches: 1, requests: 0 }
    expect((await board('books', 'SIXTH_PREPARATORY', 'SCIENTIFIC')).wishes).toEqual([book])
    expect((await board('books', 'SIXTH_PREPARATORY', 'LITERARY')).wishes).toEqual([])
  })
})
