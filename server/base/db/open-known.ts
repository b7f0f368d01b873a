import fs from 'node:fs'
import path from 'node:path'
import { listPending } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { OpenDatabaseOptions } from './open.ts'
import type { OpenDatabase } from './types.ts'

/**
 * Refuses a data directory without an embedded database, where opening would make an empty one: who types a command has another
 * one in mind.
 * Errors: throws, readably.
 */
export function refuseAbsent({ dataDir, databaseUrl }: OpenDatabaseOptions): void {
  if (databaseUrl !== undefined && databaseUrl !== '') return
  const directory = path.resolve(dataDir, 'database')
  if (fs.existsSync(path.join(directory, 'PG_VERSION'))) return
  throw new Error(
    `لا قاعدة بيانات في ${directory}. There is no database in ${directory}. Set DATA_DIR to the data directory of the site, ` +
      'or DATABASE_URL where it has a PostgreSQL server: the variables of the service hold both.',
  )
}

/**
 * Opens the database of a site that has run, for commands.
 * Errors: those of `openDatabase`; throws, readably, where no site has been, or one of an older or newer program.
 */
export async function openKnownDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  refuseAbsent(options)
  const database = await openDatabase(options)
  try {
    const { applied, pending } = await listPending(database)
    if (applied === 0)
      throw new Error(
        'لا شيء لرافد في قاعدة البيانات هذه. This database holds nothing of Rafid: look at the name in DATABASE_URL.',
      )
    if (pending.length > 0)
      throw new Error(
        'قاعدة البيانات من إصدار أقدم. This database is of an older program: use that one, or start the site once. ' +
          `Migrations that wait: ${pending.length}.`,
      )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
