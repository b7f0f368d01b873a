import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { readStatements } from './dump-format.ts'
import type { OpenDatabase } from './types.ts'

/**
 * Restores a dump into an empty database of either engine, all of it or nothing.
 * Errors: throws when the database has tables already, when another restore into it is under way, when the dump is damaged
 * or cut off, or a statement fails; what `signal` throws.
 */
export async function restoreDatabase(db: OpenDatabase, file: string, signal?: AbortSignal): Promise<void> {
  const release = db.allowLongStatements()
  try {
    await db.kysely.transaction().execute(async trx => {
      const held = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('rafid restore')) as is_ours`.execute(trx)
      if (!held.rows[0]?.isOurs) {
        throw new Error(
          'استعادة أخرى إلى قاعدة البيانات هذه لم تنته بعد؛ انتظر نهايتها ثم أعد الأمر. ' +
            'Another restore into this database is under way: wait for its end, then give the command again.',
        )
      }
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_tables where schemaname = 'public'`.execute(trx)
      if (rows[0]?.count !== 0) {
        throw new Error(
          'قاعدة البيانات ليست فارغة، فلن تُستعاد النسخة فوقها. The database is not empty: restore into a new one.',
        )
      }
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local check_function_bodies = off`.execute(trx)
      const source = fs.createReadStream(file)
      const text = createGunzip()
      source.on('error', error => text.destroy(error))
      for await (const statement of readStatements(source.pipe(text))) {
        signal?.throwIfAborted()
        await sql.raw(withItsNumbers(statement)).execute(trx)
      }
    })
  } finally {
    release()
  }
}

/** Dumps of older releases leave out that rows bring the numbers along which only the database gives. */
function withItsNumbers(statement: string): string {
  return statement.replace(/^(insert into [^\n]*\)) values\n/, '$1 overriding system value values\n')
}
