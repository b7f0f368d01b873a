import { migrateToLatest } from '#server/base/db/migrate.ts'
import { restoreDatabase } from '#server/base/db/restore.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { contentKey, dumpKey } from './backup-keys.ts'
import type { Manifest } from './backup.types.ts'
import { copyContent, withProvenFile } from './copy-content.ts'
import type { CopyPlace } from './copy-content.ts'
import { countRows } from './count-rows.ts'
import type { ReadBackup } from './manifest.ts'

/** What a restore has done. */
export interface Restored {
  /** Files that were not there yet. */
  copied: number
  /** Rows over all tables. */
  rows: number
  migrations: string[]
}

/**
 * Restores a backup into an empty database and a store. The files come first and stay when the run ends early; the
 * database comes last, all of it or nothing: so the same command goes on where it was cut.
 * Errors: throws when the database holds something else, when bytes of the backup are damaged, and when the rows are not as
 * many as they were; those of the stores.
 */
export async function restoreBackup(
  given: ReadBackup & { database: OpenDatabase; target: CopyPlace },
): Promise<Restored> {
  const { database, manifest } = given
  const isEmpty = Object.keys(await countRows(database.kysely)).length === 0
  if (!isEmpty) await refuseOther(database, manifest)
  const copied = await restoreContents(given)
  if (isEmpty) {
    await restoreDump(database, given)
    await refuseOther(database, manifest)
  }
  const migrations = await migrateToLatest(database)
  return { copied, rows: sum(Object.values(manifest.rows)), migrations }
}

async function refuseOther(database: OpenDatabase, manifest: Manifest): Promise<void> {
  const wrong = await compareRows(database, manifest)
  if (wrong.length === 0) return
  throw new Error(
    `قاعدة البيانات فيها غير ما في النسخة. The database is not as the backup says: ${wrong.join(', ')}. ` +
      `Restore into an empty one.`,
  )
}

/** Restores the dump of a backup into an empty database. Errors: throws when it is damaged or the database is not empty. */
export async function restoreDump(
  database: OpenDatabase,
  { source, name, manifest, signal }: ReadBackup,
): Promise<void> {
  const bytes = { from: source.objects, fromKey: dumpKey(name), sha256: manifest.dump.sha256, signal }
  const isSound = await withProvenFile(source.incoming, bytes, file =>
    restoreDatabase(database, file, signal),
  )
  if (isSound) return
  throw new Error(
    `نسخة قاعدة البيانات في ${name} تالفة أو ناقصة؛ جرّب نسخة أقدم. ` +
      `The dump of ${name} is damaged or missing: try an older backup (--list, --at NAME).`,
  )
}

/**
 * What differs between the rows of a database and those of a backup, table by table. A database that a newer release has
 * brought up to date since is no other one.
 */
export async function compareRows(database: OpenDatabase, { rows }: Manifest): Promise<string[]> {
  const found = await countRows(database.kysely)
  return Object.entries(rows)
    .filter(([table, count]) => found[table] !== count && !table.startsWith('kysely_migration'))
    .map(([table, count]) => `${table} ${found[table] ?? 0} / ${count}`)
}

async function restoreContents({
  source,
  target,
  manifest,
  tell,
  signal,
}: ReadBackup & { target: CopyPlace }): Promise<number> {
  const { contents } = manifest
  const ofBytes = sum(contents.map(content => content.size))
  let copied = 0
  let doneBytes = 0
  for (const [index, { sha256, size, type, objectKey }] of contents.entries()) {
    signal?.throwIfAborted()
    const found = await target.objects.stat(objectKey)
    if (found?.size !== size) {
      const bytes = { from: source.objects, fromKey: contentKey(sha256), sha256, signal }
      if (!(await copyContent(bytes, target, objectKey, type))) throw damagedContent(sha256)
      copied += 1
    }
    doneBytes += size
    tell?.({ act: 'copied', done: index + 1, of: contents.length, doneBytes, ofBytes })
  }
  return copied
}

function damagedContent(sha256: string): Error {
  return new Error(
    `ملف من ملفات النسخة تالف أو ناقص. The backup's file ${sha256} is damaged or missing: ` +
      `run a new backup to mend it, or copy the file into "contents" from elsewhere.`,
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
