import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { leaveTransfer, startTransfer } from './transfer.ts'

/** Whoever shows a file on its way. Units: bytes. */
interface Hearer {
  onProgress: (sentBytes: number) => void
  /** Nothing arrives for now. */
  onWait: () => void
}

/**
 * A file on its way that can change hands: its field hears of it, then the tray, then the field of a form that was opened
 * again. Nothing of what has arrived is lost by that.
 */
export interface SentFile {
  file: File
  kind: FileKind
  /** Errors: ApiError; `cancelled` after `cancel`. */
  done: Promise<FileFacts>
  /** How far it is. Units: bytes. */
  state: () => { sentBytes: number; isPaused: boolean; isWaiting: boolean }
  /** Hears of it from now on, in the place of whoever did before. */
  hear: (hearer: Hearer) => void
  /** Stops it; what a large file has sent stays for the next try. */
  stop: () => void
  /** Stops it so, unless somebody else hears of it by now. */
  leave: (hearer: Hearer) => void
  cancel: () => void
  canPause: boolean
  pause: () => void
  resume: () => void
}

/** Begins to send a file. */
export function sendFile(file: File, kind: FileKind): SentFile {
  let hearer: Hearer | undefined
  let state = { sentBytes: 0, isPaused: false, isWaiting: !navigator.onLine }
  const transfer = startTransfer(file, {
    kind,
    onProgress: sentBytes => {
      state = { ...state, sentBytes, isWaiting: false }
      hearer?.onProgress(sentBytes)
    },
    onWait: () => {
      state = { ...state, isWaiting: true }
      hearer?.onWait()
    },
  })
  return {
    file,
    kind,
    done: transfer.done,
    state: () => state,
    hear: next => void (hearer = next),
    stop: () => leaveTransfer(transfer),
    leave(last) {
      if (hearer === last) leaveTransfer(transfer)
    },
    cancel: transfer.cancel,
    canPause: transfer.pause !== undefined,
    pause() {
      state = { ...state, isPaused: true }
      transfer.pause?.()
    },
    resume() {
      state = { ...state, isPaused: false }
      transfer.resume?.()
    },
  }
}
