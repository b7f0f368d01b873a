import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, it } from 'vitest'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import {
  type Engine,
  openDatabase,
  type OpenDatabase,
  type OpenDatabaseOptions,
} from '#server/base/db/open.ts'
import { databaseFolder, makeDatabaseFolder, removeStaleDatabases } from './database-folder.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  type PostgresServer,
  runAsServerUser,
  startPostgresServer,
} from './postgres-server.ts'

export interface TestDatabase extends OpenDatabase {
  /** The options that opened it, to open it again or from another process. */
  readonly options: OpenDatabaseOptions
  /** Closes it if it is open, and removes it. */
  cleanup(): Promise<void>
}

type Overrides = Partial<Omit<OpenDatabaseOptions, 'dataDir' | 'databaseUrl'>>

const root = fileURLToPath(new URL('..', import.meta.url))
const migrationsFolder = path.join(root, 'server/base/db/migrations')
/** What an empty cluster depends on: the pinned engine, and how it is started. */
const engineHash = hashOf(
  ['node_modules/@electric-sql/pglite/package.json', 'server/base/db/embedded/cluster.ts'].map(name =>
    path.join(root, name),
  ),
)

const engineFile = path.join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm')

/** Read as soon as the migrations are loaded, so that a template is never of another shape than they. */
const schemaHash = hashOf([
  ...fs
    .readdirSync(migrationsFolder)
    .sort()
    .map(name => path.join(migrationsFolder, name)),
  path.join(migrationsFolder, '../migrations.ts'),
  path.join(root, 'server/base/db/embedded/cluster.ts'),
])

const templateDatabase = 'rafid_template'
const templateLockTimeoutMs = 120_000

/**
 * A migrated, empty database of this test's own, copied from a template that is made once per shape of the schema.
 * On PGlite unless `engine` or TEST_DATABASE_URL (the address of a server where databases may be created) says
 * otherwise. Call `cleanup` in `afterAll` or `afterEach`.
 */
export async function openTestDatabase(engine?: Engine, overrides: Overrides = {}): Promise<TestDatabase> {
  const chosen = engine ?? (process.env['TEST_DATABASE_URL'] === undefined ? 'pglite' : 'postgres')
  return chosen === 'pglite' ? openOnPglite(overrides) : openOnPostgres(overrides)
}

/**
 * Runs a suite on PGlite, and again on PostgreSQL when the machine has a server program or TEST_DATABASE_URL names
 * one; otherwise the report shows a skipped test that says so.
 */
export function describeEachEngine(
  name: string,
  suite: (open: (overrides?: Overrides) => Promise<TestDatabase>, engine: Engine) => void,
): void {
  describe(`${name}, on PGlite`, () => suite(overrides => openTestDatabase('pglite', overrides), 'pglite'))
  describe(`${name}, on PostgreSQL`, () => {
    if (hasPostgres()) suite(overrides => openTestDatabase('postgres', overrides), 'postgres')
    else it('is not run: this machine has no PostgreSQL server', ({ skip }) => skip())
  })
}

/** True when suites can run on PostgreSQL here. */
export function hasPostgres(): boolean {
  return process.env['TEST_DATABASE_URL'] !== undefined || findPostgresPrograms() !== undefined
}

/**
 * V8 compiles the same WebAssembly once for all threads of a process, as long as one holds it: the next database of the process,
 * of this file or another, finds what the first has compiled.
 */
function holdEngine(): void {
  const holder = globalThis as { heldEngine?: Promise<WebAssembly.Module> }
  holder.heldEngine ??= WebAssembly.compile(fs.readFileSync(engineFile))
}

async function openOnPglite(overrides: Overrides): Promise<TestDatabase> {
  holdEngine()
  const dataDir = makeDatabaseFolder('rafid-test-data-')
  copyCluster(await migratedTemplate(), dataDir)
  const options = { dataDir, ...overrides }
  const database = await openDatabase(options)
  return withCleanup(database, options, () => {
    fs.rmSync(dataDir, { recursive: true, force: true })
    return Promise.resolve()
  })
}

/** A migrated cluster, itself made from an empty one: making that is the slow part, and no migration changes it. */
function migratedTemplate(): Promise<string> {
  return withTemplate(`pglite-${schemaHash}`, async directory => {
    const empty = await withTemplate(`pglite-empty-${engineHash}`, async emptyDirectory => {
      const db = await openDatabase({ dataDir: emptyDirectory })
      await db.close()
    })
    copyCluster(empty, directory)
    await migrateAndClose(await openDatabase({ dataDir: directory }))
  })
}

/** PostgreSQL's own templates, half of a cluster's files: nobody connects to them, so no copy of them is ever written. */
const templateFolders = ['base/1', 'base/4']

function copyCluster(from: string, to: string): void {
  const source = path.join(from, 'database')
  const target = path.join(to, 'database')
  const isCopied = (file: string) => !templateFolders.includes(path.relative(source, file))
  fs.cpSync(source, target, { recursive: true, filter: isCopied })
  for (const folder of templateFolders) {
    fs.mkdirSync(path.join(target, folder))
    for (const name of fs.readdirSync(path.join(source, folder)))
      fs.linkSync(path.join(source, folder, name), path.join(target, folder, name))
  }
}

async function openOnPostgres(overrides: Overrides): Promise<TestDatabase> {
  const server = await sharedServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  await server.run(`create database ${name} template ${server.template}`)
  const options = { dataDir: os.tmpdir(), databaseUrl: server.databaseUrl(name), ...overrides }
  const database = await openDatabase(options)
  return withCleanup(database, options, async () => {
    await server.run(`drop database ${name} with (force)`)
    await server.release()
  })
}

async function migrateAndClose(database: OpenDatabase): Promise<void> {
  try {
    await migrateToLatest(database)
  } finally {
    await database.close()
  }
}

function withCleanup(
  database: OpenDatabase,
  options: OpenDatabaseOptions,
  remove: () => Promise<void>,
): TestDatabase {
  let isClosed = false
  const close = async () => {
    if (!isClosed) await database.close()
    isClosed = true
  }
  return {
    ...database,
    options,
    close,
    async cleanup() {
      await close()
      await remove()
    },
  }
}

interface SharedServer {
  template: string
  databaseUrl(database: string): string
  run(statement: string): Promise<void>
  release(): Promise<void>
}

let localServer: Promise<PostgresServer> | undefined
let localUsers = 0

/** The server of this process: the one of TEST_DATABASE_URL, or one started with the first database that needs it. */
async function sharedServer(): Promise<SharedServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return givenServer(given)
  localUsers += 1
  localServer ??= startLocalServer()
  const server = await localServer
  return {
    template: templateDatabase,
    databaseUrl: database => server.databaseUrl(database),
    run: statement => runOn(server.databaseUrl('postgres'), statement),
    async release() {
      localUsers -= 1
      if (localUsers > 0) return
      localServer = undefined
      await server.stop()
    },
  }
}

async function startLocalServer(): Promise<PostgresServer> {
  const programs = findPostgresPrograms()
  if (programs === undefined) throw new Error('This machine has no PostgreSQL server.')
  const template = await withTemplate(
    `postgres-${schemaHash}`,
    async directory => {
      initCluster(programs, directory)
      const server = await startPostgresServer(programs, directory)
      await runOn(server.databaseUrl('postgres'), `create database ${templateDatabase}`)
      await openDatabase({ dataDir: directory, databaseUrl: server.databaseUrl(templateDatabase) }).then(
        migrateAndClose,
      )
      await server.stop({ keep: true })
    },
    makeServerDirectory,
  )
  const directory = makeServerDirectory('rafid-test-pg-')
  runAsServerUser('cp', ['-R', path.join(template, 'cluster'), directory])
  return startPostgresServer(programs, directory)
}

async function givenServer(url: string): Promise<SharedServer> {
  const template = `rafid_template_${schemaHash}`
  const databaseUrl = (database: string) => {
    const address = new URL(url)
    address.pathname = `/${database}`
    return address.href
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(726164)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const unfinished = `${template}_unfinished`
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await client.query(`create database ${unfinished}`)
      await openDatabase({ dataDir: os.tmpdir(), databaseUrl: databaseUrl(unfinished) }).then(migrateAndClose)
      await client.query(`alter database ${unfinished} rename to ${template}`)
    }
  } finally {
    await client.end()
  }
  return {
    template,
    databaseUrl,
    run: statement => runOn(url, statement),
    release: () => Promise.resolve(),
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(path.basename(file)).update(fs.readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/**
 * The template directory of this name, built by `build` when there is none.
 * Only one process builds; the others wait for its lock, which the kernel frees should it die.
 */
async function withTemplate(
  name: string,
  build: (directory: string) => Promise<void>,
  makeFolder = makeDatabaseFolder,
): Promise<string> {
  const prefix = `rafid-test-template-${process.getuid?.() ?? 'user'}-`
  const template = path.join(databaseFolder, prefix + name)
  if (fs.existsSync(template)) return template
  const lock = await waitForLock(`${template}.lock`)
  try {
    if (fs.existsSync(template)) return template
    removeStaleDatabases()
    const unfinished = makeFolder(`${prefix}unfinished-`)
    await build(unfinished)
    fs.renameSync(unfinished, template)
    return template
  } finally {
    lock.close()
  }
}

async function waitForLock(file: string): Promise<DatabaseSync> {
  const deadline = Date.now() + templateLockTimeoutMs
  for (;;) {
    const lock = new DatabaseSync(file)
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive')
      return lock
    } catch (error) {
      lock.close()
      if (Date.now() > deadline) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
