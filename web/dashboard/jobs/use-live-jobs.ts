import { useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Job, JobList } from '#contract/resources/job.ts'
import { api } from '#web/api-client.ts'

/** The list as it was fetched: its rows stay where they are until somebody asks for it anew. */
interface FetchedList {
  items: Job[]
  newestId: string | null
  counts: JobList['counts']
  kinds: JobList['kinds']
}

/** None of all jobs, where there are none to follow. */
const noId = 'none'

/** Follows the jobs of a fetched list, without adding or taking away any. */
export function useLiveJobs(list: FetchedList | undefined) {
  const queryClient = useQueryClient()
  const ids = list?.items.map(({ id }) => id) ?? []
  const queryKey = [apiPaths.jobs, 'live', ids]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<JobList>(apiPaths.jobs, {
        query: { ids: ids.join(',') || noId, limit: Math.max(1, ids.length) },
        signal,
      }),
    enabled: list !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data?.jobs ?? list?.items ?? []).some(isMoving)
        ? limits.jobsShownEveryMs
        : limits.jobsShownIdleMs,
  })
  const byId = new Map(data?.jobs.map(job => [job.id, job]))
  return {
    /** What the counts and the kinds are now. */
    facts: data ?? list,
    /** The job as it is now. */
    latest: (job: Job) => byId.get(job.id) ?? job,
    hasNew: Boolean(data?.newestId && data.newestId > (list?.newestId ?? '')),
    /** Shows a job as an answer has just told. */
    put: (job: Job) =>
      queryClient.setQueryData<JobList>(queryKey, shown =>
        shown ? { ...shown, jobs: shown.jobs.map(other => (other.id === job.id ? job : other)) } : shown,
      ),
    /** The queries that a change of a job makes stale: not the list, whose rows stay. */
    refresh: () => queryClient.invalidateQueries({ queryKey: [apiPaths.jobs, 'live'] }),
  }
}

const isMoving = ({ state }: Job) => state === 'waiting' || state === 'running'
