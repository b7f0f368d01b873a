import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { formatDateTime } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Session } from '#contract/resources/account.ts'
import { api, messageOf } from '#web/api-client.ts'
import { deviceText } from '../parts/browser-text.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'

/** Where the person is signed in, and the way to end a session elsewhere. */
export function OwnSessions() {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: [apiPaths.sessions],
    queryFn: async ({ signal }) =>
      (await api.get<{ sessions: Session[] }>(apiPaths.sessions, { signal })).sessions,
    staleTime: 0,
  })
  const ending = useMutation({
    mutationFn: (id: string) => api.delete(`${apiPaths.sessions}/${id}`),
    onSuccess: () => notify('success', 'انتهت الجلسة.'),
    onError: error => notify('error', `تعذر إنهاء الجلسة. ${messageOf(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [apiPaths.sessions] }),
  })
  return (
    <section className="card panel" aria-labelledby="sessions-title">
      <h2 className="panel__title" id="sessions-title">
        جلساتي
      </h2>
      {query.isError ? <QueryError title="تعذر تحميل الجلسات" query={query} /> : null}
      {query.isPending ? <Skeleton height="5rem" /> : null}
      <ul className="sessions">
        {query.data?.map(session => (
          <li key={session.id}>
            <MonitorSmartphone aria-hidden />
            <div>
              <p>
                <span>{deviceText(session.userAgent)}</span>
                {session.isCurrent ? <span className="tag tag--success">هذا الجهاز</span> : null}
              </p>
              <p className="muted">
                <span>{placeText(session, query.data)}</span>
                <bdi dir="ltr">{session.ipAddress ?? ''}</bdi>
                <span>آخر نشاط {formatDateTime(session.lastSeenAt)}</span>
              </p>
            </div>
            {session.isCurrent ? null : (
              <Button
                aria-label={`إنهاء الجلسة: ${deviceText(session.userAgent)}`}
                busyLabel={ending.isPending && ending.variables === session.id && 'جاري الإنهاء...'}
                onClick={() => ending.mutate(session.id)}
              >
                إنهاء الجلسة
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** From where, as far as the site itself knows. */
function placeText({ ipAddress, isCurrent }: Session, sessions: readonly Session[]): string {
  if (isCurrent) return 'الشبكة الحالية'
  if (ipAddress === null) return 'شبكة غير معروفة'
  const here = sessions.find(session => session.isCurrent)
  return here?.ipAddress === ipAddress ? 'من شبكتك الحالية' : 'من شبكة أخرى'
}
