import { listPending } from './base/db/migrate.ts'
import { refuseAbsent } from './base/db/open-known.ts'
import { openDatabase } from './base/db/open.ts'
import { startFailure } from './base/start-failure.ts'
import { readConfig } from './config.ts'

/**
 * Lists what the next start will change in the database, and changes nothing.
 * Usage: npm run migrations. With the embedded database the site must be stopped first.
 * Exit code: 0, also when something waits; 1 when the database cannot be looked at, or is newer than this program.
 */
async function main(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig()
  refuseAbsent({ dataDir, databaseUrl })
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { applied, pending } = await listPending(database)
    const head = `${applied} migrations have run, ${pending.length} wait for the next start`
    /* At once: who reads the beginning only closes the line behind it. */
    process.stdout.write([head, ...pending.map(name => `  ${name}`), ''].join('\n'))
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
})
