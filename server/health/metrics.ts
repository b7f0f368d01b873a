import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseMemory, OpenDatabase } from '#server/base/db/types.ts'
import { counts } from '#server/base/counts.ts'
import { isOwn } from '#server/base/http/own-requests.ts'
import { limits } from '#contract/limits.ts'
import type { JobKind } from '#server/jobs/declare-job.ts'
import type { JobCount } from '#server/jobs/jobs.repository.ts'
import { diskSpaceOf } from './disk.ts'
import type { DiskSpace } from './disk.ts'
import { createLook, type Finding } from './look.ts'
import type { HealthPart, Readiness } from './readiness.ts'

/** The figures of a process. */
export interface Metrics {
  /** Takes down an answer that has gone out. */
  answered(request: FastifyRequest, reply: FastifyReply): void
  /** All figures. Shape: Prometheus's text format. */
  text(): Promise<string>
  readonly contentType: string
}

interface Given {
  database: Pick<OpenDatabase, 'kysely' | 'engine' | 'stats' | 'memory'>
  kinds: readonly Pick<JobKind<unknown>, 'name'>[]
  readiness: Readiness
  lookAtJobs: () => Promise<Finding<JobCount[]>>
  dataDir: string
}

/** Units: seconds. */
const durations = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** What is looked up when the figures are asked for; what gives no answer in time is left out. */
interface Seen {
  jobs: JobCount[] | undefined
  memory: DatabaseMemory | undefined
  disk: DiskSpace | undefined
  parts: Record<HealthPart, { isWell: boolean }>
}

/**
 * Makes the figures of a process. Every label has a few values that the code names: none is of a person, a record or
 * an address.
 */
export function createMetrics({ database, kinds, readiness, lookAtJobs, dataDir }: Given): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const times = { waitMs: limits.healthWaitMs, freshMs: limits.healthFreshMs }
  const lookAtMemory = createLook(() => database.memory(), times)
  const lookAtDisk = createLook(() => diskSpaceOf(dataDir), times)
  const knownKinds = new Set(kinds.map(({ name }) => name))
  let seen: Seen | undefined
  let hasDefaults = false

  const requests = new Histogram({
    name: 'rafid_request_duration_seconds',
    help: 'Answers to requests by route and class of status, without pages that were ready in memory.',
    labelNames: ['route', 'status'],
    buckets: durations,
    registers,
  })

  /** Reads one figure, or one for each value of a label. */
  type Read = () => Record<string, number>

  function gauge(name: string, label: string, help: string, read: Read): void {
    const labelNames = [label]
    const collect = function collect(this: Gauge) {
      this.reset()
      for (const [value, figure] of Object.entries(read())) this.set({ [label]: value }, figure)
    }
    registry.registerMetric(new Gauge({ name, help, labelNames, registers: [], collect }))
  }
  function counter(name: string, help: string, read: () => number): void {
    const collect = function collect(this: Counter) {
      this.reset()
      this.inc(read())
    }
    registry.registerMetric(new Counter({ name, help, registers: [], collect }))
  }

  counter('rafid_page_hits_total', 'Pages that were ready in memory.', () => counts.pages.ready)
  counter('rafid_page_stale_total', 'Pages of which an older copy was there.', () => counts.pages.stale)
  counter('rafid_page_misses_total', 'Pages that were not there.', () => counts.pages.missed)
  counter('rafid_renders_total', 'Pages that were rendered.', () => counts.renders)
  counter('rafid_searches_total', 'Searches that were answered.', () => counts.searches)
  counter('rafid_search_seconds_total', 'Time that searches took, together.', () => counts.searchMs / 1000)
  counter('rafid_upload_bytes_total', 'Bytes of files that came in.', () => counts.uploadedBytes)
  gauge('rafid_uploads', 'state', 'Files on their way in.', () => ({ 'under way': counts.uploadsUnderWay }))
  gauge('rafid_ready', 'part', '1 while a part is well, 0 otherwise.', () =>
    Object.fromEntries(Object.entries(seen?.parts ?? {}).map(([part, { isWell }]) => [part, Number(isWell)])),
  )
  gauge('rafid_disk_bytes', 'part', 'The disk under the data directory.', () => ({ ...seen?.disk }))
  gauge(
    'rafid_database_connections',
    'state',
    'Lines to the database, and how many requests wait for one.',
    () => database.stats().connections,
  )
  gauge('rafid_database_memory_bytes', 'part', 'What the thread of the embedded database holds.', () => {
    const { memory } = seen ?? {}
    const none: Record<string, number> = {}
    if (memory === undefined) return none
    return { heap: memory.heapBytes, buffers: memory.bufferBytes, engine: memory.engineBytes }
  })
  counter(
    'rafid_database_restarts_total',
    'How often the embedded database was ended and opened again.',
    () => database.stats().restartCount,
  )
  const jobs = new Gauge({
    name: 'rafid_jobs',
    help: 'Jobs in the background by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { kind, state, count } of seen?.jobs ?? [])
        jobs.inc({ kind: knownKinds.has(kind) ? kind : 'other', state }, count)
    },
  })

  return {
    contentType: registry.contentType,

    answered(request, reply) {
      if (isOwn(request)) return
      const route = request.routeOptions.url ?? 'none'
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      requests.observe({ route, status }, reply.elapsedTime / 1000)
    },

    async text() {
      /* The delay of the event loop, the memory and the processor time of the process. */
      if (!hasDefaults) collectDefaultMetrics({ register: registry })
      hasDefaults = true
      const [counted, memory, disk, parts] = await Promise.all([
        lookAtJobs(),
        lookAtMemory(),
        lookAtDisk(),
        readiness.look(),
      ])
      seen = { jobs: counted.found, memory: memory.found, disk: disk.found, parts }
      return registry.metrics()
    },
  }
}
