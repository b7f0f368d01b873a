import { expect, it } from 'vitest'
import { branchCodes } from '#contract/codes/branches.ts'
import { gradeCodes } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import { sortDirections } from '#contract/resources/list-sort.ts'
import { pageOf } from '#server/base/paging.ts'
import { countRows } from '#server/base/row-counts.ts'
import { describeEachEngine } from '#test/database.ts'
import { inListOrder } from './list-order.ts'
import { inState } from './visibility.ts'

const count = limits.deepOffset * 2 + 37

describeEachEngine('deep pages', open => {
  it('are those of the whole list from whichever end they are read, in every order', async () => {
    const database = await open()
    const { kysely } = database
    const rows = Array.from({ length: count }, (_, at) => ({
      id: `deep-${at}`,
      title: `كتاب ${at % 7}`,
      searchText: ` كتاب ${at % 7} `,
      description: '',
      keywords: [],
      subject: 'MATH' as const,
      stage: gradeCodes[at % gradeCodes.length] ?? 'FIRST_PRIMARY',
      branch: at % 3 === 0 ? null : (branchCodes[at % branchCodes.length] ?? null),
      releaseYear: 2000 + (at % 11),
      createdAt: new Date(Date.UTC(2020, 0, 1) + (at % 50) * 1000),
    }))
    await kysely.insertInto('books').values(rows).execute()
    await kysely
      .insertInto('books')
      .values(rows.slice(0, 5).map(row => ({ ...row, id: `hidden-${row.id}`, state: 'draft' as const })))
      .execute()

    const published = kysely.selectFrom('books').where(inState('published'))
    const kept = () => countRows(kysely, 'books', 'published')
    const totalOf = Object.assign((find: () => Promise<number>) => find(), { kept })
    /* Of two columns, of places with gaps, and its own. */
    for (const sort of ['title', 'branch', undefined] as const) {
      for (const direction of sortDirections) {
        const order = { ...(sort && { sort }), direction }
        const read = (given: typeof published) =>
          inListOrder(given.select(['id', 'title']), order, own =>
            own.orderBy('createdAt', 'desc').orderBy('id', 'desc'),
          )
        const all = (await read(published).execute()).map(({ id }) => id)
        expect(all).toHaveLength(count)
        const offsets = [231, count - 30, count - 1, count + 500]
        for (const offset of offsets) {
          const page = { limit: 30, offset, read, totalOf, whole: kysely.selectFrom('books') }
          const found = await pageOf(() => published, page)
          expect(
            found.items.map(({ id }) => id),
            `${sort} ${direction} ${offset}`,
          ).toEqual(all.slice(offset, offset + 30))
          expect(found.total).toBe(count)
        }
      }
    }
    await database.cleanup()
  })
})
