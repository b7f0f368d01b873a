import { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#web/api-client.ts'

const maxRetries = 2

function isWorthRetrying(error: unknown): boolean {
  return isApiError(error) && (error.code === 'offline' || error.code === 'timeout' || error.status >= 502)
}

/** The cache of fetched data: fresh for 5 minutes, not fetched again on focus. Source: S2.4. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.queryFreshMs,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < maxRetries && isWorthRetrying(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
