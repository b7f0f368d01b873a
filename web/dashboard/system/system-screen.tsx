import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { formatDateTime, formatPercent, formatTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { SystemState } from '#contract/resources/system-state.ts'
import { api } from '#web/api-client.ts'
import { Bar } from '../parts/bar-list.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { useUser } from '../session/session.ts'
import { AlertTrials } from './alert-trials.tsx'
import { partsOf } from './system-parts.ts'
import type { PartTone, PartWords } from './system-parts.ts'

const tones: Record<PartTone, { label: string; tag: string; Icon: typeof CircleCheck }> = {
  well: { label: 'سليم', tag: 'tag tag--success', Icon: CircleCheck },
  attention: { label: 'انتبه', tag: 'tag tag--gold', Icon: TriangleAlert },
  fault: { label: 'خلل', tag: 'tag tag--danger', Icon: CircleAlert },
}

const partsShown = 7

/**
 * `/dashboard/system`: how the server is, for administrators. Open, it looks again now and then; each part keeps its place and
 * its height. Source: S17.1.
 */
export function SystemScreen() {
  const { role } = useUser()
  usePageTitle('حالة النظام')
  const query = useQuery({
    queryKey: [apiPaths.system],
    queryFn: ({ signal }) => api.get<SystemState>(apiPaths.system, { signal }),
    enabled: role === 'admin',
    staleTime: 0,
    refetchInterval: limits.systemShownEveryMs,
  })
  if (role !== 'admin') return <Navigate to={dashboardPaths.overview} replace />
  const parts = query.data && partsOf(query.data)
  return (
    <section className="screen" aria-labelledby="screen-title">
      <header className="screen__header">
        <h1 id="screen-title">حالة النظام</h1>
      </header>
      {query.isError && !query.data ? (
        <div className="card">
          <QueryError title="تعذرت معرفة حالة النظام" query={query} />
        </div>
      ) : (
        <>
          <p className="system__summary" role="status">
            {parts ? summaryOf(parts) : <Skeleton width="14rem" />}
          </p>
          <p className="system__looked muted">
            {query.data ? lookedAt(query.data, query.isError) : <Skeleton width="12rem" />}
          </p>
          <ul className="system">
            {parts?.map(part => <Part key={part.name} {...part} />) ??
              Array.from({ length: partsShown }, (_, index) => (
                <li key={index} className="card system__part">
                  <Skeleton width="60%" />
                  <Skeleton width="80%" />
                </li>
              ))}
          </ul>
          {query.data ? <Program {...query.data.program} /> : null}
        </>
      )}
    </section>
  )
}

function summaryOf(parts: PartWords[]): string {
  const names = parts.filter(({ tone }) => tone !== 'well').map(({ name }) => name)
  return names.length === 0 ? 'كل شيء على ما يرام.' : `يحتاج إلى عمل: ${names.join('، ')}.`
}

function lookedAt({ at }: SystemState, isOld: boolean): string {
  if (isOld) return `تعذر التحديث، وهذا ما كان في ${formatTime(at)}. يُعاد النظر وحده.`
  return `كما هي في ${formatTime(at)}. يُعاد النظر وحده.`
}

function Part({ name, tone, facts, advice, link, used, canTry }: PartWords) {
  const { label, tag, Icon } = tones[tone]
  return (
    <li className="card system__part" data-tone={tone}>
      <h2 className="system__name">
        <Icon aria-hidden />
        {name}
        <span className={tag}>{label}</span>
      </h2>
      {facts.map(fact => (
        <p key={fact}>{fact}</p>
      ))}
      {used === undefined ? null : (
        <>
          <Bar share={used} />
          <p className="muted">المستعمل {formatPercent(Math.round(used * 100))}</p>
        </>
      )}
      {advice ? <p className="system__advice">{advice}</p> : null}
      {canTry ? <AlertTrials /> : null}
      {link ? (
        <Link className="panel__more" to={link.to}>
          {link.label}
          <ChevronLeft aria-hidden />
        </Link>
      ) : null}
    </li>
  )
}

function Program({ version, node, startedAt }: SystemState['program']) {
  return (
    <p className="muted">
      رافد <bdi dir="ltr">{version}</bdi>، على Node <bdi dir="ltr">{node}</bdi>، يعمل منذ{' '}
      {formatDateTime(startedAt)}.
    </p>
  )
}
