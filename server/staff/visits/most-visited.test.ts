import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, minute } from '#contract/units.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'
import { listMostVisited } from './most-visited.repository.ts'

/** A library of each kind has a year of its own, and visits in its first hundred days. */
const libraries = {
  /* Twice as far behind is half as often. */
  skewed: { year: 2023, visits: 6_000, pages: 400, place: sql`floor(power(400, n * 0.6180339 % 1))` },
  /* As many visits each, of fewer pages than are looked at. */
  even: { year: 2024, visits: 900, pages: 380, place: sql`n % 380` },
  /* As many visits each, of more pages than are looked at. */
  vast: { year: 2025, visits: 4_000, pages: 1_300, place: sql`n % 1300` },
}
type Library = keyof typeof libraries
const days = 100

const ofDays = (library: Library, fromDay: number, toDay: number) => ({
  from: new Date(Date.UTC(libraries[library].year, 0, 1, -3) + fromDay * day),
  to: new Date(Date.UTC(libraries[library].year, 0, 1, -3) + toDay * day),
})

describeEachEngine('the most visited pages of chosen days', open => {
  let database: TestDatabase
  let visits: { page: string; createdAt: Date }[]

  beforeAll(async () => {
    database = await open()
    const { kysely } = database
    for (const { year, visits: count, place } of Object.values(libraries))
      await sql`
        insert into page_visits (id, page, created_at)
        select 'v' || ${year}::int || '-' || n, '/books/b' || ${place},
          make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC') + n * ${(days * day) / minute / count}::float8 * interval '1 minute'
        from generate_series(1, ${count}::int) n`.execute(kysely)
    /* Of which nothing is left in some spans. */
    await sql`delete from page_visits where page = '/books/b3' and id like '%7'`.execute(kysely)
    visits = await kysely.selectFrom('pageVisits').select(['page', 'createdAt']).execute()
  })
  afterAll(() => database.cleanup())

  it('are those with the most visits, in the order of their paths where they have as many', async () => {
    const part = fc.constantFrom(0, 0, 0.3)
    const asked = fc.record({
      library: fc.constantFrom(...(Object.keys(libraries) as Library[])),
      fromDay: fc.nat(days),
      length: fc.integer({ min: 1, max: days }),
      parts: fc.tuple(part, part),
      limit: fc.constantFrom(1, 8, 100),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ library, fromDay, length, parts, limit }) => {
        const period = ofDays(library, fromDay + parts[0], fromDay + length + parts[1])
        const within = visits.filter(({ createdAt }) => createdAt >= period.from && createdAt < period.to)
        const counts = Array.from(
          Map.groupBy(within, ({ page }) => page),
          ([page, own]) => ({
            page,
            count: own.length,
          }),
        )
        const first = counts.toSorted(
          (one, other) => other.count - one.count || (one.page < other.page ? -1 : 1),
        )
        expect(await listMostVisited(database.kysely, period, limit)).toEqual(first.slice(0, limit))
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['skewed', 1, 0],
    ['even', 2, 0],
    ['vast', 3, 1],
  ] as const)('of a library that is %s are found by %i statements', async (library, asked, summed) => {
    const statements = await countStatements(async () => {
      await listMostVisited(database.kysely, ofDays(library, 10, 95), 8)
    })
    const ofVisits = statements.filter(text => text.includes('visit_counts'))
    expect(ofVisits).toHaveLength(asked)
    expect(ofVisits.filter(text => text.includes('having sum(count) > 0'))).toHaveLength(summed)
  })

  it('are found where others come before them on each day', async () => {
    /* On each of three days 110 pages of that day alone are visited twice, and one of all days once. */
    await sql`
      insert into page_visits (id, page, created_at)
      select 'turn' || day || '-' || n, case when n = 0 then '/z' else '/books/day' || day || '-' || n / 2 end,
        make_timestamptz(2022, 1, day, 9, 0, 0, 'UTC')
      from generate_series(1, 3) day, generate_series(0, 221) n where n <> 1`.execute(database.kysely)
    const period = { from: new Date('2022-01-01T00:00:00+03:00'), to: new Date('2022-01-04T00:00:00+03:00') }
    expect(await listMostVisited(database.kysely, period, 1)).toEqual([{ page: '/z', count: 3 }])
  })
})
