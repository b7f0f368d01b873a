import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { jobStateLabels, jobStates } from '#contract/codes/job-states.ts'
import type { Job, JobList } from '#contract/resources/job.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { JobCard } from './job-card.tsx'
import { useLiveJobs } from './use-live-jobs.ts'

const filterNames = ['state', 'kind'] as const

async function fetchJobs(request: PageRequest) {
  const { jobs, ...facts } = await api.get<JobList>(apiPaths.jobs, request)
  return { items: jobs, ...facts }
}

/**
 * `/dashboard/jobs`: what the server does in the background. Open, it follows the jobs that it shows; new ones are
 * offered and never push what somebody reads. Source: S12.1.
 */
export function JobsScreen() {
  const queryClient = useQueryClient()
  const filters = useListFilters(filterNames)
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.jobs, 'list'],
      page: filters.page,
      perPage: limits.logRowsPerPage,
      wanted: filters.values,
      fetchPage: fetchJobs,
    }),
    staleTime: 0,
  })
  const live = useLiveJobs(query.data)
  const { counts, kinds = [] } = live.facts ?? {}

  const change = async (job: Job, act: 'repeat' | 'cancel') => {
    try {
      const { data } = await api.post<{ data: Job }>(`${apiPaths.jobs}/${job.id}/${act}`)
      live.put(data)
      notify('success', saidOf(data, act))
      await Promise.all([live.refresh(), refreshAfterWrite(queryClient, apiPaths.stats)])
    } catch (error) {
      notify('error', `${act === 'repeat' ? 'تعذرت إعادة العمل' : 'تعذر إلغاء العمل'}. ${messageOf(error)}`)
    }
  }

  return (
    <StaffList
      title="الأعمال"
      noun={staffNouns.job}
      position={filters}
      query={query}
      perPage={limits.logRowsPerPage}
      actions={
        <Button
          look={live.hasNew ? 'primary' : 'secondary'}
          icon={<RefreshCw aria-hidden />}
          busyLabel={query.isRefetching && 'جاري التحديث...'}
          onClick={() => void query.refetch()}
        >
          {live.hasNew ? 'أعمال جديدة: حدّث القائمة' : 'تحديث القائمة'}
        </Button>
      }
      filters={
        <FilterBar filters={filters}>
          <FilterSelect label="الحالة" all="كل الحالات" {...filters.of('state')}>
            {jobStates.map(state => (
              <option key={state} value={state}>
                {jobStateLabels[state]}
                {counts ? ` (${formatNumber(counts[state])})` : ''}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect label="النوع" all="كل الأنواع" {...filters.of('kind')}>
            {kinds.map(({ kind, label }) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </FilterSelect>
        </FilterBar>
      }
    >
      {jobs => (
        <ul className="jobs">
          {jobs.map(job => (
            <JobCard
              key={job.id}
              job={live.latest(job)}
              onRepeat={shown => void change(shown, 'repeat')}
              onCancel={shown => void change(shown, 'cancel')}
            />
          ))}
        </ul>
      )}
    </StaffList>
  )
}

function saidOf(job: Job, act: 'repeat' | 'cancel'): string {
  if (act === 'repeat') return 'أُعيد العمل، ويبدأ في دوره.'
  return job.state === 'cancelled' ? 'أُلغي العمل.' : 'يتوقف العمل بعد لحظات.'
}
