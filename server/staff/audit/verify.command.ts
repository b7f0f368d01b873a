import { parseArgs } from 'node:util'
import { isEmbeddedOpen } from '#server/base/db/embedded/open-embedded.ts'
import { openKnownDatabase } from '#server/base/db/open-known.ts'
import { askServer } from '#server/base/server-requests.ts'
import { startFailure } from '#server/base/start-failure.ts'
import { readConfig } from '#server/config.ts'
import type { ChainHead } from './audit-links.repository.ts'
import { verifyRequests } from './verify-requests.ts'
import { verifyChain } from './verify-chain.ts'
import type { ChainFault, ChainReport } from './verify-chain.ts'

const usage = `
  npm run audit-verify -- [--head POSITION:HASH]

Compares every entry of the audit log with the chain that was made when it was written, while the site goes on. The first entry
that was removed, changed or inserted is named first. --head takes an end of the chain as this command, or the server's log, told it
once: what was cut off behind it since is found as well.
Exit code: 0 when the log is whole, 1 when it is not, 2 when it could not be looked at.
`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const report = await verify(readHead(values.head))
  for (const fault of report.faults) process.stderr.write(`${describe(fault)}\n`)
  const end = report.head ? `${report.head.position}:${report.head.hash}` : 'none yet'
  process.stdout.write(
    `The audit log: ${report.sound} entries are as they were written, ${report.removed} were removed by staff.\nHead: ${end}\n`,
  )
  process.exitCode = report.faults.length > 0 ? 1 : 0
}

function readHead(text: string | undefined): ChainHead | undefined {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? []
  if (position === undefined || hash === undefined) throw new Error(usage)
  return { position: Number(position), hash }
}

async function verify(noted: ChainHead | undefined): Promise<ChainReport> {
  const { dataDir, databaseUrl } = readConfig()
  const isServerThere = () => isEmbeddedOpen(dataDir)
  if (databaseUrl === undefined && isServerThere()) {
    process.stderr.write('The site is running: it looks through its log.\n')
    return askServer(dataDir, verifyRequests, { noted }, { tell: () => undefined, isServerThere })
  }
  const database = await openKnownDatabase({ dataDir, databaseUrl })
  try {
    return await verifyChain(database.kysely, { noted })
  } finally {
    await database.close()
  }
}

const sentences: Record<ChainFault['what'], string> = {
  removed: 'removed: an entry is gone, and nothing says who removed it',
  changed: 'changed: the entry is not as it was written',
  inserted: 'inserted: the entry was never written by the site',
  broken: 'broken: the link, or the one before it, is not as it was made',
}

function describe({ what, entryId, position }: ChainFault): string {
  const places = [position && `position ${position}`, entryId && `entry ${entryId}`].filter(Boolean)
  return `${sentences[what]} (${places.join(', ')})`
}

/* What PostgreSQL says of a table that is not there. */
const isTableGone = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '42P01'

main().catch((error: unknown) => {
  const gone = isTableGone(error)
    ? `${error.message}: a table of the log was removed, or is not ours.`
    : undefined
  process.stderr.write(`${gone ?? startFailure(error)}\n`)
  process.exitCode = 2
})
