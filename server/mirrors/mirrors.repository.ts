import { createHash } from 'node:crypto'
import { sql, type Selectable, type SqlBool } from 'kysely'
import { kinds, kindsLacking } from '#contract/kinds.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import type { MirrorsTable } from './mirrors.table.ts'

export type MirrorRow = Selectable<MirrorsTable>

/** What a row is found by. */
export const mirrorId = (address: string) => createHash('sha256').update(address).digest('hex')

const holderTables = ['book_versions', ...kindsLacking('mirror').map(kind => kinds[kind].list)]
const linkColumns = ['google_drive_link', 'telegram_link']

/** The addresses elsewhere that rows of any table name, each once. */
const named = sql.join(
  holderTables.flatMap(table =>
    linkColumns.map(column => sql`select ${sql.ref(column)} as address from ${sql.table(table)}`),
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
  const holders = [{ holder: table, found: 'holder.id' }]
  if (table === 'books') holders.push({ holder: 'book_versions', found: 'holder.book_id' })
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (${ofDeadMirrors(holders)})`
}

/** The dead addresses that rows of any table name, by their ids; found from the dead ones, not from all rows. */
export const namedDead = () => ofDeadMirrors(holderTables.map(holder => ({ holder, found: 'mirrors.id' })))

/** A column of each dead address and of each row that names it; found by the indexes of the links. */
function ofDeadMirrors(holders: readonly { holder: string; found: string }[]) {
  const rows = holders.flatMap(({ holder, found }) =>
    linkColumns.map(column => {
      const link = sql.ref(`holder.${column}`)
      return sql`
        select ${sql.ref(found)} from mirrors join ${sql.table(holder)} holder
          on ${link} = mirrors.address and ${link} <> ''
        where mirrors.dead_since is not null`
    }),
  )
  return sql.join(rows, sql` union all `)
}
