import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#contract/resources/account.ts'
import { messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { isOvertaken, signByPasskey } from '../second-factor/passkey-calls.ts'
import { useSessionActions } from './session.ts'
import { useOfferedPasskey } from './use-offered-passkey.ts'

interface PasskeySignInProps {
  onSignedIn: (user: User) => void
  onFailure: (sentence: string) => void
}

/* Keys belong to names: browsers have none for a site that is reached by a number, nor without https. */
function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(window.location.hostname)
}

/** The way in without a password: a button, and what the browser proposes under the field of the address. Source: S1.12. */
export function PasskeySignIn({ onSignedIn, onFailure }: PasskeySignInProps) {
  const { signInByPasskey } = useSessionActions()
  const [isBusy, setIsBusy] = useState(false)
  useOfferedPasskey(canUsePasskeys() && !isBusy, async response => {
    try {
      onSignedIn(await signInByPasskey({ response }))
    } catch (error) {
      onFailure(messageOf(error))
      throw error
    }
  })

  if (!canUsePasskeys()) return null
  const enter = async () => {
    setIsBusy(true)
    onFailure('')
    try {
      const response = await signByPasskey({ isOffered: false })
      onSignedIn(await signInByPasskey({ response }))
    } catch (error) {
      if (!isOvertaken(error)) onFailure(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      icon={<Fingerprint aria-hidden />}
      busyLabel={isBusy && 'بانتظار جهازك...'}
      onClick={() => void enter()}
    >
      ادخل بمفتاح مرور
    </Button>
  )
}
