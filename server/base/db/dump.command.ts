import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { dumpDatabase } from './dump.ts'
import { dumpNameOf } from './nightly-dump.ts'
import { refuseAbsent } from './open-known.ts'
import { openDatabase } from './open.ts'

/** Usage: node server/base/db/dump.command.ts [FILE]; with the embedded database, while the server is stopped. */
const config = readConfig()
const file = path.resolve(process.argv[2] ?? path.join(config.dataDir, 'dumps', dumpNameOf(new Date())))

async function main(): Promise<void> {
  refuseAbsent(config)
  const db = await openDatabase(config)
  try {
    const { bytes } = await dumpDatabase(db, file)
    console.log(`${file}: ${bytes} bytes`)
  } finally {
    await db.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
