import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchAnswerSchema } from '#contract/resources/search.ts'
import { openTestApp, type TestApp } from '#test/build-app.ts'
import { indexDocuments } from './search-index.ts'

describe('the search calls', () => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp()
    await test.database.kysely.transaction().execute(transaction =>
      indexDocuments(transaction, [
        {
          type: 'malazima',
          id: 'n1',
          title: 'ملزمة الكيمياء السادس العلمي',
          subject: 'CHEMISTRY',
          stage: 'SIXTH_PREPARATORY',
          teacher: 'هيثم الدراجي',
          year: 2025,
          keywords: ['ملازم'],
          body: '',
          createdAt: new Date('2025-01-01T00:00:00Z'),
        },
      ]),
    )
  })

  afterAll(() => test.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url: `/api/search${path}`, headers })
  const query = (q: string) => `?q=${encodeURIComponent(q)}`

  it('answer with hits, groups, total and what was understood', async () => {
    const response = await get(query('كيمياء سادس'))
    expect(response.statusCode).toBe(200)
    const answer = searchAnswerSchema.parse(response.json())
    expect(answer).toMatchObject({
      total: 1,
      hits: [{ id: 'n1', type: 'malazima', url: '/notes/download/n1' }],
    })
  })

  it('search one type alone', async () => {
    expect((await get(`/malazimas${query('كيمياء')}`)).json()).toMatchObject({ total: 1 })
    for (const slug of ['books', 'ministerial-exams', 'news']) {
      expect((await get(`/${slug}${query('كيمياء')}`)).json()).toMatchObject({ total: 0 })
    }
  })

  it('narrow by repeated filters', async () => {
    const at = async (filters: string) =>
      (await get(`${query('كيمياء')}${filters}`)).json() as { total: number }
    expect(await at('&filter=year:2025&filter=type:malazima')).toMatchObject({ total: 1 })
    expect(await at('&filter=year:2019')).toMatchObject({ total: 0 })
    expect(await at('&filter=nonsense')).toMatchObject({ total: 1 })
  })

  it('answer with nothing below two characters', async () => {
    expect((await get(query('ك'))).json()).toMatchObject({ total: 0, hits: [] })
    expect((await get('')).json()).toMatchObject({ total: 0, hits: [] })
  })

  it('clamp limit and offset', async () => {
    expect((await get(`${query('كيمياء')}&limit=99999&offset=-3`)).statusCode).toBe(200)
    expect((await get(`${query('كيمياء')}&offset=500`)).json()).toMatchObject({ total: 1, hits: [] })
  })

  it('say 304 while the answer stands', async () => {
    const first = await get(query('كيمياء'))
    const etag = String(first.headers['etag'])
    expect((await get(query('كيمياء'), { 'if-none-match': etag })).statusCode).toBe(304)
  })

  it('never fail on what a query holds', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(text, text, async (q, filter) => {
        const encoded = (value: string) => encodeURIComponent(value.toWellFormed())
        const response = await get(`?q=${encoded(q)}&filter=${encoded(filter)}&limit=${encoded(filter)}`)
        expect(response.statusCode).toBe(200)
      }),
      { numRuns: 60 },
    )
    expect((await get('?q=%00%00%ED%A0%80')).statusCode).toBeLessThan(500)
  }, 60_000)
})

it('shows staff what was looked for and not found, most frequent first', async () => {
  const site = await openTestApp()
  const staff = await site.signIn('editor')
  const ask = (q: string) => site.app.inject({ method: 'GET', url: `/api/search?q=${encodeURIComponent(q)}` })
  await ask('ظظظظظظ')
  await ask('غغغغغغ')
  await ask('ظظظظظظ')
  const answer = await staff.send('GET', '/api/search/misses')
  expect(answer.json().misses).toMatchObject([
    { query: 'ظظظظظظ', count: 2 },
    { query: 'غغغغغغ', count: 1 },
  ])
  await site.close()
})
