import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Send, TriangleAlert } from 'lucide-react'
import { apiPaths } from '#contract/paths.ts'
import type { AlertTrial } from '#contract/resources/system-state.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'

/** Sends a trial to the operators, and says of each way what the other side answered. Source: S17.2. */
export function AlertTrials() {
  const trying = useMutation({ mutationFn: () => api.post<AlertTrial>(apiPaths.alertTrials, {}) })
  return (
    <>
      <div className="row">
        <Button
          icon={<Send aria-hidden />}
          busyLabel={trying.isPending && 'جاري الإرسال...'}
          onClick={() => trying.mutate()}
        >
          أرسل تنبيهاً تجريبياً
        </Button>
      </div>
      <div className="system__trials" role="status">
        {trying.isError ? <p>تعذر الإرسال. {messageOf(trying.error)}</p> : null}
        {trying.data?.answers.map(({ way, to, isSent, words, said }) => (
          <p key={way} data-sent={isSent}>
            {isSent ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
            <span>
              <bdi dir="ltr">{to}</bdi>: {words} {said === '' ? null : <bdi dir="ltr">{said}</bdi>}
            </span>
          </p>
        ))}
      </div>
    </>
  )
}
