import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { fileRules, kindOfType, type FileKind } from '#contract/resources/file.ts'
import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { fitPicture, isHeic } from '../uploads/fit-picture.ts'
import { leaveTransfer, startTransfer } from '../uploads/transfer.ts'
import type { Transfer } from '../uploads/transfer-types.ts'
import { putInTray, takeFromTray } from '../uploads/tray.ts'
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

/** What of an import has arrived since something of it is sent. */
interface Arrived {
  files: number
  size: number
}

interface Given {
  /** Says of files of an import that they are there; those that could not be told are told again, unless refused. */
  tell: (ingestId: string, files: ArrivedFile[]) => Promise<void>
  /** Nothing of an import is on its way any more, and nothing has failed. */
  onWhole: (ingestId: string, files: number) => void
}

/**
 * Sends files of imports, some at once; one that is cut goes on by itself. It outlives the screen, and stands in the
 * tray until everything has arrived.
 */
export function createSending({ tell, onWhole }: Given) {
  let sendings: ReadonlyMap<string, Sending> = new Map()
  let queue: Queued[] = []
  const listeners = new Set<() => void>()
  const running = new Map<string, Transfer>()
  const fitting = new Set<string>()
  const files = new Map<string, Queued>()
  const arrived = new Map<string, Arrived>()

  const ownOf = (ingestId: string) => [...files.values()].filter(queued => queued.ingestId === ingestId)

  const show = (ingestId: string) => {
    const own = ownOf(ingestId)
    const there = arrived.get(ingestId) ?? { files: 0, size: 0 }
    if (own.length === 0) {
      arrived.delete(ingestId)
      takeFromTray(trayKey(ingestId))
      if (there.files > 0) onWhole(ingestId, there.files)
      return
    }
    const states = own.map(({ id, file }) => ({ id, name: file.name, ...sendings.get(id) }))
    const failed = states.filter(({ failure = '' }) => failure !== '')
    const open = states.filter(({ failure = '' }) => failure === '')
    putInTray({
      key: trayKey(ingestId),
      label: 'استيراد ملفات',
      address: `${dashboardPaths.ingest}?id=${ingestId}`,
      files: own.length + there.files,
      arrived: there.files,
      sentBytes: there.size + open.reduce((sum, { sentBytes = 0 }) => sum + sentBytes, 0),
      size: there.size + own.reduce((sum, { file }) => sum + file.size, 0),
      isWaiting: open.some(({ isWaiting = false }) => isWaiting),
      failed: failed.map(({ id, name, failure = '' }) => ({ id, name, reason: failure })),
      retry: () => send(failed.flatMap(({ id }) => files.get(id) ?? [])),
      forget: () => {
        for (const { id } of failed) drop(id)
      },
      leave,
    })
  }

  const change = (id: string, part: Partial<Sending>) => {
    const queued = files.get(id)
    if (!queued) return
    const known = sendings.get(id) ?? { sentBytes: 0, size: 1, isWaiting: false, failure: '' }
    sendings = new Map(sendings).set(id, { ...known, ...part })
    for (const listener of listeners) listener()
    show(queued.ingestId)
  }

  /* Nothing more is known of a file. */
  const drop = (id: string) => {
    const queued = files.get(id)
    if (!queued) return
    files.delete(id)
    const next = new Map(sendings)
    next.delete(id)
    sendings = next
    for (const listener of listeners) listener()
    show(queued.ingestId)
  }

  const arrivals = createArrivals({
    tell,
    onTold(ids) {
      for (const id of ids) {
        const queued = files.get(id)
        if (!queued) continue
        const { files: count, size } = arrived.get(queued.ingestId) ?? { files: 0, size: 0 }
        arrived.set(queued.ingestId, { files: count + 1, size: size + queued.file.size })
        drop(id)
      }
    },
    onRefused: (ids, error) => ids.forEach(id => change(id, { failure: messageOf(error) })),
  })

  const sendNext = () => {
    while (running.size + fitting.size < limits.archivesSentAtOnce) {
      const next = queue.shift()
      if (!next) return
      void fitAndStart(next)
    }
  }

  /* A picture of a phone is made ready first; every other file goes as it is. */
  const fitAndStart = async (queued: Queued) => {
    const { id, file } = queued
    if (fileKindOf(file) !== 'image') return start(queued)
    fitting.add(id)
    const outcome = await fitPicture(file).catch((error: unknown) => {
      logFailure('A picture could not be made ready', error)
      return { problem: fileRules.image.wrongType }
    })
    if (!fitting.delete(id)) return sendNext()
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
    running.set(id, transfer)
    const settle = () => {
      const isOwn = running.get(id) === transfer
      if (isOwn) running.delete(id)
      if (isOwn) sendNext()
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

  const send = (wanted: readonly Queued[]) => {
    for (const queued of wanted) {
      const { id, file } = queued
      if (running.has(id) || fitting.has(id) || queue.some(one => one.id === id)) continue
      files.set(id, queued)
      change(id, { size: file.size, sentBytes: 0, failure: '', isWaiting: false })
      queue.push(queued)
    }
    sendNext()
  }

  const leave = () => {
    arrivals.tellNow()
    queue = []
    const left = [...running.values()]
    running.clear()
    fitting.clear()
    arrived.clear()
    for (const id of files.keys()) drop(id)
    for (const transfer of left) leaveTransfer(transfer)
  }

  return {
    state: () => sendings,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sends files under the ids that the import gave them; one that is on its way already goes on. */
    send: (ingestId: string, own: readonly Omit<Queued, 'ingestId'>[]) =>
      send(own.map(queued => ({ ...queued, ingestId }))),
    /** Stops what is sent for an import that does not hold it any more. */
    stopGone(ingestId: string, held: ReadonlySet<string>) {
      const isOnItsWay = (id: string) =>
        running.has(id) ||
        fitting.has(id) ||
        queue.some(one => one.id === id) ||
        sendings.get(id)?.failure !== ''
      /* What has arrived is told of in any case: an archive that is opened is no file any more. */
      const gone = ownOf(ingestId).filter(({ id }) => !held.has(id) && isOnItsWay(id))
      const ids = new Set(gone.map(({ id }) => id))
      queue = queue.filter(({ id }) => !ids.has(id))
      for (const id of ids) {
        fitting.delete(id)
        const transfer = running.get(id)
        running.delete(id)
        transfer?.cancel()
        drop(id)
      }
      sendNext()
    },
    /** The line is cut: what is on its way waits. */
    wait: () => running.forEach((_transfer, id) => change(id, { isWaiting: true })),
    /** Stops everything; a large file goes on where it was when it is sent again. */
    leave,
  }
}

const trayKey = (ingestId: string) => `ingest/${ingestId}`

export type ImportSending = ReturnType<typeof createSending>
