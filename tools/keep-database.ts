import path from 'node:path'
import { parseArgs } from 'node:util'
import { dumpDatabase } from '#server/base/db/dump.ts'
import { listPending } from '#server/base/db/migrate.ts'
import { migrations } from '#server/base/db/migrations.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { root } from './source-files.ts'

/**
 * Keeps a database of today, so that tests open it with every release to come.
 * Usage: node tools/pin-node.mjs tools/keep-database.ts --from DATA_DIR, of a stopped site with a few records. The file
 * is called after the newest migration; commit it.
 */
const { values } = parseArgs({ options: { from: { type: 'string' } } })
if (values.from === undefined) throw new Error('--from DATA_DIR is missing.')
const database = await openDatabase({ dataDir: path.resolve(values.from), databaseUrl: undefined })
try {
  const { pending } = await listPending(database)
  if (pending.length > 0) throw new Error(`Start the site once: ${pending.join(', ')} have not run.`)
  const [newest = ''] = Object.keys(migrations).toSorted().toReversed()
  const file = path.join(root, 'test/kept-databases', `${newest}.sql.gz`)
  const { bytes } = await dumpDatabase(database, file)
  console.log(`${file}: ${bytes} bytes`)
} finally {
  await database.close()
}
