import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import { limits } from '#contract/limits.ts'
import type { KeptStatements } from '#server/base/db/kept-statements.ts'
import { reversed } from '#server/base/db/reversed.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** A total that the database keeps, to be read in the statement of the rows. */
interface TotalBeside {
  expression: RawBuilder<number>
  /** Takes down what was read. */
  keep(total: number): void
}

/**
 * Gives the total of a list: what is remembered of it, or what `count` finds. `kept` where the database keeps it: what it
 * is now; `beside` where nothing is remembered of that at the moment: the rows and their total are then asked for at once.
 */
export interface TotalOf {
  (count: () => Promise<number>): Promise<number>
  kept?: () => Promise<number>
  beside?: () => TotalBeside | undefined
}

/** Statements that are built once for `from`, from which all of them follows but the total. */
export interface KeptList {
  db: Queryable
  statements: KeptStatements
  from: object
}

interface PageRead<Table extends keyof Database, Row> {
  limit: number
  offset: number
  /** The rows in the order of the list, with the columns that it shows. */
  read: (rows: SelectQueryBuilder<Database, Table, object>) => SelectQueryBuilder<Database, Table, Row>
  /** Left out: nothing is remembered. */
  totalOf?: TotalOf | undefined
  /** Counts all rows, where that is not done by the filtered query itself. */
  count?: (() => Promise<number>) | undefined
  /** The whole table, where the rows of a page may be found by their ids. */
  whole?: SelectQueryBuilder<Database, Table, object> | undefined
  /** Left out: the statement is built each time. */
  kept?: KeptList | undefined
}

const counted: TotalOf = count => count()

const countOf =
  <Table extends keyof Database>(filtered: () => SelectQueryBuilder<Database, Table, object>) =>
  async () => {
    const found = await filtered()
      .select(expression => expression.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return found.total
  }

/**
 * One page of a filtered query and the count of all its rows.
 * The count is apart from the page, so that a page past the end still has the true total, and not asked for where the
 * page itself shows it. Source: D2.3.
 */
export async function pageOf<Table extends keyof Database, Row>(
  filtered: () => SelectQueryBuilder<Database, Table, object>,
  { limit, offset, read, totalOf = counted, count = countOf(filtered), whole, kept }: PageRead<Table, Row>,
): Promise<ListPage<Row>> {
  const isDeep = whole !== undefined && offset >= limits.deepOffset
  const deepRows = isDeep
    ? atDepth(filtered(), { limit, offset, read, whole, known: await totalOf.kept?.() })
    : undefined
  const rowsOf = () => deepRows ?? read(filtered()).limit(limit).offset(offset)
  const { items, beside } = await readBeside(rowsOf, totalOf.beside?.(), isDeep ? undefined : kept)
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  if (isLast) return { items, total: offset + items.length }
  const total = beside ?? (await totalOf(count))
  /* What was remembered may be older than the rows. */
  return { items, total: items.length > 0 ? Math.max(total, offset + items.length) : total }
}

/** The rows, and the total that stands beside each of them; undefined where there is no row, or nothing is to be read. */
async function readBeside<Table extends keyof Database, Row>(
  rowsOf: () => SelectQueryBuilder<Database, Table, Row>,
  total: TotalBeside | undefined,
  kept: KeptList | undefined,
): Promise<{ items: Row[]; beside: number | undefined }> {
  if (total === undefined) return { items: await readRows(rowsOf, kept, 'alone'), beside: undefined }
  const withTotal = () => rowsOf().select(total.expression.as('totalBeside'))
  const found = await readRows(withTotal, kept, 'with their total')
  const beside = found[0]?.totalBeside
  if (beside !== undefined) total.keep(beside)
  return { items: found.map(({ totalBeside: _total, ...row }) => row as Row), beside }
}

async function readRows<Table extends keyof Database, Row>(
  rowsOf: () => SelectQueryBuilder<Database, Table, Row>,
  kept: KeptList | undefined,
  how: string,
) {
  if (kept === undefined) return rowsOf().execute()
  return kept.statements.rows(kept.db, [kept.from, how], rowsOf)
}

interface DeepRead<Table extends keyof Database, Row> extends PageRead<Table, Row> {
  whole: SelectQueryBuilder<Database, Table, object>
  /** How many there are, where that is known. */
  known: number | undefined
}

/** What is skipped is read in the index alone, from the nearer end; then the rows of the page, and no others, from the table. */
function atDepth<Table extends keyof Database, Row>(
  filtered: SelectQueryBuilder<Database, Table, object>,
  { limit, offset, read, whole, known = 0 }: DeepRead<Table, Row>,
) {
  const all = read(filtered)
    .clearSelect()
    .select(sql<string>`id`.as('id'))
  /* As numbers: of what it cannot tell before, the database reads all. */
  const ids =
    offset > known / 2 && offset < known
      ? reversed(all)
          .limit(Math.min(limit, known - offset))
          .offset(Math.max(0, known - offset - limit))
      : all.limit(limit).offset(offset)
  return read(whole.where(sql<SqlBool>`id in (${ids})`))
}
