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
    synchronize_seqscans: 'off',
    random_page_cost: '1.1',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Opens the cluster in `directory`, and makes it first when there is none.
 * A new one is built beside its place, synced and renamed, so a first start that is cut off leaves nothing half made. It is a
 * copy of the one that the build has made (`source`); without a build, or where that is of another version, it is made here,
 * which takes half a gigabyte of memory.
 * Errors: throws when the directory holds something else, belongs to another version, or fsync does not reach the
 * operating system.
 */
export async function openCluster(
  directory: string,
  counter: FsyncCounter,
  source = emptyCluster,
): Promise<PGlite> {
  if (fs.existsSync(directory)) {
    assertOurs(directory)
    // Of an engine that ended; Postgres refuses one that was cut off before it was written. The lock beside the directory counts.
    fs.rmSync(path.join(directory, 'postmaster.pid'), { force: true })
  } else await buildCluster(directory, counter, source)
  const engine = await PGlite.create({
    fs: new DurableNodeFs(directory, counter),
    startParams: startParameters,
  })
  await assertDurable(engine, counter)
  return engine
}

async function buildCluster(directory: string, counter: FsyncCounter, source: string): Promise<void> {
  const unfinished = `${directory}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  if (versionIn(source) === postgresVersion) fs.cpSync(source, unfinished, { recursive: true })
  else await makeCluster(unfinished, counter)
  setModes(unfinished, { folder: 0o700, file: 0o600 })
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
export async function makeEmptyCluster(place = emptyCluster): Promise<void> {
  removeLeftovers(place)
  const unfinished = `${place}.${process.pid}.unfinished`
  try {
    await makeCluster(unfinished, { count: 0, ms: 0, failure: undefined })
    /* Whoever runs the site may be another user than the one who built it. */
    setModes(unfinished, { folder: 0o755, file: 0o644 })
    takePlace(unfinished, place)
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Removes what builds have left that were killed: half a cluster, by the id of its process. */
function removeLeftovers(place: string): void {
  const folder = path.dirname(place)
  if (!fs.existsSync(folder)) return
  for (const name of fs.readdirSync(folder)) {
    const [, pid] = /^\.(\d+)\.(?:unfinished|former)$/.exec(name.replace(path.basename(place), '')) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function setModes(directory: string, modes: { folder: number; file: number }): void {
  fs.chmodSync(directory, modes.folder)
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) setModes(child, modes)
    else fs.chmodSync(child, modes.file)
  }
}

/** Puts a directory where another may stand, which goes, and where another process may do the same at this moment. */
function takePlace(directory: string, place: string): void {
  const former = `${place}.${process.pid}.former`
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
  for (;;) {
    try {
      fs.renameSync(place, former)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    fs.rmSync(former, { recursive: true, force: true })
    try {
      return fs.renameSync(directory, place)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    }
  }
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
    systemctl stop rafid                                         # or end npm start
    (cd /opt/rafid-old && npm run backup -- FOLDER --verify)     # the former program
    mv ${directory} ${directory}.${version}
    npm run restore -- FOLDER                                    # this program
    systemctl start rafid`
  return (
    `قاعدة البيانات من الإصدار ${version} والبرنامج يفتح الإصدار ${postgresVersion}، ولم يتغير فيها شيء. ` +
    `انسخها بالبرنامج السابق واستعدها بهذا، بمستخدم الخدمة؛ وتبقى الملفات والمفتاح في مكانها. ` +
    `The database in ${directory} has version ${version}, this program opens version ${postgresVersion}; nothing was changed. ` +
    `Back it up with the former program, which an upgrade by docs/runbook.md leaves in /opt/rafid-old, and restore it with this one, ` +
    `both as the user of the service; ` +
    `files and key stay where they are:\n${steps}\n`
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
