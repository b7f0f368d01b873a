import path from 'node:path'
import pino from 'pino'
import { errorCodeOf } from '#contract/errors.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { filesUnder, makeLargePdf, makePdf, streamOf } from './files.ts'

/**
 * Stores a large and a small PDF where files may not grow over a limit that the shell has set.
 * Usage: node full-disk.program.ts DATA_DIR LARGE_BYTES. Prints what happened as JSON.
 */
const [dataDir = '', largeBytes = '0'] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
const files = await createFilesService({
  database,
  config: { dataDir, objectStore: undefined, siteUrl: undefined },
  log: pino({ level: 'silent' }),
})
const large = await makeLargePdf(Number(largeBytes))
const refused = await files.store(streamOf(large), { name: 'large.pdf' }).then(
  () => 'stored',
  error => errorCodeOf(error) ?? String(error),
)
const left = filesUnder(path.join(dataDir, 'files'))
const small = await files.store(streamOf(await makePdf(1)), { name: 'small.pdf' })
console.log(JSON.stringify({ refused, left, smallPages: small.pageCount }))
await files.close()
await database.close()
