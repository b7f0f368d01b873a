import { createHash } from 'node:crypto'
import { sql, type Selectable, type SqlBool } from 'kysely'
import { kinds, kindsLacking } from '#contract/kinds.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import type { MirrorsTable } from './mirrors.table.ts'

export type MirrorRow = Selectable<MirrorsTable>

/** What a row is found by. */
export const mirrorId = (address: string) => createHash('sha256').update(address).digest('hex')

/* The tables whose rows name addresses elsewhere. */
const named = sql.join(
  ['book_versions', ...kindsLacking('mirror').map(kind => kinds[kind].list)].flatMap(table =>
    ['google_drive_link', 'telegram_link'].map(
      column => sql`select ${sql.ref(column)} as address from ${sql.table(table)}`,
    ),
  ),
  sql` union `,
)

/** The addresses that records name and nobody has asked since a moment, those first that were asked longest ago. */
export async function listUnasked(db: Queryable, since: Date, limit?: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select named.address from (${named}) named
    left join mirrors on mirrors.address = named.address
    where named.address <> '' and (mirrors.checked_at is null or mirrors.checked_at < ${since})
    order by mirrors.checked_at nulls first, named.address limit ${limit ?? null}`.execute(db)
  return rows.map(({ address }) => address)
}

/** The addresses that were asked since a moment, with why each failed. */
export async function listAsked(db: Queryable, since: Date): Promise<Pick<MirrorRow, 'address' | 'cause'>[]> {
  return db.selectFrom('mirrors').select(['address', 'cause']).where('checkedAt', '>=', since).execute()
}

/** What is known of these addresses, by their ids. */
export async function findMirrors(db: Queryable, ids: readonly string[]): Promise<Map<string, MirrorRow>> {
  const found = new Map<string, MirrorRow>()
  for (const some of portions(ids, atOnce)) {
    const rows = await db.selectFrom('mirrors').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

export async function putMirrors(transaction: Transaction, rows: readonly MirrorRow[]): Promise<void> {
  for (const some of portions(rows, atOnce)) {
    await transaction
      .insertInto('mirrors')
      .values(some)
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          checkedAt: ref('excluded.checkedAt'),
          cause: ref('excluded.cause'),
          failures: ref('excluded.failures'),
          deadSince: ref('excluded.deadSince'),
        })),
      )
      .execute()
  }
}

/** Forgets addresses that no record names any more. */
export async function removeUnnamed(transaction: Transaction): Promise<void> {
  await sql`
    delete from mirrors where address not in (select address from (${named}) named where address is not null)`.execute(
    transaction,
  )
}

const atOnce = 500

/** True for rows of `table` that name an address that is dead; a book does so by its versions too. */
export function namesDeadMirror(table: string) {
  const dead = sql`(select address from mirrors where dead_since is not null)`
  const own = sql`${sql.ref(`${table}.google_drive_link`)} in ${dead} or ${sql.ref(`${table}.telegram_link`)} in ${dead}`
  if (table !== 'books') return sql<SqlBool>`(${own})`
  return sql<SqlBool>`(${own} or books.id in (
    select book_id from book_versions where google_drive_link in ${dead} or telegram_link in ${dead}))`
}
