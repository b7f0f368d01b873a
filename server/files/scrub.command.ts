import pino from 'pino'
import { startFailure } from '#server/base/start-failure.ts'
import { readConfig } from '#server/config.ts'
import { openKnownDatabase } from '#server/base/db/open-known.ts'
import { createFilesService } from './files.service.ts'
import { scrubFiles } from './scrub.ts'

/**
 * Usage: node server/files/scrub.command.ts; with the embedded database, while the server is stopped.
 * Reads every file from end to end and prints what is missing, rotten or orphaned; changes nothing.
 * Exit code: 0 when every file is sound, 1 when one is missing or rotten.
 */
async function main(): Promise<void> {
  const config = readConfig()
  const database = await openKnownDatabase(config)
  try {
    const files = await createFilesService({
      database,
      config,
      log: pino({ level: 'warn' }),
      keepsHouse: false,
    })
    const { checked, bytes, findings } = await scrubFiles(files.parts, ({ damage, key, name }) => {
      console.log([damage, key, name ?? ''].join('\t'))
    })
    const damaged = findings.filter(finding => finding.damage !== 'orphaned').length
    const orphaned = findings.length - damaged
    console.log(`${checked} files, ${bytes} bytes: ${damaged} missing or rotten, ${orphaned} orphaned`)
    process.exitCode = damaged > 0 ? 1 : 0
    await files.close()
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(startFailure(error))
  process.exitCode = 1
})
