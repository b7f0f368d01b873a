import fs from 'node:fs'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/base/db/types.ts'

/** What an act cost. Units: milliseconds. */
export interface Cost {
  /** From its begin to its end. */
  wall: number
  /** Of processors: by this process and by the server of the database. */
  cpu: number
  /** Of that, by the server of the database; nothing on the embedded engine, whose work is that of this process. */
  inDatabase: number
  /** What it would take on a machine that nobody else uses: without what was waited for a processor, and not less than `cpu`. */
  alone: number
  /** Whether the engine looked through all of its memory for garbage meanwhile, on other processors too. */
  isCollecting: boolean
}

interface Scheduled {
  ranMs: number
  waitedMs: number
}

interface Snapshot {
  ownMs: number
  own: Scheduled | undefined
  backends: Map<number, Scheduled | undefined>
}

type OfDatabase = Pick<OpenDatabase, 'kysely' | 'engine'>

const quietShare = 0.08
const quietMs = 500
const quietTimes = 3
const longestWaitMs = 300_000

const { NODE_PERFORMANCE_GC_MAJOR: whole } = constants
let collections = 0
new PerformanceObserver(list => {
  const found = list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[]
  collections += found.filter(({ detail }) => detail?.kind === whole).length
}).observe({ entryTypes: ['gc'] })

/** How often all of the memory was looked through for garbage since the start; what has just ended included. */
async function countCollections(): Promise<number> {
  for (let turn = 0; turn < 2; turn += 1) await nextTurn()
  return collections
}

/** Time on a processor and time waited for one, of a thread. Shape: undefined where the system does not say, or it has ended. */
function scheduled(path: string): Scheduled | undefined {
  try {
    const [ran = 0, waited = 0] = fs.readFileSync(path, 'utf8').split(' ').map(Number)
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
  } catch {
    return undefined
  }
}

function between(before: Scheduled | undefined, after: Scheduled | undefined): Scheduled {
  if (before === undefined || after === undefined) return { ranMs: 0, waitedMs: 0 }
  return { ranMs: after.ranMs - before.ranMs, waitedMs: after.waitedMs - before.waitedMs }
}

/** The processes in which a server on this machine answers us. */
async function backendsOf({ kysely, engine }: OfDatabase): Promise<number[]> {
  if (engine === 'pglite') return []
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    kysely,
  )
  return rows.map(({ pid }) => pid)
}

function look(backends: readonly number[]): Snapshot {
  const { user, system } = process.cpuUsage()
  return {
    ownMs: (user + system) / 1000,
    own: scheduled(`/proc/self/task/${process.pid}/schedstat`),
    backends: new Map(backends.map(pid => [pid, scheduled(`/proc/${pid}/schedstat`)])),
  }
}

/** What an act costs here and in the database. A server of another machine tells nothing of itself. */
export async function costOf(database: OfDatabase, act: () => Promise<unknown>): Promise<Cost> {
  const backends = await backendsOf(database)
  const collected = await countCollections()
  const before = look(backends)
  const startedAt = performance.now()
  await act()
  const wall = performance.now() - startedAt
  const after = look(backends)
  const ofBackends = backends.map(pid => between(before.backends.get(pid), after.backends.get(pid)))
  const inDatabase = ofBackends.reduce((sum, { ranMs }) => sum + ranMs, 0)
  const cpu = after.ownMs - before.ownMs + inDatabase
  const waited = ofBackends.reduce(
    (sum, { waitedMs }) => sum + waitedMs,
    between(before.own, after.own).waitedMs,
  )
  const isCollecting = (await countCollections()) > collected
  return { wall, cpu, inDatabase, alone: Math.max(cpu, wall - waited), isCollecting }
}

/** Ends once nothing goes on beside requests. Shape: whether that came to be within some minutes. */
export async function untilIdle(database: OfDatabase): Promise<boolean> {
  const deadline = performance.now() + longestWaitMs
  for (let quiet = 0; quiet < quietTimes;) {
    if (performance.now() > deadline) return false
    const { rows } = await sql<{ isBusy: boolean }>`
      select exists (
        select from jobs where state = 'running' or state = 'waiting' and run_at <= now()
      ) as is_busy`.execute(database.kysely)
    const { cpu, wall } = await costOf(database, () => wait(quietMs))
    quiet = rows[0]?.isBusy === false && cpu < wall * quietShare ? quiet + 1 : 0
  }
  return true
}
