import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { kindOfType, type FileKind } from '#contract/resources/file.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { fitPicture, isHeic } from '../uploads/fit-picture.ts'
import { startTransfer } from '../uploads/transfer.ts'
import type { Transfer } from '../uploads/transfer-types.ts'

/** How far a file is. Units: bytes. */
export interface Sending {
  sentBytes: number
  size: number
  isWaiting: boolean
  /** Why it does not go on; '' while it does. */
  failure: string
}

const settleMs = 800
const againMs = 3000

/** The kind of file that a name or a type says. */
export function fileKindOf({ name, type }: Pick<File, 'name' | 'type'>): FileKind | undefined {
  if (/\.pdf$/iu.test(name)) return 'pdf'
  if (/\.zip$/iu.test(name)) return 'zip'
  if (isHeic({ name, type })) return 'image'
  return kindOfType(type)
}

/**
 * Sends files, some at once; one that is cut goes on by itself. `onArrived` gets those that are there, by portions;
 * when it fails they are told again.
 */
export function useSending(onArrived: (files: ArrivedFile[]) => Promise<void>) {
  const [sendings, setSendings] = useState<ReadonlyMap<string, Sending>>(new Map())
  const queue = useRef<{ id: string; file: File }[]>([])
  const running = useRef(new Map<string, Transfer>())
  const fitting = useRef(new Set<string>())
  const isGone = useRef(false)
  const arrived = useRef<ArrivedFile[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const tell = useRef(onArrived)
  tell.current = onArrived

  const change = (id: string, part: Partial<Sending> | undefined) =>
    setSendings(now => {
      const next = new Map(now)
      const known = next.get(id)
      if (part === undefined) next.delete(id)
      else next.set(id, { sentBytes: 0, size: 1, isWaiting: false, failure: '', ...known, ...part })
      return next
    })

  const tellSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const told = arrived.current
      arrived.current = []
      tell.current(told).then(
        () => told.forEach(({ id }) => change(id, undefined)),
        (error: unknown) => {
          logFailure('What has arrived could not be told', error)
          arrived.current = [...told, ...arrived.current]
          setTimeout(tellSoon, againMs)
        },
      )
    }, settleMs)
  }

  const sendNext = () => {
    while (running.current.size + fitting.current.size < limits.archivesSentAtOnce) {
      const next = queue.current.shift()
      if (!next) return
      void fitAndStart(next.id, next.file)
    }
  }

  /* A picture of a phone is made ready first; every other file goes as it is. */
  const fitAndStart = async (id: string, file: File) => {
    if (fileKindOf(file) !== 'image') return start(id, file)
    fitting.current.add(id)
    const outcome = await fitPicture(file)
    fitting.current.delete(id)
    if (isGone.current) return
    if ('file' in outcome) return start(id, outcome.file)
    change(id, { failure: outcome.problem })
    sendNext()
  }

  const start = (id: string, file: File) => {
    const kind = fileKindOf(file)
    if (!kind) return
    const transfer = startTransfer(file, {
      kind,
      onProgress: sentBytes => change(id, { sentBytes, isWaiting: false }),
      onWait: () => change(id, { isWaiting: true }),
    })
    running.current.set(id, transfer)
    const settle = () => {
      const isOwn = running.current.get(id) === transfer
      if (isOwn) running.current.delete(id)
      sendNext()
      return isOwn
    }
    transfer.done.then(
      ({ url }) => {
        if (!settle()) return
        change(id, { sentBytes: file.size })
        arrived.current.push({ id, url })
        tellSoon()
      },
      (error: unknown) => {
        if (!settle()) return
        logFailure('A file of an import could not be sent', error)
        change(id, { failure: messageOf(error) })
      },
    )
  }

  useEffect(() => {
    const transfers = running.current
    isGone.current = false
    const wait = () => transfers.forEach((_transfer, id) => change(id, { isWaiting: true }))
    addEventListener('offline', wait)
    return () => {
      removeEventListener('offline', wait)
      isGone.current = true
      clearTimeout(timer.current)
      // Left for another screen, what was sent stays on the server for the next try.
      for (const transfer of transfers.values()) transfer.pause?.()
      transfers.clear()
    }
  }, [])

  return {
    sendings,
    /** Sends files under the ids that the import gave them; one that is on its way already goes on. */
    send(files: readonly { id: string; file: File }[]) {
      for (const { id, file } of files) {
        if (running.current.has(id) || fitting.current.has(id) || queue.current.some(one => one.id === id))
          continue
        change(id, { size: file.size, sentBytes: 0, failure: '', isWaiting: false })
        queue.current.push({ id, file })
      }
      sendNext()
    },
  }
}
