import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookInputSchema } from '#contract/resources/book.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp, type TestApp } from '#test/build-app.ts'

describe('the search box of a list', () => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp()
    const add = (title: string, subject: string, stage: string, releaseYear: number, keywords: string) =>
      test.services.books.create(
        bookInputSchema.parse({
          title,
          subject,
          stage,
          releaseYear,
          keywords,
          description: 'كتاب المنهج المقرر',
          directLink: 'https://files.example/book.pdf',
        }),
        systemActor,
      )
    await add('الرياضيات السادس العلمي', 'MATH', 'SIXTH_PREPARATORY', 2024, 'تفاضل')
    await add('كراس التمارين', 'MATH', 'SIXTH_PREPARATORY', 2020, 'الرياضيات')
    await add('اللغة الإنجليزية الثالث المتوسط', 'ENGLISH', 'THIRD_INTERMEDIATE', 2024, 'قواعد')
    await add('الفيزياء الثالث المتوسط', 'PHYSICS', 'THIRD_INTERMEDIATE', 2023, 'نيوتن')
    const news = newsInputSchema.parse({
      title: 'موعد توزيع كتب الفيزياء',
      bio: 'خبر',
      content: 'خبر',
      type: 'SCHOOL_BOOKS',
      image: 'https://files.example/a.jpg',
      keywords: 'كتب',
    })
    await test.services.news.create(news, systemActor)
  })

  afterAll(() => test.close())

  async function titles(query: Record<string, string>): Promise<string[]> {
    const response = await test.app.inject({ method: 'GET', url: '/api/books', query })
    const { data } = response.json<{ data: { books: { title: string }[]; total: number } }>()
    expect(data.total).toBe(data.books.length)
    return data.books.map(({ title }) => title)
  }

  it.each([
    ['a slip', 'الفزياء', ['الفيزياء الثالث المتوسط']],
    ['everyday spelling', 'انكليزي', ['اللغة الإنجليزية الثالث المتوسط']],
    ['the other keyboard layout', 'td.dhx', ['الفيزياء الثالث المتوسط']],
    ['a word being typed', 'نيو', ['الفيزياء الثالث المتوسط']],
    [
      'subject and grade in words, the newest first',
      'رياضيات سادس اعدادي',
      ['كراس التمارين', 'الرياضيات السادس العلمي'],
    ],
    ['a year', 'رياضيات ٢٠٢٠', ['كراس التمارين']],
    ['a single letter', 'ن', ['الفيزياء الثالث المتوسط']],
    ['several slips in a subject', 'الرسضيت', ['كراس التمارين', 'الرياضيات السادس العلمي']],
  ])('understands %s', async (_name, search, expected) => {
    expect(await titles({ search })).toEqual(expected)
  })

  it('keeps to the filters that are set beside it', async () => {
    expect(await titles({ search: 'ثالث متوسط', category: 'PHYSICS' })).toEqual(['الفيزياء الثالث المتوسط'])
    expect(await titles({ search: 'رياضيات', stage: 'THIRD_INTERMEDIATE', stageType: 'exact' })).toEqual([])
  })

  it('shows what answers best first, and pages through the same order', async () => {
    expect(await titles({ search: 'الرياضيات السادس العلمي' })).toEqual([
      'الرياضيات السادس العلمي',
      'كراس التمارين',
    ])
    const second = await test.app.inject({
      method: 'GET',
      url: '/api/books',
      query: { search: 'الرياضيات السادس العلمي', limit: '1', offset: '1' },
    })
    expect(second.json()).toMatchObject({ data: { books: [{ title: 'كراس التمارين' }], total: 2 } })
  })

  it('keeps to the filters where it forgives several slips', async () => {
    expect(await titles({ search: 'الرسضيت', category: 'PHYSICS' })).toEqual([])
  })

  it('finds nothing for nonsense', async () => {
    expect(await titles({ search: 'قسطنطينية' })).toEqual([])
    expect(await titles({ search: 'نوبتن' })).toEqual([])
  })

  it('knows a record as soon as it is saved, and forgets it as soon as it is deleted', async () => {
    const { id } = await test.services.books.create(
      bookInputSchema.parse({
        title: 'سلسلة زرقاء',
        subject: 'ARABIC',
        stage: 'FIRST_PRIMARY',
        releaseYear: 2025,
        keywords: 'قراءة',
        description: 'كتاب',
        directLink: 'https://files.example/book.pdf',
      }),
      systemActor,
    )
    expect(await titles({ search: 'سلسله زرقا' })).toEqual(['سلسلة زرقاء'])
    await test.services.books.delete(id, systemActor)
    expect(await titles({ search: 'سلسله زرقا' })).toEqual([])
  })
})
