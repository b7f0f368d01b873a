import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'
import { periodOf } from '#contract/period.ts'
import { countVisits, listVisits } from './visits.repository.ts'

const pages = [
  '/',
  '/about',
  '/books',
  '/books/primary',
  '/books/01kb2y0a0bookx7q',
  '/books/01kb2y0a0bookx7r',
  '/books/01kb2y0a0notek7r',
  '/malazimas/teacher/حسين-محمد',
  '/malazimas/teacher/حسين/محمد',
  '/malazimas/ooks/m',
  '/a/a/a/a',
  '/aaa',
  '/aa/aaaa',
  '/a%/_\\',
  '//x',
  '/x/😀😀😀',
  'none',
]
const letters = [...new Set(pages.join(''))]

describeEachEngine('visits by a part of a path', open => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await open()
    const rows = pages.flatMap((page, place) =>
      Array.from({ length: 1 + (place % 3) }, (_, n) => ({ page, month: 1 + ((place + n) % 4) })),
    )
    await sql`
      insert into page_visits (id, page, created_at)
      select 'visit' || row_number() over (), page, make_timestamptz(2026, month, 11, 9, 0, 0, 'UTC')
      from json_to_recordset(${JSON.stringify(rows)}::json) as v (page text, month int)`.execute(
      database.kysely,
    )
    /* Pages of which nothing is left. */
    await sql`delete from page_visits where page in ('/aaa', '/books/primary')`.execute(database.kysely)
  })
  afterAll(() => database.cleanup())

  it('are those in whose path it stands, wherever in it, in any letters and any time', async () => {
    const cut = fc
      .tuple(fc.constantFrom(...pages), fc.nat(30), fc.integer({ min: 1, max: 20 }))
      .map(([page, from, length]) =>
        [...page].slice(from % page.length, (from % page.length) + length).join(''),
      )
    const typed = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 })
      .map(all => all.join(''))
    const part = fc.oneof(cut, typed).filter(text => text !== '' && !text.startsWith('/'))
    const days = fc.constantFrom(
      [undefined, undefined],
      ['2026-01-01', '2026-03-31'],
      ['2026-02-03T10:00:00.000Z', '2026-04-11T09:00:00.000Z'],
    )
    const { kysely } = database
    const all = await kysely.selectFrom('pageVisits').select(['page', 'createdAt']).execute()
    await fc.assert(
      fc.asyncProperty(part, days, async (page, [startDate, endDate]) => {
        const { from, to } = periodOf(startDate, endDate)
        const own = all.filter(
          visit =>
            visit.page.includes(page) && !(from && visit.createdAt < from) && !(to && visit.createdAt >= to),
        )
        const { items, total } = await listVisits(kysely, { page, from, to }, 100, 0)
        expect(total).toBe(own.length)
        expect(items.map(visit => visit.page).toSorted()).toEqual(own.map(visit => visit.page).toSorted())
      }),
      { numRuns: 200 },
    )
  })

  it('are the same where more pages hold it than are named', async () => {
    const many = limits.rareVisits + 1
    await sql`
      insert into page_visits (id, page, created_at)
      select 'many' || n, '/many/page' || n, timestamptz '2026-05-01T09:00:00Z' from generate_series(1, ${many}::int) n`.execute(
      database.kysely,
    )
    const count = (page: string, day?: string) =>
      countVisits(database.kysely, { page, ...periodOf(day, day) })
    for (const part of ['page', 'many/p', 'any', 'y/']) expect(await count(part), part).toBe(many)
    expect(await count('y/page7')).toBe(
      Array.from({ length: many }, (_, n) => `${n + 1}`).filter(n => n.startsWith('7')).length,
    )
    expect(await count('page', '2026-04-11')).toBe(0)
  })

  it('are counted without a look at each path', async () => {
    const statements = await countStatements(async () => {
      expect(await countVisits(database.kysely, { page: 'books', from: undefined, to: undefined })).toBe(9)
    })
    expect(
      statements.filter(text => /from visit_counts\s+where span = any\(\$\d\S*\) and page <>/.test(text)),
    ).toEqual([])
  })
})
