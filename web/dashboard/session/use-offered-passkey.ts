import {
  browserSupportsWebAuthnAutofill,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/browser'
import { useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { signByPasskey } from '../second-factor/passkey-calls.ts'

/**
 * Has the browser propose passkeys under the field of the address while `isWanted`, however long the page stays open: what
 * the device is asked is asked anew before its time is over. `take` gets the answer of whoever chooses one; when it
 * rejects, it is proposed again. Source: S1.12.
 */
export function useOfferedPasskey(
  isWanted: boolean,
  take: (response: AuthenticationResponseJSON) => Promise<void>,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })

  useEffect(() => {
    if (!isWanted) return undefined
    const end = new AbortController()
    const { signal } = end
    let renewAt = 0
    const offer = async () => {
      renewAt = Date.now() + limits.passkeyRenewMs
      if (!(await browserSupportsWebAuthnAutofill())) return
      const response = await signByPasskey({ isOffered: true, signal })
      await latest.current(response).catch(() => {
        renewAt = 0
      })
    }
    /* By the clock, and often: timers do not run while a computer sleeps. */
    const look = () => {
      if (document.hidden || Date.now() < renewAt) return
      // A proposal that nobody asked for fails unsaid; the button says why.
      offer().catch(() => undefined)
    }
    look()
    const looking = setInterval(look, limits.passkeyLookMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      end.abort()
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [isWanted])
}
