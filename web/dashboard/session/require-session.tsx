import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { FullPageSpinner } from '../parts/states.tsx'
import { RequiredSecondFactor } from '../second-factor/required-second-factor.tsx'
import { UserContext, useSession } from './session.ts'
import { SessionExpiry } from './session-expiry.tsx'

/** Lets signed-in people through; others go to the sign-in page, which knows where they wanted to go. */
export function RequireSession() {
  const session = useSession()
  const location = useLocation()
  if (session.status === 'loading') return <FullPageSpinner />
  if (session.status === 'signed-out') {
    const next = encodeURIComponent(location.pathname + location.search)
    return <Navigate to={`${paths.login}?next=${next}`} replace />
  }
  return (
    <UserContext value={session.user}>
      {session.mustSetUpSecondFactor ? <RequiredSecondFactor /> : <Outlet />}
      <SessionExpiry />
    </UserContext>
  )
}
