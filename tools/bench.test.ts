import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { openTestDatabase } from '#test/database.ts'
import { takeScaleDatabase } from '../bench/scale-database.ts'
import { lookedAt } from '../bench/scale-plans.ts'
import { isFault, refusal } from '../bench/upload-server.ts'
import { listBenchmarks } from './bench.ts'

test('the list of benchmarks has the programs and leaves out what they share', () => {
  const names = listBenchmarks()
  expect(names).toEqual(expect.arrayContaining(['first-load', 'pages', 'search-quality', 'upload-memory']))
  expect(names).not.toContain('search-metrics')
  expect(names).not.toContain('slow-line')
  expect(names).not.toContain('upload-server')
})

test.each([
  [404, true],
  [500, true],
  [507, true],
  [503, false],
])('a drill counts %i among the faults: %s', (status, expected) => {
  expect(isFault(refusal('PUT /files', status, 'said'))).toBe(expected)
})

test('years of data are written only into a database in which nobody ever was', async () => {
  const database = await openTestDatabase()
  const addSomebody = () =>
    sql`insert into users (id, name, email, password_hash, role) values ('a', 'a', 'a@rafid.example', '', 'admin')`.execute(
      database.kysely,
    )
  const isMarked = async () =>
    (await sql`select from pg_namespace where nspname = 'rafid_bench_scale'`.execute(database.kysely)).rows
      .length > 0
  try {
    await addSomebody()
    await expect(takeScaleDatabase(database)).rejects.toThrow('of somebody')
    expect(await isMarked()).toBe(false)
    await database.kysely.deleteFrom('users').execute()
    await takeScaleDatabase(database)
    expect(await isMarked()).toBe(true)
    await addSomebody()
    await takeScaleDatabase(database)
  } finally {
    await database.cleanup()
  }
})

test('a statement that is looked into changes nothing', async () => {
  const database = await openTestDatabase()
  try {
    await sql`insert into settings (key, value) values ('kept', '{}')`.execute(database.kysely)
    const text = 'with gone as (delete from settings returning key) select count(*) from gone'
    expect(await lookedAt(database, { text, values: [] })).toEqual({ rows: 1, scans: [] })
    expect(await database.kysely.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }])
  } finally {
    await database.cleanup()
  }
})
