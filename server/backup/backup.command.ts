import path from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '#contract/limits.ts'
import { isEmbeddedOpen } from '#server/base/db/embedded/open-embedded.ts'
import { openKnownDatabase } from '#server/base/db/open-known.ts'
import { askServer } from '#server/base/server-requests.ts'
import { startFailure } from '#server/base/start-failure.ts'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { backupRequests } from './backup-requests.ts'
import { openSource } from './open-source.ts'
import { runBackup } from './run-backup.ts'
import type { BackupOrder, BackupReport } from './run-backup.ts'
import { megabytes, showProgress } from './show-progress.ts'

const usage = `
  npm run backup -- TARGET [--keep ${limits.backupsKept}] [--verify]

TARGET is a folder, or s3://bucket/prefix; without it, BACKUP_TO. The database and all files go into it as they are at one
moment, while the site goes on; what is there already is not copied again. --verify restores the backup into an empty
database that is thrown away and reads every file. The newest --keep backups stay.
Exit code: 0 when all is well, 1 when something is missing or the backup is not sound.
`

async function main(): Promise<void> {
  const config = readConfig()
  const order = readOrder(config)
  const report = await act(config, order)
  process.stdout.write(`${describe(report, order)}\n`)
  for (const name of report.damaged) process.stderr.write(`lost or damaged in the store: ${name}\n`)
  for (const line of report.wrong ?? []) process.stderr.write(`wrong in the backup: ${line}\n`)
  process.exitCode = report.damaged.length + (report.wrong ?? []).length > 0 ? 1 : 0
}

function readOrder(config: Config): BackupOrder {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, verify: { type: 'boolean', default: false } },
  })
  const target = positionals[0] ?? config.backupTo
  const keep = Number(values.keep ?? config.backupsKept)
  if (target === undefined || positionals.length > 1 || !Number.isInteger(keep) || keep < 1)
    throw new Error(usage)
  return { target: target.startsWith('s3://') ? target : path.resolve(target), keep, verifies: values.verify }
}

async function act(config: Config, order: BackupOrder): Promise<BackupReport> {
  const tell = showProgress(process.stderr)
  const isServerThere = () => isEmbeddedOpen(config.dataDir)
  if (config.databaseUrl === undefined && isServerThere()) {
    process.stderr.write('The site is running: it makes the backup.\n')
    return askServer(config.dataDir, backupRequests, order, { tell, isServerThere })
  }
  const source = await openSource(config, openKnownDatabase)
  try {
    return await runBackup({ ...source, config }, order, tell)
  } finally {
    await source.close()
  }
}

function describe(
  { name, files, rows, copied, copiedBytes, removedBackups, wrong }: BackupReport,
  { target }: BackupOrder,
) {
  const lines = [
    `${target}: backup ${name} has ${rows} rows and ${files} files.`,
    `New: ${copied} files, ${megabytes(copiedBytes)} MB. Old backups removed: ${removedBackups}.`,
  ]
  if (wrong?.length === 0)
    lines.push('Proven: it was restored into an empty database, and every file was read.')
  return lines.join('\n')
}

/* What was asked of a running server is taken back on the way out. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
})
