import { useQuery } from '@tanstack/react-query'
import { formatCount, formatPercent } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { MostVisited } from '#contract/resources/visit.ts'
import { api } from '#web/api-client.ts'
import { Bar } from '../parts/bar-list.tsx'
import { EmptyState, QueryError, Skeleton } from '../parts/states.tsx'
import type { DayRange } from './day-range.ts'
import { pageAddress } from './page-address.ts'
import { pageName } from './page-name.ts'

/** The most visited pages: count, share of all visits, bar relative to the first. Source: S9.1. */
export function TopPages({ period }: { period: Partial<DayRange> }) {
  const query = useQuery({
    queryKey: [apiPaths.visits, 'most-visited', period],
    queryFn: ({ signal }) =>
      api.get<MostVisited>(apiPaths.mostVisited, {
        query: { limit: limits.mostVisitedCards, ...period },
        signal,
      }),
  })
  if (query.isError) {
    return <QueryError title="فشل جلب بيانات الزيارات" query={query} />
  }
  if (!query.data) {
    return (
      <ul className="top-pages">
        {Array.from({ length: limits.mostVisitedCards }, (_, index) => (
          <li key={index} className="card top-page">
            <Skeleton width="80%" />
            <Skeleton width="50%" height="2rem" />
          </li>
        ))}
      </ul>
    )
  }
  const { total, pages } = query.data
  if (pages.length === 0) return <EmptyState>لا توجد بيانات لعرضها</EmptyState>
  const most = Math.max(1, pages[0]?.count ?? 1)
  return (
    <ol className="top-pages">
      {pages.map(({ page, count, title }) => (
        <li key={page} className="card top-page">
          <a href={page} className="top-page__name" title={pageAddress(page)}>
            {pageName(page, title)}
          </a>
          <p className="top-page__count">{formatCount(count, staffNouns.visit)}</p>
          <p className="top-page__share">
            {formatPercent(total > 0 ? (count / total) * 100 : 0)} من كل الزيارات
          </p>
          <Bar share={count / most} />
        </li>
      ))}
    </ol>
  )
}
