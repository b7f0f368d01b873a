import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { Passkeys } from '#contract/resources/passkey.ts'
import { api } from '#web/api-client.ts'
import { Mark } from '#web/school/mark.tsx'
import { useSignOut } from '../chrome/use-sign-out.ts'
import { Button } from '../parts/button.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { useSessionActions } from '../session/session.ts'
import { AddPasskey } from './add-passkey.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** In place of every screen, for somebody whose role wants a second step and who has none yet. */
export function RequiredSecondFactor() {
  const { settle } = useSessionActions()
  const { signOut } = useSignOut()
  usePageTitle('التحقق بخطوتين')
  const [isByPasskey, setIsByPasskey] = useState(false)
  /* Shown once: nothing beside them may take them away. */
  const [hasCodes, setHasCodes] = useState(false)
  const showCodes = () => setHasCodes(true)
  const { data } = useQuery({
    queryKey: [apiPaths.passkeys],
    queryFn: ({ signal }) => api.get<Passkeys>(apiPaths.passkeys, { signal }),
  })
  return (
    <main className="login">
      <section className="login__card" aria-labelledby="second-factor-title">
        <header className="login__header">
          <Mark />
          <h1 id="second-factor-title">التحقق بخطوتين</h1>
          <p>صلاحيتك تتطلب أكثر من كلمة المرور: رمزاً من هاتفك أو مفتاح مرور. فعّل أحدهما الآن للمتابعة.</p>
        </header>
        {isByPasskey ? (
          <AddPasskey onCodes={showCodes} onDone={settle} />
        ) : (
          <SetUpSecondFactor onCodes={showCodes} onDone={settle} />
        )}
        {data?.isAvailable && !hasCodes ? (
          <Button
            icon={isByPasskey ? <Smartphone aria-hidden /> : <Fingerprint aria-hidden />}
            onClick={() => setIsByPasskey(!isByPasskey)}
          >
            {isByPasskey ? 'رمز من الهاتف بدلاً منه' : 'مفتاح مرور بدلاً منه'}
          </Button>
        ) : null}
        {hasCodes ? null : (
          <Button look="quiet" onClick={signOut}>
            تسجيل الخروج
          </Button>
        )}
      </section>
    </main>
  )
}
