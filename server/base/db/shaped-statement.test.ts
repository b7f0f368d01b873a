import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'
import { ShapedStatement } from './shaped-statement.ts'

describeEachEngine('a statement of a shape', open => {
  it('is built once for each shape, and has the values of each time', async () => {
    const { kysely, cleanup } = await open()
    const adding = new ShapedStatement()
    let built = 0
    const add = (...rows: { name: string; part: string; count: number; id?: undefined }[]) =>
      adding.rows(kysely, rows, some => {
        built += 1
        return kysely.insertInto('rowCounts').values(some).returning(['name', 'part', 'count'])
      })
    const one = { name: 'a', part: "1'", count: 1 }
    const two = { name: 'b', part: '', count: 2 }
    expect([await add(one), await add(two), await add({ ...two, id: undefined })]).toEqual([
      [one],
      [two],
      [two],
    ])
    expect(built).toBe(1)
    expect(await add(two, one)).toEqual([two, one])
    expect(await add(one, two)).toEqual([one, two])
    const { part, ...rest } = one
    expect(await add({ part, ...rest }, two)).toEqual([one, two])
    expect(built).toBe(3)
    /* What is large is not kept. */
    const many = Array.from({ length: 400 }, (_, count) => ({ name: 'many', part: String(count), count }))
    expect([await add(...many), await add(...many.toReversed())]).toEqual([many, many.toReversed()])
    expect(built).toBe(5)
    await cleanup()
  })

  it('is the text that is built without marks, with what does not change in it', async () => {
    const { kysely, cleanup } = await open()
    const reading = new ShapedStatement()
    const build = ({ names, count }: { names: readonly string[]; count: number | null }) =>
      kysely
        .selectFrom('rowCounts')
        .select(['part', sql<string>`${count}::int + 1`.as('nextCount')])
        .where(sql<boolean>`name = any(${names}::text[])`)
        .where('part', '<>', 'none')
        .where('count', '=', count)
        .limit(3)
    const given = { names: ['a', 'b'], count: 7 }
    const row = { name: 'b', part: 'p', count: 7 }
    await kysely.insertInto('rowCounts').values(row).execute()
    const asked = await countStatements(async () => {
      expect(await reading.rows(kysely, given, build)).toEqual([{ part: 'p', nextCount: 8 }])
      expect(await reading.rows(kysely, { ...given, names: ['c'] }, build)).toEqual([])
      expect(await reading.rows(kysely, { names: [], count: null }, build)).toEqual([])
      await kysely.transaction().execute(async transaction => {
        await transaction.updateTable('rowCounts').set({ count: 9 }).where('name', '=', 'b').execute()
        expect(await reading.rows(transaction, { ...given, count: 9 }, build)).toEqual([
          { part: 'p', nextCount: 10 },
        ])
      })
    })
    const text = build(given).compile().sql
    expect(asked.filter(each => each === text)).toHaveLength(4)
    await cleanup()
  })

  it('says so where a value was looked at', async () => {
    const { kysely, cleanup } = await open()
    const looking = new ShapedStatement()
    const look = (names: readonly string[]) =>
      looking.rows(kysely, { names }, marks =>
        kysely
          .selectFrom('rowCounts')
          .select('id')
          .where('name', '=', marks.names[0] ?? ''),
      )
    await expect(look(['a'])).rejects.toThrow('does not stand in the statement')
    await cleanup()
  })
})
