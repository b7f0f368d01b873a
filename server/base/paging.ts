import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import { limits } from '#contract/limits.ts'
import type { Database } from '#server/base/db/schema.ts'

/** Gives the total of a list: what is remembered of it, or what `count` finds. */
export type TotalOf = (count: () => Promise<number>) => Promise<number>

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
  const rows =
    whole && offset >= limits.deepOffset ? atDepth(filtered, { limit, offset, read, whole }) : undefined
  const items = (await (rows ?? read(filtered).limit(limit).offset(offset)).execute()) as Row[]
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  if (isLast) return { items, total: offset + items.length }
  const total = await totalOf(async () => {
    const found = await filtered
      .select(expression => expression.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return found.total
  })
  /* What was remembered may be older than the rows. */
  return { items, total: items.length > 0 ? Math.max(total, offset + items.length) : total }
}

/** What is skipped is read in the index alone; then the rows of the page, and no others, from the table. */
function atDepth<Table extends keyof Database, Row>(
  filtered: SelectQueryBuilder<Database, Table, object>,
  { limit, offset, read, whole }: Required<Pick<PageRead<Table, Row>, 'limit' | 'offset' | 'read' | 'whole'>>,
) {
  const ids = read(filtered)
    .clearSelect()
    .select(sql<string>`id`.as('id'))
    .limit(limit)
    .offset(offset)
  return read(whole.where(sql<SqlBool>`id in (${ids})`))
}
