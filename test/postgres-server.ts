import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { makeDatabaseFolder } from './database-folder.ts'

/** A user without rights of his own, whom PostgreSQL is run as when the tests run as root. */
const unprivilegedUserId = 65_534
const startTimeoutMs = 30_000

export interface PostgresServer {
  /** The directory of the cluster; removed by `stop` unless it was asked to be kept. */
  readonly directory: string
  databaseUrl(database: string): string
  /** Ends the server at once, as a crash would, without removing anything. */
  crash(): Promise<void>
  /** Stops every process of the server where it is, as a host that hangs would; lines stay open and silent. */
  freeze(): void
  /** Lets a frozen server go on. */
  thaw(): void
  /** Starts it again on the same cluster and address. */
  start(): Promise<void>
  /** Shuts it down in order. */
  stop(options?: { keep?: boolean }): Promise<void>
}

const identity = () => (process.getuid?.() === 0 ? { uid: unprivilegedUserId, gid: unprivilegedUserId } : {})

/**
 * The directory of PostgreSQL's server programs, or undefined when the machine has none (or TEST_POSTGRES=0).
 * Source: the usual places of packages.
 */
export function findPostgresPrograms(): string | undefined {
  if (process.env['TEST_POSTGRES'] === '0' || process.platform === 'win32') return undefined
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).flatMap(folder => {
    const program = path.join(folder, 'postgres')
    return fs.existsSync(program) ? [path.dirname(fs.realpathSync(program)), folder] : []
  })
  const roots = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']
  const installed = roots.flatMap(root =>
    fs.existsSync(root)
      ? fs
          .readdirSync(root)
          .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
          .map(version => path.join(root, version, 'bin'))
      : [],
  )
  return [...onPath, ...installed].find(folder =>
    ['initdb', 'postgres'].every(program => fs.existsSync(path.join(folder, program))),
  )
}

/** A new empty directory that the server's user owns. */
export function makeServerDirectory(prefix: string): string {
  const directory = makeDatabaseFolder(prefix)
  const { uid, gid } = identity()
  if (uid !== undefined) fs.chownSync(directory, uid, gid)
  return directory
}

/** Runs a program as the server's user. Errors: throws with what it said. */
export function runAsServerUser(program: string, args: string[]): void {
  const { status, stderr, stdout, error } = spawnSync(program, args, {
    ...identity(),
    encoding: 'utf8',
    cwd: '/',
  })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? ''} ${stderr} ${stdout}`)
}

/** Makes a new cluster in `directory`/cluster. */
export function initCluster(programs: string, directory: string): void {
  const args = [
    '-D',
    path.join(directory, 'cluster'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '-N',
  ]
  runAsServerUser(path.join(programs, 'initdb'), args)
}

/**
 * Starts a server on the cluster in `directory`/cluster, reachable through a socket in `directory` only.
 * It ends when this process ends, however that happens: its keeper reads a pipe that breaks then.
 */
export async function startPostgresServer(programs: string, directory: string): Promise<PostgresServer> {
  let keeper: ChildProcess | undefined

  async function start(): Promise<void> {
    keeper = spawnKeeper(programs, directory)
    await ready(keeper, path.join(directory, '.s.PGSQL.5432'))
  }

  /** The server's own process first, so that it starts no other while those that it has are signalled. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const [line = ''] = fs.readFileSync(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    const pairs = stdout
      .trim()
      .split('\n')
      .map(row => row.trim().split(/\s+/))
    process.kill(Number(line), signal)
    for (const [pid, parent] of pairs) if (parent === line) process.kill(Number(pid), signal)
  }

  async function end(signal: 'fast' | 'immediate'): Promise<void> {
    const ending = keeper
    keeper = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const exited = new Promise(resolve => ending.once('exit', resolve))
    ending.stdin?.end(`${signal}\n`)
    await exited
  }

  await start()
  return {
    directory,
    databaseUrl: database =>
      `postgres://postgres@localhost/${database}?host=${encodeURIComponent(directory)}`,
    crash: () => end('immediate'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    start,
    async stop({ keep = false } = {}) {
      await end(keep ? 'fast' : 'immediate')
      if (!keep) fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

const keeperScript = `
"$1/postgres" -D "$2/cluster" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off \
  -c max_connections=60 -c shared_buffers=32MB >>"$2/server.log" 2>&1 &
server=$!
read -r how
if [ "$how" = fast ]; then kill -INT $server; else kill -QUIT $server; fi
wait $server
[ -n "$how" ] || rm -rf "$2"
`

function spawnKeeper(programs: string, directory: string): ChildProcess {
  return spawn('/bin/sh', ['-c', keeperScript, 'keeper', programs, directory], {
    ...identity(),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

async function ready(keeper: ChildProcess, socket: string): Promise<void> {
  const { Client } = await import('pg').then(module => module.default)
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const client = new Client({ host: path.dirname(socket), user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (keeper.exitCode !== null || Date.now() > deadline) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}
