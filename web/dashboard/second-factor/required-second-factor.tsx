import { Mark } from '#web/school/mark.tsx'
import { useSignOut } from '../chrome/use-sign-out.ts'
import { Button } from '../parts/button.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { useSessionActions } from '../session/session.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** In place of every screen, for somebody whose role wants a second step and who has none yet. */
export function RequiredSecondFactor() {
  const { settle } = useSessionActions()
  const { signOut } = useSignOut()
  usePageTitle('التحقق بخطوتين')
  return (
    <main className="login">
      <section className="login__card" aria-labelledby="second-factor-title">
        <header className="login__header">
          <Mark />
          <h1 id="second-factor-title">التحقق بخطوتين</h1>
          <p>صلاحيتك تتطلب رمزاً من هاتفك مع كلمة المرور. فعّله الآن للمتابعة.</p>
        </header>
        <SetUpSecondFactor onDone={settle} />
        <Button look="quiet" onClick={signOut}>
          تسجيل الخروج
        </Button>
      </section>
    </main>
  )
}
