import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { SentStatement } from '#server/base/db/sent-together.ts'
import type { OpenDatabase } from '#server/base/db/open.ts'
import { statementsOf } from '#test/sent-statements.ts'

/** A statement as it was sent. */
export type Sent = Pick<SentStatement, 'text' | 'values'>

/** How many rows of a table a statement looked at. */
export interface Scan {
  table: string
  rows: number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Heap Fetches'?: number
  Plans?: PlanNode[]
}

/** So many rows a statement may look at in one table: one after the other, or by an index. */
const mostInTurn = 2_000
const mostByIndex = 20_000

/** Tables that may be read whole, for what bounds them is not how much there is. */
const boundedTables: Readonly<Record<string, string>> = {
  row_counts: 'one row for each state of a list and each place of the curriculum, whatever stands there',
  users: 'those who work here',
  trash: 'what was deleted in the last weeks',
}

const asking = new AsyncLocalStorage<Sent[]>()

/** From now on the statements of `noteStatements` are seen, on either engine: both are spoken to through `pg`. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(
    this: pg.Client,
    asked: unknown,
    values?: unknown,
    ...rest: unknown[]
  ) {
    asking.getStore()?.push(...statementsOf([asked, values]))
    return (query as (...given: unknown[]) => unknown).call(this, asked, values, ...rest)
  } as typeof query
}

/** The statements that an act sends, in their order; none of what goes on beside it. */
export async function noteStatements(act: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  await asking.run(sent, act)
  return sent
}

const readable = /^\s*(?:select|with)\b/i

/** What a statement looks at each time that it runs. */
export interface Looked {
  /** Rows of all its tables. */
  rows: number
  /** The tables of which it looks at too many. */
  scans: Scan[]
}

/** It runs once more, and what it changes is taken back. Errors: those of the statement. */
export async function lookedAt(
  { kysely }: Pick<OpenDatabase, 'kysely'>,
  { text, values }: Sent,
): Promise<Looked> {
  if (!readable.test(text)) return { rows: 0, scans: [] }
  const explained = `explain (analyze, costs off, timing off, format json) ${text}`
  const transaction = await kysely.startTransaction().execute()
  try {
    const { rows } = await transaction.executeQuery(CompiledQuery.raw(explained, [...values]))
    const [row] = rows as { 'QUERY PLAN'?: [{ Plan: PlanNode }] }[]
    const plan = row?.['QUERY PLAN']?.[0].Plan
    return plan === undefined ? { rows: 0, scans: [] } : { rows: rowsOf(plan), scans: scansOf(plan) }
  } finally {
    await transaction.rollback().execute()
  }
}

/** How a statement runs, as the database tells it; it runs once more, as in `lookedAt`. */
export async function planOf(
  { kysely }: Pick<OpenDatabase, 'kysely'>,
  { text, values }: Sent,
): Promise<string> {
  if (!readable.test(text)) return ''
  const transaction = await kysely.startTransaction().execute()
  try {
    const { rows } = await transaction.executeQuery(
      CompiledQuery.raw(`explain (analyze, buffers) ${text}`, [...values]),
    )
    return (rows as Record<string, string>[]).map(row => row['QUERY PLAN']).join('\n')
  } finally {
    await transaction.rollback().execute()
  }
}

/** Rows that were looked at, whether or not they were wanted. */
function looked(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return each * (node['Actual Loops'] ?? 1)
}

function rowsOf(node: PlanNode): number {
  const isRead = node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')
  const own = isRead ? looked(node) : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own)
}

function scansOf(node: PlanNode): Scan[] {
  const under = (node.Plans ?? []).flatMap(plan => scansOf(plan))
  const table = node['Relation Name']
  const rows = looked(node)
  const most = node['Node Type'] === 'Seq Scan' ? mostInTurn : mostByIndex
  if (table === undefined || rows <= most || table in boundedTables) return under
  return [{ table: `${table} (${node['Node Type'].toLowerCase()})`, rows }, ...under]
}
