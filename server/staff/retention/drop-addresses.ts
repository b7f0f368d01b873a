import { sql } from 'kysely'
import type { Transaction } from '#server/base/db/types.ts'

/** The tables that keep the address a visitor came from. */
type TableWithAddresses = 'contactMessages' | 'pageVisits'

/** What drops the addresses of a table's rows older than a moment. Shape: how many rows changed. */
export function dropAddressesOf(table: TableWithAddresses) {
  return async (transaction: Transaction, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ip_address = null where id in (
        select id from ${sql.table(table)} where created_at < ${before} and ip_address is not null limit ${limit}
      )`.execute(transaction)
    return Number(numAffectedRows ?? 0)
  }
}
