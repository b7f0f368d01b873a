import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cities } from '#contract/codes/cities.ts'
import { gradeCodes } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { newsCategoryCodes } from '#contract/codes/news-categories.ts'
import { examSubjects, subjectCodes, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { bookInputSchema, bookVersionInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { demoBooks } from './books/demo-books.ts'
import { demoExams } from './exams/demo-exams.ts'
import { demoNews } from './news/demo-news.ts'
import { demoNotes } from './notes/demo-notes.ts'
import { demoResults } from './results/demo-results.ts'
import { resultKey } from './results/results.demo.ts'
import { demoContent, seedDemo } from './seed-demo.ts'
import { topicsOf } from './subject-topics.ts'

const today = new Date('2026-11-21T09:00:00Z')
const link = '/files/abc'
const books = demoBooks(today)
const notes = demoNotes(today)
const exams = demoExams(today)
const results = demoResults(today)
const news = demoNews(today)

describe('demo content', () => {
  it('has books for every grade, all of subjects that the stage offers', () => {
    for (const grade of gradeCodes) {
      const subjects = books.filter(book => book.input.stage === grade).map(book => book.input.subject)
      expect(subjects.length, grade).toBeGreaterThanOrEqual(5)
      for (const subject of subjects) expect(subjectsOfGrade(grade), `${grade} ${subject}`).toContain(subject)
    }
    for (const note of notes) expect(subjectsOfGrade(note.input.stage)).toContain(note.input.subject)
    for (const exam of exams) expect(examSubjects[exam.input.stage]).toContain(exam.input.subject)
  })

  it('passes the rules that staff have to keep', () => {
    for (const { input, versions } of books) {
      bookInputSchema.parse({ ...input, image: link, directLink: link })
      for (const version of versions) bookVersionInputSchema.parse({ ...version, directLink: link })
    }
    for (const { input } of notes) noteInputSchema.parse({ ...input, image: link, directLink: link })
    for (const { input } of exams) examInputSchema.parse({ ...input, files: [link] })
    for (const { input } of results) resultInputSchema.parse({ ...input, directLink: link })
    for (const { input } of news) newsInputSchema.parse({ ...input, image: link })
  })

  it('is told apart by titles, so that an interrupted start can go on', () => {
    for (const list of [books, notes, exams, news]) {
      const titles = list.map(item => item.input.title)
      expect(new Set(titles).size).toBe(titles.length)
    }
    expect(new Set(results.map(result => resultKey(result.input))).size).toBe(results.length)
  })

  it('has some of everything', () => {
    expect(books.filter(book => book.versions.length > 1).length).toBeGreaterThanOrEqual(5)
    expect([notes.length, exams.length, results.length, news.length]).toEqual([41, 32, 95, 16])
    expect(new Set(news.map(item => item.input.type))).toEqual(new Set(newsCategoryCodes))
    expect(new Set(exams.map(exam => exam.input.try))).toEqual(new Set([1, 2, 3, 4]))
    for (const { input } of results) expect(cities).toContain(input.city)
    for (const subject of subjectCodes)
      expect(topicsOf(subject, 'PREPARATORY').questions.length).toBeGreaterThan(0)
  })

  it('lies in the past and says in its text that it is a specimen', () => {
    for (const item of [...books, ...notes, ...exams, ...results, ...news]) {
      expect(item.createdAt.getTime()).toBeLessThan(today.getTime())
    }
    for (const { input } of books) expect(input.description).toContain('تجريبية')
    for (const { input } of news) expect(input.content).toContain('تجريبي')
  })
})

describe('a first start', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ environment: { DEMO: '1' } })
  })
  afterAll(() => test.close())

  it('goes on after an interruption, writes nothing twice, and then leaves the database alone', async () => {
    const { services, database } = test
    const content = (day: Date) => {
      const all = demoContent(day)
      return {
        books: all.books.slice(0, 6),
        notes: all.notes.slice(0, 2),
        exams: all.exams.slice(0, 2),
        results: all.results.slice(0, 2),
        news: all.news.slice(0, 2),
      }
    }
    let written = 0
    const interrupted = {
      ...services,
      books: {
        ...services.books,
        create: (...parameters: Parameters<typeof services.books.create>) => {
          written += 1
          if (written === 2) throw new AppError('unavailable')
          if (written > 3) throw new Error('power cut')
          return services.books.create(...parameters)
        },
      },
    }
    const count = async (table: 'books' | 'notes' | 'exams' | 'results' | 'news' | 'bookVersions') => {
      const row = await database.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    }
    /* A database that is away for a moment is waited for. */
    await expect(seedDemo(interrupted, { content, pauseMs: 1 })).rejects.toThrow('power cut')
    /* What takes long waits for the rest, though it is newer. */
    expect(await count('results')).toBe(0)
    await seedDemo(services, { content })
    expect(await count('books')).toBe(6)
    expect(await count('bookVersions')).toBe(books.slice(0, 6).flatMap(book => book.versions).length)
    expect(await count('bookVersions')).toBeGreaterThan(0)
    for (const table of ['notes', 'exams', 'results', 'news'] as const)
      expect(await count(table), table).toBe(2)
    const [newest] = await services.books.latest(1)
    expect(newest?.file).toMatchObject({ type: 'application/pdf', pageCount: 5 })
    expect(new Date(newest?.createdAt ?? '').getTime()).toBeLessThan(Date.now() - 24 * 3_600_000)
    expect(await seedDemo(services)).toBe(0)
  }, 60_000)
})

describe('a start that must not write demo content', () => {
  it('leaves a database with content, a production site and DEMO=0 alone', async () => {
    const off = await openTestApp()
    const on = await openTestApp({ environment: { DEMO: '1' } })
    expect(await seedDemo(off.services)).toBe(0)
    const production = { ...on.services, config: { ...on.services.config, isProduction: true } }
    expect(await seedDemo(production)).toBe(0)
    const [story] = news
    if (story) {
      await on.services.news.create(
        { ...story.input, image: 'https://example.com/a.jpg' },
        { userId: null, email: 'x', ipAddress: null, userAgent: null },
      )
    }
    expect(await seedDemo(on.services)).toBe(0)
    await off.close()
    await on.close()
  }, 60_000)
})
