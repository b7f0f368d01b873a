import type { FastifyBaseLogger } from 'fastify'
import { isBot } from 'isbot'
import { AppError } from '#contract/errors.ts'
import { dayInBaghdad } from '#contract/format.ts'
import type { ListPage } from '#contract/page.ts'
import { periodOf, startOfDayInBaghdad } from '#contract/period.ts'
import type {
  MostVisited,
  MostVisitedQuery,
  Visit,
  VisitListQuery,
  VisitsByDateQuery,
} from '#contract/resources/visit.ts'
import { day } from '#contract/units.ts'
import type { RequestOrigin } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { recordMetadata } from './record-metadata.ts'
import type { DescribeRecord } from './record-metadata.ts'
import { listMostVisited } from './most-visited.repository.ts'
import { startOfDay } from './visit-spans.ts'
import { VisitQueue } from './visit-queue.ts'
import { visitedPageOf } from './visited-page.ts'
import type { DescribeList, VisitedPage } from './visited-page.ts'
import {
  countVisits,
  countVisitsByDay,
  insertVisits,
  listVisits,
  listVisitsAfter,
} from './visits.repository.ts'
import type { VisitFilter, VisitRow } from './visits.repository.ts'

/** Who visits which page. Source: P13.1, S9.1. */
export interface VisitsService {
  /**
   * Takes a visit for the next batch; robots are left out. Nobody waits for the database.
   * Errors: `invalid_fields` when no page of the site has the address.
   */
  record(address: string, origin: RequestOrigin): void
  list(query: VisitListQuery): Promise<ListPage<Visit>>
  /** All visits that pass the filters, newest first, read in small portions. */
  walk(query: Omit<VisitListQuery, 'limit' | 'offset'>): AsyncGenerator<Visit>
  /** Shape: all visits of the period, and the pages with the most of them. */
  mostVisited(query: MostVisitedQuery): Promise<MostVisited>
  /** Every day of the period in Baghdad, with 0 for days without visits; without dates the last 30 days. */
  byDate(query: VisitsByDateQuery): Promise<{ date: string; count: number }[]>
  /** Writes what waits now. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<FastifyBaseLogger, 'warn'>
  describe: DescribeRecord
  describeList: DescribeList
}

interface WaitingVisit extends VisitedPage {
  origin: RequestOrigin
  at: Date
}

const walkPortion = 500
const defaultDays = 30
const maxDays = 1000

/** Opens the visits over the database. */
export function createVisitsService({ database, log, describe, describeList }: Given): VisitsService {
  const { kysely } = database

  const queue = new VisitQueue<WaitingVisit>(async visits => {
    const known = await recordMetadata(describe, visits)
    const rows = visits.flatMap(({ page, metadata, record, origin, at }) => {
      const ofRecord = record === undefined ? {} : known.get(record.id)
      if (ofRecord === undefined) return []
      const values = JSON.stringify({ ...metadata, ...ofRecord })
      return [{ id: newId(at.getTime()), page, metadata: values, createdAt: at, ...origin }]
    })
    if (rows.length > 0) await insertVisits(kysely, rows)
  }, log)

  return {
    record(address, origin) {
      const visited = visitedPageOf(address, describeList)
      if (visited === undefined)
        throw new AppError('invalid_fields', { fields: { path: 'لا توجد صفحة بهذا العنوان' } })
      if (origin.userAgent !== null && isBot(origin.userAgent)) return
      queue.add({ ...visited, origin, at: new Date() })
    },

    async list(query) {
      const { items, total } = await listVisits(kysely, filterOf(query), query.limit, query.offset)
      return { items: items.map(presentVisit), total }
    },

    async *walk(query) {
      const filter = filterOf(query)
      let last: VisitRow | undefined
      do {
        const rows = await listVisitsAfter(kysely, filter, last, walkPortion)
        for (const row of rows) yield presentVisit(row)
        last = rows.length < walkPortion ? undefined : rows.at(-1)
      } while (last !== undefined)
    },

    async mostVisited({ limit, startDate, endDate }) {
      const period = periodOf(startDate, endDate)
      const visited = await listMostVisited(kysely, period, limit)
      const records = visited.map(({ page }) => visitedPageOf(page, describeList)?.record)
      const known = await recordMetadata(
        describe,
        records.map(record => ({ record })),
      )
      const pages = visited.map((counted, index) => {
        const record = records[index]
        const title = record === undefined ? undefined : known.get(record.id)?.['title']
        return { ...counted, ...(typeof title === 'string' && { title }) }
      })
      return { total: await countVisits(kysely, period), pages }
    },

    async byDate({ startDate, endDate }) {
      const period = periodOf(startDate, endDate)
      const days = daysOf(period.from, period.to)
      const [first] = days
      const from = period.from ?? (first === undefined ? undefined : startOfDayInBaghdad(first))
      const counts = await countVisitsByDay(kysely, { from, to: period.to })
      return days.map(date => ({ date, count: counts.get(date) ?? 0 }))
    },

    flush: () => queue.flush(),
    close: () => queue.close(),
  }
}

function filterOf({ page, startDate, endDate }: Omit<VisitListQuery, 'limit' | 'offset'>): VisitFilter {
  return { page, ...periodOf(startDate, endDate) }
}

/** The days in Baghdad from one moment up to another, which is left out; at most the last `maxDays` of them. */
function daysOf(from: Date | undefined, to: Date | undefined): string[] {
  const lastMs = to === undefined ? Date.now() : to.getTime() - 1
  const lastDay = startOfDay(new Date(lastMs))
  const firstDay = from === undefined ? lastDay - (defaultDays - 1) * day : startOfDay(from)
  const days: string[] = []
  for (let ms = Math.max(firstDay, lastDay - (maxDays - 1) * day); ms <= lastDay; ms += day) {
    days.push(dayInBaghdad(new Date(ms)))
  }
  return days
}

/** A visit as it leaves the server: the listed fields and nothing else. */
function presentVisit(row: VisitRow): Visit {
  return {
    id: row.id,
    page: row.page,
    metadata: row.metadata,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
  }
}
