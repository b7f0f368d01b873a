import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RecoveryCodes, SecondFactor } from '#contract/resources/second-factor.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { notify } from '../parts/notices.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { OwnPasswordForm } from './own-password-form.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** One's own second step of signing in: on, off, and the recovery codes. Source: S1.8. */
export function OwnSecondFactor() {
  const queryClient = useQueryClient()
  const [act, setAct] = useState<'begin' | 'end' | 'renew' | undefined>()
  const [codes, setCodes] = useState<string[] | undefined>()
  const queryKey = [apiPaths.secondFactor]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<SecondFactor>(apiPaths.secondFactor, { signal }),
    staleTime: 0,
  })
  const close = () => {
    setAct(undefined)
    setCodes(undefined)
    void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <section className="card panel stack" aria-labelledby="second-factor-title">
      <h2 className="panel__title" id="second-factor-title">
        التحقق بخطوتين
      </h2>
      {query.isError ? <QueryError title="تعذر تحميل حال التحقق بخطوتين" query={query} /> : null}
      {query.isPending ? <Skeleton height="5rem" /> : null}
      {query.data ? <State state={query.data} onAct={setAct} /> : null}
      {act === 'begin' ? (
        <Dialog title="تفعيل التحقق بخطوتين" onClose={close}>
          <SetUpSecondFactor onDone={close} />
        </Dialog>
      ) : null}
      {act === 'end' ? (
        <Dialog title="إيقاف التحقق بخطوتين" onClose={close}>
          <OwnPasswordForm
            text="بعد الإيقاف تكفي كلمة المرور وحدها للدخول إلى حسابك."
            label="إيقاف"
            look="danger"
            send={async input => {
              await api.post(apiPaths.secondFactorEnd, input)
              notify('success', 'أُوقف التحقق بخطوتين.')
              close()
            }}
          />
        </Dialog>
      ) : null}
      {act === 'renew' ? (
        <Dialog title="رموز استرداد جديدة" onClose={close}>
          {codes ? (
            <RecoveryCodeList codes={codes} onDone={close} />
          ) : (
            <OwnPasswordForm
              text="تبطل الرموز القديمة كلها حين تُصنع الجديدة."
              label="اصنع رموزاً جديدة"
              send={async input => {
                const made = await api.post<RecoveryCodes>(apiPaths.recoveryCodes, input)
                setCodes(made.recoveryCodes)
              }}
            />
          )}
        </Dialog>
      ) : null}
    </section>
  )
}

interface StateProps {
  state: SecondFactor
  onAct: (act: 'begin' | 'end' | 'renew') => void
}

function State({ state: { isOn, hasPasskeys, isRequired, recoveryCodesLeft }, onAct }: StateProps) {
  const renewing = (
    <Button icon={<KeyRound aria-hidden />} onClick={() => onAct('renew')}>
      رموز استرداد جديدة
    </Button>
  )
  const left = <span className="muted">رموز الاسترداد الباقية: {formatNumber(recoveryCodesLeft)}</span>
  if (!isOn)
    return (
      <>
        <p className="muted">رمز من هاتفك مع كلمة المرور عند كل دخول: من عرف كلمة مرورك وحدها لا يدخل بها.</p>
        {hasPasskeys ? <p>{left}</p> : null}
        <div className="row">
          <Button icon={<ShieldCheck aria-hidden />} onClick={() => onAct('begin')}>
            تفعيل التحقق بخطوتين
          </Button>
          {hasPasskeys ? renewing : null}
        </div>
      </>
    )
  return (
    <>
      <p>
        <span className="tag tag--success">مفعّل</span> {left}
      </p>
      <div className="row">
        {renewing}
        {isRequired && !hasPasskeys ? null : (
          <Button look="danger" icon={<ShieldOff aria-hidden />} onClick={() => onAct('end')}>
            إيقاف
          </Button>
        )}
      </div>
    </>
  )
}
