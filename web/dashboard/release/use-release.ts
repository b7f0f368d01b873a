import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Release } from '#contract/resources/release.ts'
import { api } from '#web/api-client.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'

const isMoving = ({ archive }: Release['results'][number]) => archive === 'waiting' || archive === 'reading'

/** The release that is asked for, followed while the room is open. Values of '' stand for the newest. */
export function useRelease(wanted: { stage: string; releaseYear: string; try: string }) {
  const queryClient = useQueryClient()
  const queryKey = [apiPaths.releases, wanted]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Release }>(apiPaths.releases, { query: wanted, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(isMoving) ? limits.releaseShownEveryMs : limits.releaseShownIdleMs,
  })
  const [shown, show] = useState(query.data)
  if (query.data && query.data !== shown) show(query.data)
  return {
    query,
    /** What is asked for; until that has come, also when it fails, what was shown before it. */
    release: query.data ?? shown,
    /** Whether it is still what was shown before. */
    isOld: query.data === undefined,
    /** Asks again; gives the release as it stands now, as far as it is known. */
    async refresh() {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [apiPaths.releases] }),
        refreshAfterWrite(queryClient, apiPaths.results),
      ])
      return queryClient.getQueryData<Release>(queryKey)
    },
  }
}
