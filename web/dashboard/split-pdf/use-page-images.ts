import { useEffect, useRef, useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { FileFacts, StoredFile } from '#contract/resources/file.ts'
import { api, isFinalRefusal, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { overTheLine } from '../uploads/line.ts'

type Making =
  | { status: 'idle' }
  | { status: 'running'; made: number; count: number; isWaiting: boolean }
  | { status: 'failed'; page: number; message: string; isFinal: boolean }

/**
 * Has pages of a PDF made into pictures, one after the other in their order; what was made before a failure stays for
 * the next try. `onDone` gets all of them.
 */
export function usePageImages(sha256: string, onDone: (files: FileFacts[]) => void) {
  const [making, setMaking] = useState<Making>({ status: 'idle' })
  const made = useRef(new Map<number, FileFacts>())
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const make = async (page: number, tell: (isWaiting: boolean) => void, signal: AbortSignal) => {
    const known = made.current.get(page)
    if (known) return known
    tell(!navigator.onLine)
    const { file } = await overTheLine(
      () => {
        tell(false)
        return api.post<StoredFile>(apiPaths.filePageImage(sha256, page), undefined, { signal })
      },
      { onWait: () => tell(true), signal },
    )
    made.current.set(page, file)
    return file
  }

  const start = async (pages: readonly number[]) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const files: FileFacts[] = []
    for (const page of pages) {
      const progress = { status: 'running', made: files.length, count: pages.length } as const
      const tell = (isWaiting: boolean) => {
        if (!stop.signal.aborted) setMaking({ ...progress, isWaiting })
      }
      try {
        files.push(await make(page, tell, stop.signal))
      } catch (error) {
        if (stop.signal.aborted) return
        logFailure('A page could not become a picture', error)
        setMaking({ status: 'failed', page, message: messageOf(error), isFinal: isFinalRefusal(error) })
        return
      }
      if (stop.signal.aborted) return
    }
    setMaking({ status: 'idle' })
    onDone(files)
  }

  return {
    making,
    start: (pages: readonly number[]) => void start(pages),
    cancel() {
      running.current?.abort()
      setMaking({ status: 'idle' })
    },
  }
}
