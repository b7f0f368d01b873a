import type { Insertable, Selectable } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { AccountLinksTable } from './accounts.table.ts'

type LinkRow = Selectable<AccountLinksTable>

export function findLink(database: Queryable, tokenHash: string): Promise<LinkRow | undefined> {
  return database.selectFrom('accountLinks').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

export async function insertLink(
  transaction: Transaction,
  link: Insertable<AccountLinksTable>,
): Promise<void> {
  await transaction.insertInto('accountLinks').values(link).execute()
}

export async function noteLinkUsed(transaction: Transaction, tokenHash: string, at: Date): Promise<void> {
  await transaction
    .updateTable('accountLinks')
    .set({ usedAt: at })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Withdraws all links of a person that nobody has used. Shape: how many of them still worked. */
export async function withdrawLinks(transaction: Transaction, userId: string, at: Date): Promise<number> {
  const rows = await transaction
    .updateTable('accountLinks')
    .set({ withdrawnAt: at })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returning('expiresAt')
    .execute()
  return rows.filter(({ expiresAt }) => expiresAt > at).length
}
