import { Navigate, useLocation, useSearchParams } from 'react-router'
import { accountLinkTokenOf, dashboardPaths, paths, safeReturnPath } from '#contract/paths.ts'
import { Mark } from '#web/school/mark.tsx'
import { Button } from '../parts/button.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner, FullPageSpinner } from '../parts/states.tsx'
import { LinkScreen } from './link-screen.tsx'
import { useSession } from './session.ts'
import { SetupForm } from './setup-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** `/super`: sign-in, and what a link leads to when the address carries one. */
export function LoginScreen() {
  const linkToken = accountLinkTokenOf(useLocation().hash)
  return linkToken === undefined ? <SignInScreen /> : <LinkScreen key={linkToken} token={linkToken} />
}

/** The sign-in form, and the set-up form when the address carries a set-up token. */
function SignInScreen() {
  const [parameters] = useSearchParams()
  const session = useSession()
  const setupToken = parameters.get('setup')
  usePageTitle(setupToken ? 'إعداد الموقع' : 'تسجيل الدخول')

  if (session.status === 'loading') return <FullPageSpinner />
  if (session.status === 'signed-in') {
    return <Navigate to={safeReturnPath(parameters.get('next'), dashboardPaths.overview)} replace />
  }

  return (
    <main className="login">
      <section className="login__card" aria-labelledby="login-title">
        <header className="login__header">
          <Mark />
          <h1 id="login-title">{setupToken ? 'إعداد رافد' : 'لوحة تحكم رافد'}</h1>
          <p>
            {setupToken
              ? 'أنشئ حساب المدير الأول. يعمل هذا الرابط مرة واحدة فقط.'
              : 'سجّل الدخول لإدارة الكتب والملازم والنتائج والأخبار.'}
          </p>
        </header>
        {session.reason ? (
          <Banner tone="warning" actions={<Button onClick={session.recheck}>إعادة المحاولة</Button>}>
            {session.reason}
          </Banner>
        ) : null}
        {setupToken ? (
          <SetupForm token={setupToken} onSignedIn={() => undefined} />
        ) : (
          <SignInForm onSignedIn={() => undefined} />
        )}
        <a className="login__back" href={paths.home}>
          العودة إلى الموقع
        </a>
      </section>
    </main>
  )
}
