import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { fileRules, kindOfType, type FileKind } from '#contract/resources/file.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { fitPicture, isHeic } from '../uploads/fit-picture.ts'
import { leaveTransfer, startTransfer } from '../uploads/transfer.ts'
import type { Transfer } from '../uploads/transfer-types.ts'
import { createArrivals } from './arrivals.ts'

/** How far a file is. Units: bytes. */
export interface Sending {
  sentBytes: number
  size: number
  isWaiting: boolean
  /** Why it does not go on; '' while it does. */
  failure: string
}

/** The kind of file that a name or a type says. */
export function fileKindOf({ name, type }: Pick<File, 'name' | 'type'>): FileKind | undefined {
  if (/\.pdf$/iu.test(name)) return 'pdf'
  if (/\.zip$/iu.test(name)) return 'zip'
  if (isHeic({ name, type })) return 'image'
  return kindOfType(type)
}

interface Queued {
  ingestId: string
  id: string
  file: File
}

/**
 * Sends files, some at once; one that is cut goes on by itself. `onArrived` gets those of an import that are there, by
 * portions; those that could not be told are told again, unless the server refuses them.
 */
export function useSending(onArrived: (ingestId: string, files: ArrivedFile[]) => Promise<void>) {
  const [sendings, setSendings] = useState<ReadonlyMap<string, Sending>>(new Map())
  const queue = useRef<Queued[]>([])
  const running = useRef(new Map<string, Transfer>())
  const fitting = useRef(new Set<string>())
  const ingestOf = useRef(new Map<string, string>())
  const isGone = useRef(false)
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

  const [arrivals] = useState(() =>
    createArrivals({
      tell: (ingestId, files) => tell.current(ingestId, files),
      onTold: ids => ids.forEach(id => change(id, undefined)),
      onRefused: (ids, error) => ids.forEach(id => change(id, { failure: messageOf(error) })),
    }),
  )

  const sendNext = () => {
    while (running.current.size + fitting.current.size < limits.archivesSentAtOnce) {
      const next = queue.current.shift()
      if (!next) return
      void fitAndStart(next)
    }
  }

  /* A picture of a phone is made ready first; every other file goes as it is. */
  const fitAndStart = async (queued: Queued) => {
    const { id, file } = queued
    if (fileKindOf(file) !== 'image') return start(queued)
    fitting.current.add(id)
    const outcome = await fitPicture(file).catch((error: unknown) => {
      logFailure('A picture could not be made ready', error)
      return { problem: fileRules.image.wrongType }
    })
    const isWanted = fitting.current.delete(id)
    if (isGone.current) return
    if (!isWanted) return sendNext()
    if ('file' in outcome) return start({ ...queued, file: outcome.file })
    change(id, { failure: outcome.problem })
    sendNext()
  }

  const start = ({ ingestId, id, file }: Queued) => {
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
      if (!isGone.current) sendNext()
      return isOwn
    }
    transfer.done.then(
      ({ url }) => {
        if (!settle()) return
        change(id, { sentBytes: file.size })
        arrivals.add(ingestId, { id, url })
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
      arrivals.tellNow()
      queue.current = []
      for (const transfer of transfers.values()) leaveTransfer(transfer)
      transfers.clear()
    }
  }, [arrivals])

  return {
    sendings,
    /** Stops what is sent for an import that does not hold it any more. */
    stopGone(ingestId: string, held: ReadonlySet<string>) {
      const isKept = (id: string) => held.has(id) || ingestOf.current.get(id) !== ingestId
      queue.current = queue.current.filter(({ id }) => isKept(id))
      for (const id of ingestOf.current.keys()) {
        if (isKept(id)) continue
        ingestOf.current.delete(id)
        fitting.current.delete(id)
        const transfer = running.current.get(id)
        running.current.delete(id)
        transfer?.cancel()
        change(id, undefined)
      }
      sendNext()
    },
    /** Sends files under the ids that the import gave them; one that is on its way already goes on. */
    send(ingestId: string, files: readonly Omit<Queued, 'ingestId'>[]) {
      if (isGone.current) return
      for (const { id, file } of files) {
        if (running.current.has(id) || fitting.current.has(id) || queue.current.some(one => one.id === id))
          continue
        change(id, { size: file.size, sentBytes: 0, failure: '', isWaiting: false })
        ingestOf.current.set(id, ingestId)
        queue.current.push({ ingestId, id, file })
      }
      sendNext()
    },
  }
}
