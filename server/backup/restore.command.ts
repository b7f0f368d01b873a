import { parseArgs } from 'node:util'
import { startFailure } from '#server/base/start-failure.ts'
import { readConfig } from '#server/config.ts'
import { listBackups } from './backup-keys.ts'
import { openTarget } from './backup-target.ts'
import { readManifest } from './manifest.ts'
import { openSource } from './open-source.ts'
import { restoreBackup } from './restore-backup.ts'
import { showProgress } from './show-progress.ts'

const usage = `
  npm run restore -- SOURCE [--at NAME] [--list]

SOURCE is what was given to "npm run backup". It is restored into the empty database and the store that the configuration names:
the embedded database of DATA_DIR, or DATABASE_URL; the files of DATA_DIR, or S3_BUCKET. A run that was cut goes on where it
was. --list shows the backups, --at takes one of them in place of the newest.
`

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string' }, list: { type: 'boolean' } },
  })
  const [address, ...rest] = positionals
  if (address === undefined || rest.length > 0) throw new Error(usage)
  const config = readConfig()
  const backup = await openTarget(address, config)
  try {
    const names = await listBackups(backup.objects)
    if (values.list === true) {
      process.stdout.write(`${names.join('\n')}\n`)
      return
    }
    const name = values.at ?? names.at(-1)
    if (name === undefined || !names.includes(name)) {
      throw new Error(
        `لا توجد نسخة بهذا الاسم هنا. There is no such backup in ${address}. It has: ${names.join(', ') || 'none'}`,
      )
    }
    const manifest = await readManifest(backup, name)
    const target = await openSource(config)
    try {
      const { copied, rows, migrations } = await restoreBackup({
        source: backup,
        name,
        manifest,
        database: target.database,
        target,
        tell: showProgress(process.stderr),
      })
      const lines = [
        `${name} is restored: ${rows} rows in ${Object.keys(manifest.rows).length} tables, as many as there were;`,
        `${manifest.contents.length} files, ${copied} of them copied now.`,
      ]
      if (migrations.length > 0) lines.push(`Brought up to date by: ${migrations.join(', ')}.`)
      for (const { name: file } of manifest.damaged)
        lines.push(`Was lost or damaged before the backup: ${file}`)
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await target.close()
    }
  } finally {
    await backup.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
})
