import { useEffect, useRef, useState } from 'react'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { createSpeedometer } from './speed.ts'
import { leaveTransfer, startTransfer } from './transfer.ts'
import type { Transfer } from './transfer-types.ts'
import { useUploadsContext } from './uploads-in-form.ts'

export type UploadState =
  | { status: 'idle' }
  | {
      status: 'running' | 'paused'
      file: File
      sentBytes: number
      /** Units: bytes per second. */
      speed: number
      canPause: boolean
      /** Nothing arrives: the line is cut. */
      isWaiting: boolean
    }
  | { status: 'failed'; file: File; message: string }

interface UploadOptions {
  kind: FileKind
  onDone: (file: FileFacts) => void
  /** The upload failed or was cancelled: the field goes back to what it held, or to nothing. */
  onUndone: (reason: 'failed' | 'cancelled') => void
  /** A failure was put aside without another try. */
  onDismissed?: () => void
  failure: string
}

/** One upload of a field: start, pause, resume, cancel, retry. */
export function useUpload({ kind, onDone, onUndone, onDismissed, failure }: UploadOptions) {
  const { begin } = useUploadsContext()
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const transfer = useRef<Transfer | undefined>(undefined)
  const callbacks = useRef({ onDone, onUndone, onDismissed })
  callbacks.current = { onDone, onUndone, onDismissed }

  useEffect(
    () => () => {
      /* What is taken away while it runs has not failed. */
      const running = transfer.current
      transfer.current = undefined
      if (running) leaveTransfer(running)
    },
    [],
  )
  const wait = () =>
    setState(current => (current.status === 'running' ? { ...current, isWaiting: true, speed: 0 } : current))
  useEffect(() => {
    addEventListener('offline', wait)
    return () => removeEventListener('offline', wait)
  }, [])

  const start = (file: File) => {
    transfer.current?.cancel()
    const end = begin()
    const speedometer = createSpeedometer()
    const started = startTransfer(file, {
      kind,
      onProgress: sentBytes => {
        const speed = speedometer.add(sentBytes)
        if (transfer.current === started) {
          setState(current =>
            current.status === 'running' ? { ...current, sentBytes, speed, isWaiting: false } : current,
          )
        }
      },
      onWait: () => {
        speedometer.reset()
        if (transfer.current === started) wait()
      },
    })
    transfer.current = started
    setState({
      status: 'running',
      file,
      sentBytes: 0,
      speed: 0,
      canPause: started.pause !== undefined,
      isWaiting: !navigator.onLine,
    })
    const isCurrent = () => transfer.current === started
    started.done.then(
      facts => {
        end()
        if (!isCurrent()) return
        transfer.current = undefined
        setState({ status: 'idle' })
        callbacks.current.onDone(facts)
      },
      (error: unknown) => {
        end()
        if (!isCurrent()) return
        transfer.current = undefined
        logFailure('The upload failed', error)
        setState({ status: 'failed', file, message: `${failure}. ${messageOf(error)}` })
        callbacks.current.onUndone('failed')
      },
    )
  }

  const cancel = () => {
    const running = transfer.current
    transfer.current = undefined
    running?.cancel()
    setState({ status: 'idle' })
    callbacks.current.onUndone('cancelled')
  }

  return {
    state,
    start,
    cancel,
    retry: () => {
      if (state.status === 'failed') start(state.file)
    },
    pause: () => {
      transfer.current?.pause?.()
      setState(current =>
        current.status === 'running' ? { ...current, status: 'paused', speed: 0 } : current,
      )
    },
    resume: () => {
      transfer.current?.resume?.()
      setState(current => (current.status === 'paused' ? { ...current, status: 'running' } : current))
    },
    dismiss: () => {
      setState({ status: 'idle' })
      callbacks.current.onDismissed?.()
    },
  }
}

export type Upload = ReturnType<typeof useUpload>
