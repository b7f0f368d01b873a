import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindNames, kinds } from '#contract/kinds.ts'
import { sortDirections } from '#contract/resources/list-sort.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { inListOrder } from './list-order.ts'
import { pageOfSchool } from './school-list.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('the orders of lists on %s', engine => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp({ engine })
  })
  afterAll(() => test.close())

  it.each(kindNames)('are read from an index, not sorted: %s', async kind => {
    const { list, sorts } = kinds[kind]
    const sorted = await test.database.kysely.transaction().execute(async transaction => {
      /* As in a long list. */
      for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(transaction)
      const found: string[] = []
      for (const sort of sorts) {
        for (const direction of sortDirections) {
          const rows = inListOrder(
            transaction.selectFrom(list).select('updatedAt'),
            { sort, direction },
            own => own,
          )
          const plan = JSON.stringify(await rows.limit(20).explain('json'))
          if (plan.includes('"Sort"') || !/Index (Only )?Scan/.test(plan)) found.push(`${sort} ${direction}`)
        }
      }
      return found
    })
    expect(sorted).toEqual([])
  })

  it('are those of the indexes on pages of the site too', async () => {
    const query = { stage: 'PREPARATORY', limit: 20, offset: 0, isLatest: false } as const
    const all = { ...query, branch: undefined, subject: undefined, file: undefined, search: undefined }
    const plans = await test.database.kysely.transaction().execute(async transaction => {
      for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(transaction)
      const pages = (['books', 'notes'] as const).flatMap(table =>
        ([undefined, 'SIXTH_PREPARATORY'] as const).map(grade =>
          pageOfSchool(transaction.selectFrom(table), table, { ...all, grade }, undefined).select(
            'updatedAt',
          ),
        ),
      )
      const found: string[] = []
      for (const rows of pages) found.push(JSON.stringify(await rows.explain('json')))
      return found
    })
    expect(plans).toHaveLength(4)
    for (const plan of plans) {
      expect(plan).toContain('_by_curriculum')
      expect(plan).not.toContain('Sort"')
    }
  })
})
