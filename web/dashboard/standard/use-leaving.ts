import { useRef } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUnloadQuestion } from '../parts/use-unload-question.ts'
import type { UploadsInForm } from '../uploads/uploads-in-form.ts'

interface LeavingOptions {
  draft: { hasTyped: boolean; isKept: boolean; isMine: () => boolean; end: () => void }
  uploads: Pick<UploadsInForm, 'isBusy' | 'isBound' | 'undecided'>
  /** Whether the server has exactly what was typed. */
  isKeptOnServer: () => boolean
  /** Where the list is that the form came from. */
  backAddress: string
}

/**
 * Asks before a form is left, where something would stay behind: what the server does not have, and what can be sent or
 * decided nowhere else. Files that go on in the tray take their draft along. Source: S5.1, S7.10.
 */
export function useLeaving({ draft, uploads, isKeptOnServer, backAddress }: LeavingOptions) {
  const navigate = useNavigate()
  const mayLeave = useRef(false)
  const isCancelling = useRef(false)

  const isUndecided = uploads.undecided.size > 0
  const isUnsaved = draft.hasTyped || uploads.isBusy || isUndecided
  /** A draft on the server holds what was typed, but no file that is on its way or waits for a decision. */
  const isOnServer = () => isKeptOnServer() && !isUndecided && !uploads.isBusy
  const goesOn = uploads.isBusy && !uploads.isBound && !isUndecided
  const isSafe = () => mayLeave.current || isOnServer()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !isSafe() &&
      (!goesOn || !draft.isMine() || isCancelling.current) &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.login,
  )

  useUnloadQuestion(isUnsaved, () => !isSafe())

  const endDraft = () => {
    mayLeave.current = true
    draft.end()
  }
  const cancel = async () => {
    isCancelling.current = true
    try {
      await navigate(backAddress)
    } finally {
      isCancelling.current = false
    }
  }

  return {
    /** The record is saved, or its draft thrown away: nothing is asked from here on. */
    endDraft,
    back: () => void navigate(backAddress),
    /** Nothing more is wanted of the form: files that would go on are asked of, too. */
    cancel: () => void cancel(),
    question: {
      isAsking: blocker.state === 'blocked',
      isKept: draft.isKept,
      isSending: uploads.isBusy,
      goesOn: goesOn && draft.isMine(),
      stay: () => blocker.reset?.(),
      keepDraft: () => blocker.proceed?.(),
      discard: () => {
        endDraft()
        blocker.proceed?.()
      },
    },
  }
}
