import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { migrateToLatest } from './migrate.ts'
import { openDatabase } from './open.ts'
import { restoreDatabase } from './restore.ts'

/** Usage: node server/base/db/restore.command.ts FILE; into the empty database of DATA_DIR or DATABASE_URL. */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node server/base/db/restore.command.ts FILE')
const db = await openDatabase(readConfig())
try {
  await restoreDatabase(db, path.resolve(file))
  await migrateToLatest(db)
  console.log(`${file} is restored.`)
} finally {
  await db.close()
}
