import type { SelectQueryBuilder } from 'kysely'
import type { ListPage } from '#contract/page.ts'
import type { Database } from '#server/base/db/schema.ts'

/**
 * One page of a filtered query and the count of all its rows.
 * The count is apart from the page, so that a page past the end still has the true total. Source: D2.3.
 */
export async function pageOf<Table extends keyof Database, Row>(
  filtered: SelectQueryBuilder<Database, Table, object>,
  limit: number,
  offset: number,
  select: (query: SelectQueryBuilder<Database, Table, object>) => SelectQueryBuilder<Database, Table, Row>,
): Promise<ListPage<Row>> {
  const { total } = await filtered
    .select(expression => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total === 0 || offset >= total) return { items: [], total }
  const items = await select(filtered).limit(limit).offset(offset).execute()
  return { items: items as Row[], total }
}
