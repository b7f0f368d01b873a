import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { unpackKeys } from './sent-keys.ts'

describeEachEngine('keys that the database sends', open => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.cleanup())

  it.each([
    { name: 'none', keys: [] },
    {
      name: 'with both signs, to the ends of what they may be',
      keys: [0, -1, 7, 2_147_483_647, -2_147_483_648],
    },
    { name: 'of a whole page', keys: Array.from({ length: 500 }, (_, index) => (index - 250) * 4_000_037) },
  ])('are read as they are kept: $name', async ({ keys }) => {
    const { rows } = await sql<{ sent: string }>`
      select encode(array_send(${`{${keys.join(',')}}`}::int[]), 'base64') as sent`.execute(database.kysely)
    expect([...unpackKeys(rows[0]?.sent ?? null)]).toEqual(keys)
  })
})
