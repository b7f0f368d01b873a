import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { api, type Query } from '#web/api-client.ts'

/** What the call for one page of a list is sent with. */
export interface PageRequest {
  query: Query
  signal: AbortSignal
}

interface ListQueryOptions<Page> {
  /** What the list is called among the queries; it begins with the API address that it asks. */
  queryKey: string[]
  page: number
  perPage?: number
  /** What the filters ask for. */
  wanted: Query
  fetchPage: (request: PageRequest) => Promise<Page>
}

/** One page of a list as a query: the page that is shown stays until the next one has come. */
export function listQuery<Page extends ListPage<unknown>>({
  queryKey,
  page,
  perPage = limits.staffRowsPerPage,
  wanted,
  fetchPage,
}: ListQueryOptions<Page>) {
  const query = { limit: perPage, offset: (page - 1) * perPage, ...wanted }
  return queryOptions({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => fetchPage({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Gets one page of a list of records as staff see it. `listName` is its name in the answer. Errors: ApiError. */
export function staffPageOf<Item>(path: string, listName: string) {
  return async (request: PageRequest): Promise<ListPage<Item>> => {
    const { data } = await api.get<{ data: Record<string, Item[]> & { total: number } }>(path, {
      ...request,
      asStaff: true,
    })
    return { items: data[listName] ?? [], total: data.total }
  }
}

/** The records that the filters leave, as many as can be acted on at once; each once. Errors: ApiError. */
export async function fetchMatching<Item extends { id: string }>(
  fetchPage: (request: PageRequest) => Promise<ListPage<Item>>,
  wanted: Query,
): Promise<Item[]> {
  const found = new Map<string, Item>()
  const { signal } = new AbortController()
  for (let offset = 0; offset < limits.maxRecordsAtOnce; offset += limits.maxListLimit) {
    const query = { ...wanted, limit: limits.maxListLimit, offset }
    const { items, total } = await fetchPage({ query, signal })
    for (const item of items) found.set(item.id, item)
    if (offset + items.length >= total || items.length === 0) break
  }
  return [...found.values()]
}
