import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('the overview on %s', engine => {
  let test: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    staff = await test.signIn('editor')
  })
  afterAll(() => test.close())

  const school = {
    subject: 'MATH',
    stage: 'SIXTH_PREPARATORY',
    releaseYear: 2025,
    keywords: [] as string[],
  } as const

  it('is for staff alone', async () => {
    for (const url of ['/api/stats/dashboard', '/api/stats/attention']) {
      expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(401)
    }
  })

  it('counts nothing on a new site', async () => {
    expect((await staff.send('GET', '/api/stats/dashboard')).json()).toEqual({
      newsCount: 0,
      malazimasCount: 0,
      booksCount: 0,
      ministerialsCount: 0,
    })
    expect((await staff.send('GET', '/api/stats/attention')).json()).toEqual({
      unfinishedUploads: 0,
      failedUploads: 0,
      failedJobs: 0,
      unreadMessages: 0,
      withoutFile: { books: 0, malazimas: 0, results: 0, ministerials: 0 },
      withoutImage: { news: 0, books: 0, malazimas: 0 },
      damaged: { books: 0, malazimas: 0, results: 0, ministerials: 0, news: 0 },
      deadMirrors: { books: 0, malazimas: 0, results: 0, ministerials: 0 },
      deadLinkCauses: { causes: [], checkedAt: null },
    })
  })

  it('counts the records of each kind, and what needs a look', async () => {
    const { kysely } = test.database
    const whole = { directLink: 'https://files.example/a.pdf', image: 'https://files.example/a.jpg' }
    await kysely
      .insertInto('books')
      .values([
        { id: 'b1', title: 'تام', description: '', ...school, ...whole },
        { id: 'b2', title: 'بلا غلاف', description: '', ...school, directLink: whole.directLink },
        { id: 'b3', title: 'بلا ملف', description: '', ...school, image: whole.image, directLink: '' },
      ])
      .execute()
    await kysely
      .insertInto('notes')
      .values({ id: 'n1', title: 'بلا شيء', teacher: 'س', teacherText: '', ...school })
      .execute()
    await kysely
      .insertInto('exams')
      .values({ id: 'e1', title: 'بلا صور', description: '', try: 1, files: [], ...school })
      .execute()
    await kysely
      .insertInto('results')
      .values({
        id: 'r1',
        city: 'البصرة',
        stage: 'SIXTH_PRIMARY',
        try: 1,
        releaseYear: 2025,
        keywords: [],
        schoolText: '',
        directLink: '',
      })
      .execute()
    await kysely
      .insertInto('news')
      .values(
        [whole.image, ''].map((image, index) => ({
          id: `w${index + 1}`,
          title: 'خبر',
          bio: '',
          content: '',
          type: 'GENERAL_NEWS' as const,
          image,
          keywords: [],
        })),
      )
      .execute()
    await kysely
      .insertInto('contactMessages')
      .values([
        { id: 'c1', name: '', email: '', subject: 'GENERAL', message: '' },
        { id: 'c2', name: '', email: '', subject: 'GENERAL', message: '', readAt: new Date() },
      ])
      .execute()
    const me = (await staff.send('GET', '/api/users/me')).json() as { user: { id: string } }
    const upload = { userId: me.user.id, name: 'a.pdf', kind: 'pdf', size: 10 }
    await kysely
      .insertInto('uploads')
      .values([
        { id: 'u1', ...upload, expiresAt: new Date(Date.now() + 60_000) },
        { id: 'u2', ...upload, expiresAt: new Date(Date.now() - 60_000) },
      ])
      .execute()
    await kysely
      .insertInto('jobs')
      .values(
        (['failed', 'done'] as const).map(state => ({
          id: `j-${state}`,
          kind: 'k',
          key: state,
          title: 'ملف',
          input: '{}',
          keptSteps: '{}',
          state,
          runAt: new Date(),
        })),
      )
      .execute()
    expect((await staff.send('GET', '/api/stats/dashboard')).json()).toEqual({
      newsCount: 2,
      malazimasCount: 1,
      booksCount: 3,
      ministerialsCount: 1,
    })
    expect((await staff.send('GET', '/api/stats/attention')).json()).toEqual({
      unfinishedUploads: 1,
      failedUploads: 1,
      failedJobs: 1,
      unreadMessages: 1,
      withoutFile: { books: 1, malazimas: 1, results: 1, ministerials: 1 },
      withoutImage: { news: 1, books: 1, malazimas: 1 },
      damaged: { books: 0, malazimas: 0, results: 0, ministerials: 0, news: 0 },
      deadMirrors: { books: 0, malazimas: 0, results: 0, ministerials: 0 },
      deadLinkCauses: { causes: [], checkedAt: null },
    })
    const ids = async (url: string): Promise<string[]> => {
      const body = (await staff.send('GET', url)).json()
      const rows = Array.isArray(body) ? body : Object.values(body.data ?? body).find(Array.isArray)
      return (rows as { id: string }[]).map(({ id }) => id).toSorted()
    }
    expect(await ids('/api/books?missing=file')).toEqual(['b3'])
    expect(await ids('/api/books?missing=image')).toEqual(['b2'])
    expect(await ids('/api/malazimas?missing=file')).toEqual(['n1'])
    expect(await ids('/api/malazimas?missing=image')).toEqual(['n1'])
    expect(await ids('/api/results?missing=file')).toEqual(['r1'])
    expect(await ids('/api/ministerial-exams?missing=file')).toEqual(['e1'])
    expect(await ids('/api/news?missing=image')).toEqual(['w2'])
    expect(await ids('/api/contact?unread=1')).toEqual(['c1'])
    expect(await ids('/api/files/uploads/all?state=unfinished')).toEqual(['u1'])
    expect(await ids('/api/files/uploads/all?state=failed')).toEqual(['u2'])
    expect(await ids('/api/files/uploads/all')).toEqual(['u1', 'u2'])
    expect(await ids('/api/books?missing=all')).toEqual(['b1', 'b2', 'b3'])
    expect((await staff.send('GET', '/api/news?missing=file')).statusCode).toBe(422)
    expect((await staff.send('DELETE', '/api/files/uploads/u2')).statusCode).toBe(204)
    expect(await ids('/api/files/uploads/all?state=failed')).toEqual([])
  })
})
