import { useEffect, useRef, useState } from 'react'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { createSpeedometer } from './speed.ts'
import type { PicturePlace } from './picture-place.ts'
import { sendFile } from './sent-file.ts'
import type { SentFile } from './sent-file.ts'
import { useUploadsContext } from './uploads-in-form.ts'
import type { FileOnWay } from './uploads-in-form.ts'

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
  /** The name of the field that the file is for, where it goes on when the form is left. */
  field?: string
  /** Its place, in a field of several pictures. */
  place?: PicturePlace | undefined
  onDone: (file: FileFacts) => void
  /** The upload failed or was cancelled: the field goes back to what it held, or to nothing. */
  onUndone: (reason: 'failed' | 'cancelled') => void
  /** A failure was put aside without another try. */
  onDismissed?: () => void
  failure: string
}

/** One upload of a field: start, pause, resume, cancel, retry. */
export function useUpload({ kind, field, place, onDone, onUndone, onDismissed, failure }: UploadOptions) {
  const { begin } = useUploadsContext()
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const current = useRef<{ sent: SentFile; leave: () => void } | undefined>(undefined)
  const callbacks = useRef({ onDone, onUndone, onDismissed })
  callbacks.current = { onDone, onUndone, onDismissed }

  useEffect(
    () => () => {
      /* What is taken away while it runs has not failed. */
      const running = current.current
      current.current = undefined
      running?.leave()
    },
    [],
  )
  const wait = () =>
    setState(before => (before.status === 'running' ? { ...before, isWaiting: true, speed: 0 } : before))
  useEffect(() => {
    addEventListener('offline', wait)
    return () => removeEventListener('offline', wait)
  }, [])

  const stop = () => {
    const running = current.current
    current.current = undefined
    running?.sent.cancel()
  }

  const follow = (sent: SentFile) => {
    stop()
    const { file } = sent
    const end = begin(field === undefined ? undefined : { field, file, kind, sent, place })
    const speedometer = createSpeedometer()
    const isCurrent = () => current.current?.sent === sent
    const hearer = {
      onProgress(sentBytes: number) {
        const speed = speedometer.add(sentBytes)
        if (!isCurrent()) return
        setState(before =>
          before.status === 'running' ? { ...before, sentBytes, speed, isWaiting: false } : before,
        )
      },
      onWait() {
        speedometer.reset()
        if (isCurrent()) wait()
      },
    }
    sent.hear(hearer)
    current.current = { sent, leave: () => sent.leave(hearer) }
    const { sentBytes, isPaused, isWaiting } = sent.state()
    const status = isPaused ? 'paused' : 'running'
    setState({ status, file, sentBytes, speed: 0, canPause: sent.canPause, isWaiting })
    sent.done.then(
      facts => {
        end()
        if (!isCurrent()) return
        current.current = undefined
        setState({ status: 'idle' })
        callbacks.current.onDone(facts)
      },
      (error: unknown) => {
        end()
        if (!isCurrent()) return
        current.current = undefined
        logFailure('The upload failed', error)
        setState({ status: 'failed', file, message: `${failure}. ${messageOf(error)}` })
        callbacks.current.onUndone('failed')
      },
    )
  }
  const start = (file: File) => {
    stop()
    follow(sendFile(file, kind))
  }

  const cancel = () => {
    stop()
    setState({ status: 'idle' })
    callbacks.current.onUndone('cancelled')
  }

  return {
    state,
    start,
    /** Goes on with a file that was left: arrived, on its way already, or waiting for its turn. */
    goOn({ file, sent, facts }: Pick<FileOnWay, 'file' | 'sent' | 'facts'>) {
      if (facts) callbacks.current.onDone(facts)
      else if (sent) follow(sent)
      else start(file)
    },
    cancel,
    retry: () => {
      if (state.status === 'failed') start(state.file)
    },
    pause: () => {
      current.current?.sent.pause()
      setState(before => (before.status === 'running' ? { ...before, status: 'paused', speed: 0 } : before))
    },
    resume: () => {
      current.current?.sent.resume()
      setState(before => (before.status === 'paused' ? { ...before, status: 'running' } : before))
    },
    dismiss: () => {
      setState({ status: 'idle' })
      callbacks.current.onDismissed?.()
    },
  }
}

export type Upload = ReturnType<typeof useUpload>
