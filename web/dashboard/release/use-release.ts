import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
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
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some(isMoving) ? limits.releaseShownEveryMs : limits.releaseShownIdleMs,
  })
  return {
    query,
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
