import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabase, Queryable, Transaction } from '#server/base/db/types.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { addReadSheets, addResults } from '#test/read-sheets.ts'
import { listNumbersVersions } from './numbers.repository.ts'
import { shownNow } from './shown-results.ts'

describe.runIf(hasPostgres())('of sheets that two processes change at the same time', () => {
  let site: TestApp
  let beside: OpenDatabase
  let ids: string[]
  beforeAll(async () => {
    site = await openTestApp({ engine: 'postgres' })
    await site.services.jobRunner.close()
    const staff = await site.signIn()
    ids = await addResults(
      staff,
      (['كركوك', 'ميسان'] as const).map(city => ({ city })),
    )
    const { kysely } = site.database
    await kysely.updateTable('results').set({ state: 'published' }).where('id', 'in', ids).execute()
    await addReadSheets(kysely, ids, { schools: 8, students: 1 })
    beside = await openDatabase(site.database.options)
  })
  afterAll(async () => {
    await beside.close()
    await site.close()
  })

  const rename = (db: Queryable, id: string, school: string) =>
    db.updateTable('sheets').set({ school }).where('id', '=', id).execute()
  const readAnew = (db: Queryable, id: string) =>
    sql`
      update sheet_readings set read_at = clock_timestamp()
      where file_id = (select file_id from sheets where id = ${id})`.execute(db)

  /** What is summed of each result, as somebody sees it. */
  async function sums(db: Queryable): Promise<number[]> {
    const rows = await db
      .selectFrom('rowCounts')
      .where('name', '=', 'sheets.changes')
      .groupBy('part')
      .select(({ fn }) => ['part', sql<number>`${fn.sum('count')}::bigint`.as('sum')] as const)
      .execute()
    return ids.map(id => rows.find(({ part }) => part === id)?.sum ?? 0)
  }

  /** Begins changes that are not committed before they are let go on. Shape: what they have added to each sum. */
  async function held(
    { kysely }: Pick<OpenDatabase, 'kysely'>,
    change: (db: Transaction) => Promise<unknown>,
  ) {
    const begun = Promise.withResolvers<number[]>()
    const mayEnd = Promise.withResolvers<void>()
    const ended = kysely.transaction().execute(async transaction => {
      const before = await sums(transaction)
      await change(transaction)
      const after = await sums(transaction)
      begun.resolve(after.map((sum, at) => sum - (before[at] ?? 0)))
      await mayEnd.promise
    })
    const added = await Promise.race([begun.promise, ended.then(() => [])])
    const end = () => {
      mayEnd.resolve()
      return ended
    }
    return { added, end }
  }

  it('nobody waits for another, and each change is in the sum', async () => {
    const [first = '', second = ''] = ids
    const before = await sums(beside.kysely)
    /* In opposite orders: whoever waited would wait in a ring. */
    const one = await held(site.database, async transaction => {
      await rename(transaction, `${first}-0`, 'إعدادية دجلة')
      await readAnew(transaction, `${second}-0`)
    })
    const other = await held(beside, async transaction => {
      await rename(transaction, `${second}-1`, 'إعدادية الفرات')
      await readAnew(transaction, `${first}-1`)
      await transaction
        .updateTable('sheets')
        .set({ isPublic: false })
        .where('id', '=', `${first}-2`)
        .execute()
    })
    expect([one.added, other.added].flat().every(sum => sum > 0)).toBe(true)
    expect(await sums(beside.kysely)).toEqual(before)
    await other.end()
    await one.end()
    const after = before.map((sum, at) => sum + (one.added[at] ?? 0) + (other.added[at] ?? 0))
    expect(await sums(site.database.kysely)).toEqual(after)
  })

  it('each knows behind its change a version that it was not before', async () => {
    const seen = new Set<string>()
    const versionOf = async (db: Queryable) => (await listNumbersVersions(db, shownNow))[0]?.version ?? ''
    seen.add('').add(await versionOf(beside.kysely))
    const repeated: string[] = []
    const work = async ({ kysely }: Pick<OpenDatabase, 'kysely'>, own: number) => {
      for (let round = 0; round < 12; round += 1) {
        const known = new Set(seen)
        const sheet = `${ids[round % 2]}-${own}`
        await (round % 3 === 0 ? readAnew(kysely, sheet) : rename(kysely, sheet, `مدرسة ${own} ${round}`))
        const version = await versionOf(kysely)
        if (known.has(version)) repeated.push(version)
        seen.add(version)
      }
    }
    await Promise.all([0, 1, 3, 4, 5, 6].map(own => work(own % 2 === 0 ? site.database : beside, own)))
    expect(repeated).toEqual([])
    expect(await versionOf(beside.kysely)).toBe(await versionOf(site.database.kysely))
  })
})
