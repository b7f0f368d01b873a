import type { QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'

/**
 * Fetches again what a write has changed: the resource, the counts, the audit log.
 * Every query's key begins with the API address that it asks.
 */
export async function refreshAfterWrite(queryClient: QueryClient, path: string): Promise<void> {
  await Promise.all(
    [path, apiPaths.stats, apiPaths.auditLog].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}
