import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/database.ts'
import { KeptStatements } from './kept-statements.ts'

describeEachEngine('a statement that is kept', open => {
  it('is built once for what it follows from, and gives what is there now', async () => {
    const database = await open()
    const { kysely } = database
    const statements = new KeptStatements()
    let built = 0
    const read = (from: { name: string } | undefined, name = from?.name ?? '') =>
      statements.rows(kysely, from, () => {
        built += 1
        return kysely
          .selectFrom('rowCounts')
          .select(['part', 'count'])
          .where('name', '=', name)
          .orderBy('part')
      })
    const add = (name: string, part: string) =>
      kysely.insertInto('rowCounts').values({ name, part, count: 1 }).execute()

    await add('a', '1')
    await add('b', '2')
    expect([await read({ name: 'a' }), await read({ name: 'b' })]).toEqual([
      [{ part: '1', count: 1 }],
      [{ part: '2', count: 1 }],
    ])
    await add('a', '3')
    expect((await read({ name: 'a' })).map(({ part }) => part)).toEqual(['1', '3'])
    expect(built).toBe(2)
    await read(undefined, 'a')
    expect((await read(undefined, 'a')).map(({ part }) => part)).toEqual(['1', '3'])
    expect(built).toBe(4)
    await kysely.transaction().execute(async transaction => {
      await transaction.updateTable('rowCounts').set({ count: 7 }).where('name', '=', 'b').execute()
      const inside = await statements.rows(transaction, { name: 'b' }, () => expect.unreachable())
      expect(inside).toEqual([{ part: '2', count: 7 }])
    })
    await database.cleanup()
  })

  it('is held in bounds', async () => {
    const database = await open()
    const { kysely } = database
    const statements = new KeptStatements()
    const built: number[] = []
    const read = (limit: number) =>
      statements.rows(kysely, [limit], () => {
        built.push(limit)
        return kysely.selectFrom('rowCounts').select('name').limit(limit)
      })
    for (let limit = 1; limit <= 201; limit += 1) await read(limit)
    await read(201)
    expect(built).toHaveLength(201)
    await read(1)
    expect(built).toHaveLength(202)
    await database.cleanup()
  })
})
