import { useEffect, useState } from 'react'
import { onSessionExpired } from '#web/api-client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useSessionActions, useUser } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Asks to sign in again over the current screen when the session ends; what was typed and sent is not lost. */
export function SessionExpiry() {
  const [settle, setSettle] = useState<((isSignedIn: boolean) => void) | undefined>()
  const { email } = useUser()
  const { forget } = useSessionActions()

  useEffect(
    () =>
      onSessionExpired(
        () =>
          new Promise<boolean>(resolve => {
            setSettle(() => resolve)
          }),
      ),
    [],
  )

  if (!settle) return null
  const close = (isSignedIn: boolean) => {
    settle(isSignedIn)
    setSettle(undefined)
    if (!isSignedIn) forget()
  }

  return (
    <Dialog title="انتهت الجلسة" role="alertdialog" onClose={() => close(false)}>
      <p className="dialog__text">سجّل الدخول من جديد للمتابعة من حيث توقفت. ما كتبته محفوظ.</p>
      <SignInForm email={email} onSignedIn={() => close(true)} />
    </Dialog>
  )
}
