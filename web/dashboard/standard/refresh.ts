import type { QueryClient } from '@tanstack/react-query'
import type { ListPage } from '#contract/page.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'

/**
 * Fetches again what a write has changed: the resource, the counts, the audit log.
 * Every query's key begins with the API address that it asks.
 */
export async function refreshAfterWrite(queryClient: QueryClient, path: string): Promise<void> {
  await Promise.all(
    [path, apiPaths.stats, apiPaths.auditLog].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}

function isPage(data: unknown): data is ListPage<BatchRecord> {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
}

/**
 * Fetches again what a change of a record from here has changed. Until then lists that show it as it was know its version:
 * to who has just saved it, it is no change of somebody else.
 */
export async function refreshAfterChange(
  queryClient: QueryClient,
  path: string,
  { id, version }: BatchRecord,
): Promise<void> {
  queryClient.setQueriesData({ queryKey: [path] }, (shown: unknown) => {
    if (!isPage(shown)) return shown
    const items = shown.items.map(item =>
      item.id === id && item.version < version ? { ...item, version } : item,
    )
    return { ...shown, items }
  })
  await refreshAfterWrite(queryClient, path)
}
