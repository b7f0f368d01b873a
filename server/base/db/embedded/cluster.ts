import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFs, type FsyncCounter } from './durable-fs.ts'
import { syncPath, syncTree } from './sync-tree.ts'

/** The version of PostgreSQL inside the pinned PGlite; a directory of another version cannot be opened. */
const postgresVersion = '18'

const emptyCluster = fileURLToPath(new URL('../../../../dist/cluster', import.meta.url))

/** `-F` means fsync=off; fdatasync is empty in WebAssembly and fsync is not. */
const startParameters = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  ...settings({
    wal_sync_method: 'fsync',
    shared_buffers: '32MB',
    min_wal_size: '32MB',
    max_wal_size: '64MB',
    timezone: 'UTC',
    jit: 'off',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Opens the cluster in `directory`, and makes it first when there is none.
 * A new one is built beside its place, synced and renamed, so a first start that is cut off leaves nothing half made. It is a
 * copy of the one that the build has made; without a build it is made here, which takes half a gigabyte of memory.
 * Errors: throws when the directory holds something else, belongs to another version, or fsync does not reach the
 * operating system.
 */
export async function openCluster(directory: string, counter: FsyncCounter): Promise<PGlite> {
  if (fs.existsSync(directory)) assertOurs(directory)
  else await buildCluster(directory, counter)
  const engine = await PGlite.create({
    fs: new DurableNodeFs(directory, counter),
    startParams: startParameters,
  })
  await assertDurable(engine, counter)
  return engine
}

async function buildCluster(directory: string, counter: FsyncCounter): Promise<void> {
  const unfinished = `${directory}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  if (versionIn(emptyCluster) === postgresVersion) fs.cpSync(emptyCluster, unfinished, { recursive: true })
  else await makeCluster(unfinished, counter)
  fs.chmodSync(unfinished, 0o700)
  syncTree(unfinished)
  fs.renameSync(unfinished, directory)
  syncPath(path.dirname(directory))
}

async function makeCluster(directory: string, counter: FsyncCounter): Promise<void> {
  const engine = await PGlite.create({
    fs: new DurableNodeFs(directory, counter),
    startParams: startParameters,
  })
  await engine.close()
}

/** Makes the cluster that first starts copy. For the build, in a process that ends: it takes half a gigabyte of memory. */
export async function makeEmptyCluster(): Promise<void> {
  fs.rmSync(emptyCluster, { recursive: true, force: true })
  const unfinished = `${emptyCluster}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  await makeCluster(unfinished, { count: 0, ms: 0, failure: undefined })
  /* Whoever runs the site may be another user than the one who built it. */
  for (const entry of fs.readdirSync(unfinished, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  fs.chmodSync(unfinished, 0o755)
  fs.renameSync(unfinished, emptyCluster)
}

function versionIn(directory: string): string | undefined {
  const file = path.join(directory, 'PG_VERSION')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
}

function assertOurs(directory: string): void {
  const version = versionIn(directory)
  if (version === postgresVersion) return
  throw new Error(
    version === undefined
      ? `المجلد ${directory} ليس قاعدة بيانات. The directory ${directory} exists but holds no database.`
      : wayFrom(version, directory),
  )
}

/** What an operator does with a database of another version of PostgreSQL, whose files this engine cannot read. */
function wayFrom(version: string, directory: string): string {
  if (Number(version) > Number(postgresVersion))
    return (
      `قاعدة البيانات من الإصدار ${version} الأحدث، والبرنامج يفتح الإصدار ${postgresVersion}. شغّل البرنامج الأحدث. ` +
      `The database in ${directory} has version ${version}, this program opens version ${postgresVersion}: ` +
      `it was made by a newer program, run that one.`
    )
  const steps = `
    git checkout ORIG_HEAD && npm ci && npm run backup -- FOLDER --verify
    git checkout - && npm ci && npm run build
    mv ${directory} ${directory}.${version}
    npm run restore -- FOLDER`
  return (
    `قاعدة البيانات من الإصدار ${version} والبرنامج يفتح الإصدار ${postgresVersion}، ولم يتغير فيها شيء. ` +
    `انسخها بالبرنامج السابق واستعدها بهذا؛ وتبقى الملفات والمفتاح في مكانها. ` +
    `The database in ${directory} has version ${version}, this program opens version ${postgresVersion}; nothing was changed. ` +
    `Back it up with the former program and restore it with this one; files and key stay where they are:\n${steps}\n`
  )
}

async function assertDurable(engine: PGlite, counter: FsyncCounter): Promise<void> {
  const before = counter.count
  await engine.query(`select pg_logical_emit_message(true, 'rafid', 'opened')`)
  if (counter.count > before) return
  await engine.close()
  throw new Error(
    'قاعدة البيانات لا تثبّت ما تكتبه على القرص، فلن يُفتح الموقع عليها. ' +
      'A write to the embedded database reached no fsync, so acknowledged rows could be lost: refusing to run. ' +
      'Check the pinned version of @electric-sql/pglite.',
  )
}
