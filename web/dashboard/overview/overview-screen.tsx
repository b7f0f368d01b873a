import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { kinds, kindsLacking, kindsWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import type { Attention, DashboardStats } from '#contract/resources/dashboard-stats.ts'
import { api } from '#web/api-client.ts'
import { kindIcons } from '#web/school/kind-icons.ts'
import { AuditEntryCard } from '../audit-log/audit-entry-card.tsx'
import { DeadLinkCausesNote } from '../parts/dead-links.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { EmptyState, QueryError, Skeleton } from '../parts/states.tsx'
import { useUser } from '../session/session.ts'
import { MissedSearches } from './missed-searches.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'

/** Every count and the list of exactly what it counts. */
const attentions: { label: string; to: string; count: (of: Attention) => number }[] = [
  { label: 'رسائل غير مقروءة', to: `${dashboardPaths.inbox}?unread=1`, count: of => of.unreadMessages },
  ...kindsLacking('damaged').map(kind => ({
    label: kinds[kind].attention.damaged,
    to: `${kinds[kind].dashboardPath}?missing=damaged`,
    count: (of: Attention) => of.damaged[kinds[kind].figure],
  })),
  ...kindsLacking('file').map(kind => ({
    label: kinds[kind].attention.file,
    to: `${kinds[kind].dashboardPath}?missing=file`,
    count: (of: Attention) => of.withoutFile[kinds[kind].figure],
  })),
  ...kindsLacking('image').map(kind => ({
    label: kinds[kind].attention.image,
    to: `${kinds[kind].dashboardPath}?missing=image`,
    count: (of: Attention) => of.withoutImage[kinds[kind].figure],
  })),
  ...kindsLacking('mirror').map(kind => ({
    label: kinds[kind].attention.mirror,
    to: `${kinds[kind].dashboardPath}?missing=mirror`,
    count: (of: Attention) => of.deadMirrors[kinds[kind].figure],
  })),
  { label: 'أعمال فشلت', to: `${dashboardPaths.jobs}?state=failed`, count: of => of.failedJobs },
  {
    label: 'عمليات رفع غير مكتملة',
    to: `${dashboardPaths.uploads}?state=unfinished`,
    count: of => of.unfinishedUploads,
  },
  {
    label: 'عمليات رفع انتهت مدتها قبل أن تكتمل',
    to: `${dashboardPaths.uploads}?state=failed`,
    count: of => of.failedUploads,
  },
]

/** `/dashboard`: counts, what needs attention, the latest changes. Source: S10.1. */
export function OverviewScreen() {
  const user = useUser()
  usePageTitle('نظرة عامة')
  return (
    <section className="screen" aria-labelledby="screen-title">
      <header className="screen__header">
        <h1 id="screen-title">
          أهلاً، <bdi>{user.name}</bdi>
        </h1>
      </header>
      <Counts />
      <div className="overview">
        <NeedsAttention />
        <RecentChanges />
        <MissedSearches />
      </div>
    </section>
  )
}

function Counts() {
  const query = useQuery({
    queryKey: [apiPaths.stats],
    queryFn: ({ signal }) => api.get<DashboardStats>(apiPaths.stats, { signal }),
  })
  if (query.isError) {
    return (
      <div className="card">
        <QueryError title="تعذر تحميل الأعداد" query={query} />
      </div>
    )
  }
  return (
    <ul className="counts">
      {kindsWithPage.map(kind => {
        const { figure, plural, dashboardPath, search } = kinds[kind]
        const Icon = kindIcons[search.icon]
        return (
          <li key={kind}>
            <Link to={dashboardPath} className="card count">
              <span className="count__icon">
                <Icon aria-hidden />
              </span>
              <span className="count__number">
                {query.data ? formatNumber(query.data[`${figure}Count`]) : <Skeleton width="3rem" />}
              </span>
              <span className="count__label">{plural}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function RecentChanges() {
  const query = useQuery({
    queryKey: [apiPaths.auditLog, 'recent'],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ logs: AuditEntry[] }>(apiPaths.auditLog, {
          query: { limit: limits.recentAuditEntries },
          signal,
        })
      ).logs,
    staleTime: 0,
  })
  return (
    <section className="card panel overview__main" aria-labelledby="recent-title">
      <div className="panel__head">
        <h2 className="panel__title" id="recent-title">
          آخر التغييرات
        </h2>
        <Link className="panel__more" to={dashboardPaths.auditLog}>
          السجل كله
          <ChevronLeft aria-hidden />
        </Link>
      </div>
      {query.isError ? (
        <QueryError title="تعذر تحميل آخر التغييرات" query={query} />
      ) : query.data?.length === 0 ? (
        <EmptyState>لا توجد بيانات لعرضها</EmptyState>
      ) : (
        <ul className="audit-list">
          {query.data
            ? query.data.map(entry => <AuditEntryCard key={entry.id} entry={entry} />)
            : Array.from({ length: limits.recentAuditEntries }, (_, index) => (
                <li key={index} className="audit-entry">
                  <Skeleton width="70%" height="4.5rem" />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

function NeedsAttention() {
  const query = useQuery({
    queryKey: [apiPaths.stats, 'attention'],
    queryFn: ({ signal }) => api.get<Attention>(apiPaths.attention, { signal }),
    staleTime: 0,
  })
  const { data } = query
  const open = data ? attentions.filter(({ count }) => count(data) > 0) : []
  return (
    <section className="card panel" aria-labelledby="attention-title">
      <h2 className="panel__title" id="attention-title">
        يحتاج إلى انتباه
      </h2>
      {query.isError ? <QueryError title="تعذر التحقق" query={query} /> : null}
      {data && open.length === 0 ? (
        <p className="all-well">
          <CircleCheck aria-hidden />
          كل شيء على ما يرام.
        </p>
      ) : null}
      <ul className="attention">
        {data
          ? open.map(({ label, to, count }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <span className="tag tag--gold">{formatNumber(count(data))}</span>
              </li>
            ))
          : null}
        {data ? <DeadLinkCausesNote {...data.deadLinkCauses} /> : null}
      </ul>
      <UnfinishedUploads />
    </section>
  )
}
