import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as ours } from './migrations.ts'
import type { OpenDatabase } from './types.ts'

/**
 * Brings the tables up to the newest shape, in one transaction under a lock that other processes wait for.
 * A start that is cut off therefore leaves the old shape, and the next one begins again.
 * Shape: the names of the migrations that ran.
 * Errors: throws when a migration fails (nothing is changed then), or when the database is newer than this program.
 */
export async function migrateToLatest(
  db: OpenDatabase,
  migrations: Record<string, Migration> = ours,
): Promise<string[]> {
  await refuseNewer(db, migrations)
  const migrator = new Migrator({
    db: db.kysely,
    provider: { getMigrations: () => Promise.resolve(withoutLimits(migrations)) },
  })
  const restore = db.allowLongStatements()
  try {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) {
      const failed = results.find(result => result.status === 'Error')?.migrationName
      throw new Error(
        `تعذر تحديث قاعدة البيانات ولم يتغير فيها شيء. شغّل الإصدار السابق من البرنامج، وأبلغ عن السبب أدناه. ` +
          `The database could not be migrated${failed === undefined ? '' : ` (${failed})`}; nothing was changed. ` +
          `Start the version before this one, and report the reason below. A start of this version tries again.`,
        { cause: error },
      )
    }
    return results.map(result => result.migrationName)
  } finally {
    restore()
  }
}

/**
 * What the next start will change, without changing anything.
 * Shape: how many have run, and the names of those that wait, in their order.
 * Errors: throws when the database is newer than this program.
 */
export async function listPending(
  db: OpenDatabase,
  migrations: Record<string, Migration> = ours,
): Promise<{ applied: number; pending: string[] }> {
  await refuseNewer(db, migrations)
  const applied = new Set(await listApplied(db))
  const pending = Object.keys(migrations).filter(name => !applied.has(name))
  return { applied: applied.size, pending: pending.toSorted() }
}

/** A migration may take longer than a statement of a request; the setting ends with its transaction. */
function withoutLimits(migrations: Record<string, Migration>): Record<string, Migration> {
  const entries = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(db) {
        await sql`set local statement_timeout = 0`.execute(db)
        await migration.up(db)
      },
    },
  ])
  return Object.fromEntries(entries)
}

/** Names of the migrations that this database has seen. */
async function listApplied(db: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db.kysely)
  if (!rows[0]?.found) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db.kysely)
  return applied.rows.map(({ name }) => name)
}

async function refuseNewer(db: OpenDatabase, migrations: Record<string, Migration>): Promise<void> {
  const unknown = (await listApplied(db)).filter(name => !(name in migrations))
  if (unknown.length === 0) return
  throw new Error(
    `قاعدة البيانات أحدث من هذا البرنامج. حدّث البرنامج أو استعد نسخة احتياطية أقدم. ` +
      `The database is newer than this program (it knows ${unknown.join(', ')}). ` +
      `Update the program, or restore an older dump.`,
  )
}
