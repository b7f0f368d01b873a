import { OrderByItemNode, OrderByNode, RawNode } from 'kysely'
import type { KyselyPlugin, OperationNode, SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

const descending = RawNode.createWithSql('desc')

function isDescending(direction: OperationNode | undefined): boolean {
  return direction !== undefined && RawNode.is(direction) && direction.sqlFragments.join('') === 'desc'
}

/* Where a value is missing its row goes to the other end by itself: the database puts it last, or first where it is descending. */
const turning: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind !== 'SelectQueryNode' || node.orderBy === undefined) return node
    const items = node.orderBy.items.map(({ orderBy, direction }) =>
      OrderByItemNode.create(orderBy, isDescending(direction) ? undefined : descending),
    )
    return { ...node, orderBy: OrderByNode.create(items) }
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** The same rows in the opposite order. Give it a query whose order says nothing of missing values. */
export function reversed<Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
): SelectQueryBuilder<Database, Table, Row> {
  return rows.withPlugin(turning)
}
