import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { countRowsBySchool } from '#server/base/row-counts.ts'
import { describeEachEngine, openTestDatabase } from '#test/database.ts'
import { listPending, migrateToLatest } from './migrate.ts'
import { restoreDatabase } from './restore.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = path.join(import.meta.dirname, '../../../test/kept-databases')
const kept = fs.readdirSync(folder).filter(name => name.endsWith('.sql.gz'))
const counted = ['books', 'notes', 'exams', 'results', 'news', 'users', 'audit_entries', 'files']
/** From here on the kept databases have entries whose links are closed. */
const firstChained = '0361'

describeEachEngine('databases of earlier releases', (_, engine) => {
  it.each(kept)('%s is brought up to date, and no record is lost', async name => {
    const db = await openTestDatabase(engine)
    const count = async () => {
      const rows = counted.map(async table => {
        const [row] = (
          await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db.kysely)
        ).rows
        return [table, row?.count]
      })
      return Object.fromEntries(await Promise.all(rows)) as Record<string, number>
    }
    const keptCounts = async () =>
      (await sql`select action, entity, count from audit_counts order by action, entity`.execute(db.kysely))
        .rows
    const keptCountsOfPart = async (part: string) =>
      (
        await sql`
          select action, entity, sum(count)::bigint as count from audit_part_counts
          where split_part(part, ':', 1) = ${part} group by action, entity order by action, entity`.execute(
          db.kysely,
        )
      ).rows
    const countClosed = async () =>
      (
        await sql`
          select e.action collate "C" as action, e.entity collate "C" as entity, count(*) as count
          from audit_entries e join audit_links l on l.entry_id = e.id
          where l.position is not null group by 1, 2 order by 1, 2`.execute(db.kysely)
      ).rows
    try {
      await sql`drop schema public cascade; create schema public`.execute(db.kysely)
      await restoreDatabase(db, path.join(folder, name))
      const before = await count()
      expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
      const { pending } = await listPending(db)
      expect(await migrateToLatest(db)).toEqual(pending)
      expect(await count()).toEqual(before)
      const { rows } = await sql<{ count: number }>`
        select sum(count)::bigint as count from row_counts where name = 'books'`.execute(db.kysely)
      expect(rows[0]?.count).toBe(before['books'])
      const ofSchool = await countRowsBySchool(db.kysely, 'books')
      expect(ofSchool.reduce((sum, place) => sum + place.count, 0)).toBe(before['books'])
      const closed = await countClosed()
      expect(await keptCounts()).toEqual(closed)
      expect(await keptCountsOfPart('day')).toEqual(closed)
      expect(closed.length > 1).toBe(name > firstChained)
      expect((await listPending(db)).pending).toEqual([])
    } finally {
      await db.cleanup()
    }
  })
})
