import { sql } from 'kysely'
import { AppError, errorCatalogue } from '#contract/errors.ts'
import type { NewRecord } from '#contract/ingest-input.ts'
import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { DatabaseLog } from '#server/base/db/types.ts'
import { systemActor, type Actor } from '#server/staff/session/actor.ts'
import type { BatchWriter } from './record-batches.ts'
import type { SeenRecord } from './record-service.ts'
import { writeAllAudited } from './write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from './write-audited.ts'

/** What the kinds do whose records are made of files. */
type Adders = {
  [Name in NewRecord['kind']]: {
    /** Adds a record inside a transaction that writes others too. */
    addWithin(
      transaction: AuditedTransaction,
      input: Extract<NewRecord, { kind: Name }>['input'],
      at: Date,
    ): Promise<AuditedWrite<{ id: string }>>
  }
}

/** What each kind does to show or hide one of its records. */
export type Publishers = Adders & {
  [Name in Kind]: BatchWriter & {
    publishWithin(
      transaction: AuditedTransaction,
      records: readonly SeenRecord[],
      publication: PublicationInput,
      actor: Actor,
    ): Promise<AuditedWrite<unknown>[]>
    /** Why some of these records must be looked at before they become public, without those that somebody has confirmed. */
    listDoubts?(ids: readonly string[], confirmed: readonly string[]): Promise<string[]>
  }
}

/** One record among those of all kinds. */
interface RecordAddress extends SeenRecord {
  kind: Kind
}

async function publishAll(
  writing: Writing,
  publishers: Publishers,
  { records, actor, publication }: PublishRequest,
): Promise<void> {
  await writeAllAudited(writing, actor, async (transaction, write) => {
    for (const kind of kindNames) {
      const own = records.filter(record => record.kind === kind)
      if (own.length > 0)
        await write(...(await publishers[kind].publishWithin(transaction, own, publication, actor)))
    }
  })
}

async function refuseDoubtful(
  publishers: Publishers,
  { records, publication, confirmed = [] }: Omit<PublishRequest, 'actor'>,
): Promise<void> {
  if (publication.state === 'draft') return
  const doubts: string[] = []
  for (const kind of new Set(records.map(record => record.kind))) {
    const ids = records.filter(record => record.kind === kind).map(({ id }) => id)
    doubts.push(...((await publishers[kind].listDoubts?.(ids, confirmed)) ?? []))
  }
  askToConfirm(doubts)
}

/** Errors: `needs_confirmation`, where there is a doubt. */
export function askToConfirm(doubts: string[]): void {
  if (doubts.length === 0) return
  const { message } = errorCatalogue.needs_confirmation
  throw new AppError('needs_confirmation', { message: [message, ...doubts].join(' '), errors: doubts })
}

/** What becomes of records, and who wants it. */
interface PublishRequest {
  records: readonly RecordAddress[]
  actor: Actor
  publication: PublicationInput
  /** Doubtful records that somebody has looked at and found right. */
  confirmed?: readonly string[]
}

/** So many become public in one transaction at most; the rest follow at once. */
const batchSize = 500

/** Scheduled records of a kind, without those that could not be published. */
function scheduled(kind: Kind, failed: ReadonlySet<string>) {
  return sql`${sql.table(kinds[kind].list)} where state = 'scheduled' and id <> all(${[...failed]}::text[])`
}

/** What publishing by the clock takes at once. */
interface DuePortion {
  limit: number
  /** Records that it leaves alone. */
  failed: ReadonlySet<string>
  /** Is told the records as they are taken. */
  taken: string[]
}

/**
 * Publishes what has reached its moment, in one transaction; of several processes one does each record.
 *
 * Shape: how many became public.
 */
async function publishDue(
  writing: Writing,
  publishers: Publishers,
  { limit, failed, taken }: DuePortion,
): Promise<number> {
  const now = new Date()
  await writeAllAudited(writing, systemActor, async (transaction, write) => {
    for (const kind of kindNames) {
      const { rows } = await sql<{ id: string }>`
        select id from ${scheduled(kind, failed)} and publish_at <= ${now}
        order by publish_at, id limit ${limit - taken.length} for update skip locked`.execute(transaction)
      taken.push(...rows.map(({ id }) => id))
      const publication = { state: 'published' } as const
      if (rows.length > 0)
        await write(...(await publishers[kind].publishWithin(transaction, rows, publication, systemActor)))
      if (taken.length >= limit) return
    }
  })
  return taken.length
}

/** Publishing, by hand and by the clock. */
export interface Publishing {
  /**
   * Shows, hides or schedules records of any kinds: everybody sees all of it, or nothing.
   * Errors: `…_not_found`; `stale_version`, for one that was changed since; `needs_confirmation`, which says of each
   * record why.
   */
  publish(request: PublishRequest): Promise<void>
  /** What goes before it, for acts that write themselves. Errors: `needs_confirmation`. */
  makeReady(request: Omit<PublishRequest, 'actor'>): Promise<void>
  /** Publishes what is due at the call. Shape: how many became public. */
  publishDueNow(): Promise<number>
  close(): Promise<void>
}

interface Given {
  writing: Writing
  publishers: Publishers
  log: DatabaseLog
  /** Makes ready what the site will need after it, as far as there is time. */
  prepare?: (request: Pick<PublishRequest, 'records' | 'publication'>) => Promise<void>
}

const lookEveryMs = 30_000
/** Writes come in rows; the clock is set once after them. */
const settleMs = 200

/**
 * Publishes by the clock: at the moment itself, as far as this process knows it, and at the latest half a minute
 * after. A moment that passed while nothing ran is made up for at the start. A record that cannot be published is
 * tried again every half minute, and keeps no other waiting.
 */
export function startPublishing({ writing, publishers, log, prepare }: Given): Publishing {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let running: Promise<number> = Promise.resolve(0)

  /** Publishes together what can be; where that fails one by one, so that `failed` gets those at fault alone. */
  async function publishAllDue(failed: Set<string>): Promise<number> {
    let total = 0
    let limit = batchSize
    for (;;) {
      const taken: string[] = []
      try {
        const count = await publishDue(writing, publishers, { limit, failed, taken })
        total += count
        if (count < limit) return total
      } catch (error) {
        const [id] = taken
        if (isClosed || id === undefined) throw error
        if (limit === 1) {
          failed.add(id)
          log.error({ err: error, recordId: id }, 'a scheduled record could not be published')
        }
        limit = 1
      }
    }
  }

  async function waitForNext(failed: ReadonlySet<string>): Promise<number> {
    const moments = kindNames.map(kind => sql`select publish_at from ${scheduled(kind, failed)}`)
    const { rows } = await sql<{ next: Date | null }>`
      select min(publish_at) as next from (${sql.join(moments, sql` union all `)}) scheduled`.execute(
      writing.database.kysely,
    )
    const next = rows[0]?.next?.getTime() ?? Infinity
    return Math.min(lookEveryMs, Math.max(0, next - Date.now()))
  }

  function lookIn(ms: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void publishDueNow(), ms).unref()
  }

  async function look(): Promise<number> {
    try {
      const failed = new Set<string>()
      const count = await publishAllDue(failed)
      if (count > 0) log.info({ count }, 'scheduled records are public')
      lookIn(await waitForNext(failed))
      return count
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'scheduled records could not be published')
      lookIn(lookEveryMs)
      return 0
    }
  }

  function publishDueNow(): Promise<number> {
    running = running.then(look)
    return running
  }

  /* A write, here or in another process, may have brought the next moment nearer. */
  writing.changes.onChange(() => lookIn(settleMs))
  void publishDueNow()

  async function makeReady(request: Omit<PublishRequest, 'actor'>): Promise<void> {
    await prepare?.(request)
    await refuseDoubtful(publishers, request)
  }

  return {
    makeReady,
    async publish(request) {
      await makeReady(request)
      await publishAll(writing, publishers, request)
    },
    publishDueNow,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
