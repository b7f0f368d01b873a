import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import { limits } from '#contract/limits.ts'
import { reversed } from '#server/base/db/reversed.ts'
import type { Database } from '#server/base/db/schema.ts'

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

interface PageRead<Table extends keyof Database, Row> {
  limit: number
  offset: number
  /** The rows in the order of the list, with the columns that it shows. */
  read: (rows: SelectQueryBuilder<Database, Table, object>) => SelectQueryBuilder<Database, Table, Row>
  /** Left out: nothing is remembered. */
  totalOf?: TotalOf | undefined
  /** The whole table, where the rows of a page may be found by their ids. */
  whole?: SelectQueryBuilder<Database, Table, object> | undefined
}

const counted: TotalOf = count => count()

/**
 * One page of a filtered query and the count of all its rows.
 * The count is apart from the page, so that a page past the end still has the true total, and not asked for where the
 * page itself shows it. Source: D2.3.
 */
export async function pageOf<Table extends keyof Database, Row>(
  filtered: SelectQueryBuilder<Database, Table, object>,
  { limit, offset, read, totalOf = counted, whole }: PageRead<Table, Row>,
): Promise<ListPage<Row>> {
  const count = async () => {
    const found = await filtered
      .select(expression => expression.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return found.total
  }
  const isDeep = whole !== undefined && offset >= limits.deepOffset
  const rows = isDeep
    ? atDepth(filtered, { limit, offset, read, whole, known: await totalOf.kept?.() })
    : read(filtered).limit(limit).offset(offset)
  const { items, kept } = await readBeside(rows, totalOf.beside?.())
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  if (isLast) return { items, total: offset + items.length }
  const total = kept ?? (await totalOf(count))
  /* What was remembered may be older than the rows. */
  return { items, total: items.length > 0 ? Math.max(total, offset + items.length) : total }
}

/** The rows, and the total that stands beside each of them; undefined where there is no row, or nothing is to be read. */
async function readBeside<Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
  beside: TotalBeside | undefined,
): Promise<{ items: Row[]; kept: number | undefined }> {
  if (beside === undefined) return { items: (await rows.execute()) as Row[], kept: undefined }
  const found = await rows.select(beside.expression.as('totalBeside')).execute()
  const kept = found[0]?.totalBeside
  if (kept !== undefined) beside.keep(kept)
  return { items: found.map(({ totalBeside: _total, ...row }) => row as Row), kept }
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
