import { useState } from 'react'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { useSessionActions } from '../session/session.ts'

/** Ends the session; a failure says so and leaves the person signed in. Source: S1.7. */
export function useSignOut() {
  const actions = useSessionActions()
  const [isSigningOut, setIsSigningOut] = useState(false)

  const signOut = () => {
    setIsSigningOut(true)
    actions
      .signOut()
      .catch((error: unknown) => {
        logFailure('The sign-out failed', error)
        notify('error', `فشل تسجيل الخروج. ${messageOf(error)}`)
      })
      .finally(() => setIsSigningOut(false))
  }
  return { signOut, isSigningOut }
}
