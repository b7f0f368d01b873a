import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BookInput } from '#contract/resources/book.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import { countOf } from '#contract/school-lists.ts'
import { putRow } from '#server/files/light-copies/light-copies.repository.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'
import { makePdf, sha256Of, streamOf } from '#test/files.ts'

const wholeStage = {
  stage: 'PREPARATORY',
  grade: undefined,
  branch: undefined,
  subject: undefined,
  file: undefined,
  search: undefined,
  isLatest: false,
  limit: 50,
  offset: 0,
} as const

describeEachEngine('the lists of the site', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn()
    const books: Partial<BookInput>[] = [
      { title: 'و', stage: 'SIXTH_PREPARATORY', subject: 'ARABIC', branch: undefined },
      { title: 'ز', stage: 'SIXTH_PREPARATORY', subject: 'HISTORY', branch: 'LITERARY' },
      { title: 'د', stage: 'SIXTH_PREPARATORY', subject: 'PHYSICS', branch: 'SCIENTIFIC' },
      { title: 'أ', stage: 'FOURTH_PREPARATORY', subject: 'ENGLISH', branch: undefined },
      { title: 'ج', stage: 'SIXTH_PREPARATORY', subject: 'MATH', branch: 'SCIENTIFIC' },
    ]
    for (const book of books) await add('/api/books', bookInput(book))
    const exams: Partial<ExamInput>[] = [
      { title: '٢٠٢٣ غير مذكور', releaseYear: 2023, try: 0 },
      { title: '٢٠٢٣ الثاني', releaseYear: 2023, try: 2 },
      { title: '٢٠٢٥', releaseYear: 2025, try: 3 },
      { title: '٢٠٢٣ الأول', releaseYear: 2023, try: 1 },
    ]
    for (const exam of exams) await add('/api/ministerial-exams', examInput(exam))
  })
  afterAll(() => site.close())

  async function add(path: string, input: object): Promise<void> {
    const response = await staff.send('POST', path, { ...input })
    expect(response.statusCode, response.body).toBe(201)
  }
  const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)

  it('come by grade, branch and the curriculum, and newest first when asked', async () => {
    const { books } = site.services
    expect(titles(await books.listOfSchool(wholeStage))).toEqual(['أ', 'و', 'ج', 'د', 'ز'])
    expect(titles(await books.listOfSchool({ ...wholeStage, isLatest: true }))).toEqual([
      'ج',
      'أ',
      'د',
      'ز',
      'و',
    ])
  })

  it('give a branch what is its own and what all branches share, in one order of subjects', async () => {
    const found = await site.services.books.listOfSchool({
      ...wholeStage,
      grade: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
    })
    expect(titles(found)).toEqual(['ج', 'د', 'و'])
    expect(found.total).toBe(3)
  })

  it('count what every choice would leave, and anew after a change', async () => {
    const { books } = site.services
    const { counts } = await books.listOfSchool({ ...wholeStage, subject: 'MATH' })
    expect(countOf(counts, { stage: 'PREPARATORY' })).toBe(5)
    expect(countOf(counts, { grade: 'SIXTH_PREPARATORY', subject: 'PHYSICS' })).toBe(1)
    expect(countOf(counts, { grade: 'SIXTH_PREPARATORY', branch: 'LITERARY' })).toBe(2)
    await add('/api/books', bookInput({ stage: 'FIRST_PRIMARY', branch: undefined }))
    expect(countOf(await books.counts(), { stage: 'PRIMARY' })).toBe(1)
    const searched = await books.listOfSchool({ ...wholeStage, search: 'فيزياء' })
    expect(countOf(searched.counts, {})).toBe(searched.total)
  })

  it('narrow to what has a light copy of its own PDF, and say of each choice how many have one', async () => {
    const { books, notes, files } = site.services
    const [whole, light] = [await makePdf(2), await makePdf(1)]
    const { url } = await files.store(streamOf(whole), { name: 'كتاب.pdf' })
    await files.store(streamOf(light), { name: 'خفيف.pdf' })
    const place = { stage: 'SECOND_INTERMEDIATE', subject: 'MATH', branch: undefined } as const
    const version = { title: 'طبعة', releaseYear: 2024, directLink: url }
    await add('/api/books', bookInput({ ...place, title: 'له', directLink: url }))
    await add('/api/books', bookInput({ ...place, title: 'لطبعة منه', versions: [version] }))
    await add('/api/books', bookInput({ ...place, title: 'مخفي', directLink: url, state: 'draft' }))
    await add('/api/malazimas', noteInput({ ...place, title: 'ملزمة', directLink: url }))
    await add('/api/malazimas', noteInput({ ...place, title: 'بلا' }))
    const asked = { ...wholeStage, stage: 'INTERMEDIATE', file: 'light' } as const
    expect((await books.listOfSchool(asked)).total).toBe(0)

    await site.database.kysely.transaction().execute(async transaction => {
      await putRow(transaction, sha256Of(whole), { lightHash: sha256Of(light) })
      await site.services.changes.announce(transaction, ['books', 'notes'])
    })
    for (const search of [undefined, 'له', 'ملزمة']) {
      const found = search === 'ملزمة' ? notes : books
      await expect.poll(async () => titles(await found.listOfSchool({ ...asked, search }))).toHaveLength(1)
      const { items, total, counts } = await found.listOfSchool({ ...asked, search })
      expect([titles({ items }), total]).toEqual([[search ?? 'له'], 1])
      expect(countOf(counts, { grade: 'SECOND_INTERMEDIATE', file: 'light' })).toBe(1)
      expect(countOf(counts, { grade: 'FIRST_INTERMEDIATE', file: 'light' })).toBe(0)
    }
    expect(countOf(await books.counts(), { stage: 'INTERMEDIATE' })).toBe(2)
    const { items } = await notes.listOfSchool({ ...wholeStage, stage: 'INTERMEDIATE' })
    expect(items).toHaveLength(2)
    for (const [path, list, name] of [
      ['/api/books', 'books', 'له'],
      ['/api/malazimas', 'malazimas', 'ملزمة'],
    ] as const) {
      const { data } = (await site.app.inject({ url: `${path}?file=light` })).json()
      expect(titles({ items: data[list] }), path).toEqual([name])
      expect((await site.app.inject({ url: `${path}?file=heavy` })).statusCode).toBe(422)
    }
  })

  it('bring exams by year and round, those of no stated round last', async () => {
    const found = await site.services.exams.listOfGrade({
      ...wholeStage,
      grade: 'SIXTH_PRIMARY',
      year: undefined,
      try: undefined,
    })
    expect(titles(found)).toEqual(['٢٠٢٥', '٢٠٢٣ الأول', '٢٠٢٣ الثاني', '٢٠٢٣ غير مذكور'])
    expect(found.total).toBe(4)
  })

  it('leave the order of the API as it was', async () => {
    const response = await site.app.inject({ url: '/api/books?stage=PREPARATORY&stageType=contains' })
    expect(titles({ items: response.json().data.books })).toEqual(['ج', 'أ', 'د', 'ز', 'و'])
  })
})
