import { limits } from '#contract/limits.ts'
import { fileRules, type FileFacts, type FileKind } from '#contract/resources/file.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { fitPicture } from './fit-picture.ts'
import { sendFile, type SentFile } from './sent-file.ts'
import { putInTray, takeFromTray, type TrayGroup } from './tray.ts'

/** How far a file is. Units: bytes. */
export interface Sending {
  sentBytes: number
  size: number
  isWaiting: boolean
  /** Why it does not go on; '' while it does. */
  failure: string
}

/** A file that is sent for something: an import, the draft of a form. */
export interface Queued {
  /** What it is sent for. */
  group: string
  id: string
  file: File
  kind: FileKind
  /** It is on its way already. */
  sent?: SentFile | undefined
  /** What it is once it has arrived. */
  facts?: FileFacts | undefined
}

/** What of a group has arrived since something of it is sent. */
interface Arrived {
  files: number
  size: number
}

interface Given<One extends Queued> {
  /** What the tray calls a group, and where it leads. */
  shownAs: (group: string) => Pick<TrayGroup, 'label' | 'address' | 'state'>
  /** A file is on the server: `settle` once it is where it belongs, or `refuse`. */
  onArrived: (file: One & { facts: FileFacts }) => void
  /** Nothing of a group is on its way any more, and nothing has failed: so many have arrived. */
  onEmpty: (group: string, files: number) => void
  /** Somebody puts this file aside. */
  onForgotten?: (file: One) => void
  /** What has arrived is brought where it belongs at once: nobody is there any more in a moment. */
  onLeave?: () => void
}

/**
 * Sends files, some at once; one that is cut goes on by itself. It outlives the screen, and stands in the tray until
 * everything has arrived.
 */
export function createSending<One extends Queued>(given: Given<One>) {
  let sendings: ReadonlyMap<string, Sending> = new Map()
  let queue: One[] = []
  const listeners = new Set<() => void>()
  const running = new Map<string, SentFile>()
  const fitting = new Set<string>()
  const files = new Map<string, One>()
  const arrived = new Map<string, Arrived>()

  const ownOf = (group: string) => [...files.values()].filter(queued => queued.group === group)

  const show = (group: string) => {
    const own = ownOf(group)
    const there = arrived.get(group) ?? { files: 0, size: 0 }
    if (own.length === 0) {
      arrived.delete(group)
      takeFromTray(group)
      given.onEmpty(group, there.files)
      return
    }
    const states = own.map(({ id, file }) => ({ id, name: file.name, ...sendings.get(id) }))
    const failed = states.filter(({ failure = '' }) => failure !== '')
    const open = states.filter(({ failure = '' }) => failure === '')
    const paused = own.filter(({ id }) => running.get(id)?.state().isPaused)
    putInTray({
      key: group,
      ...given.shownAs(group),
      files: own.length + there.files,
      arrived: there.files,
      sentBytes: there.size + open.reduce((sum, { sentBytes = 0 }) => sum + sentBytes, 0),
      size: there.size + own.reduce((sum, { file }) => sum + file.size, 0),
      isWaiting: open.some(({ isWaiting = false }) => isWaiting),
      failed: failed.map(({ id, name, failure = '' }) => ({ id, name, reason: failure })),
      resume:
        paused.length > 0
          ? () => {
              for (const { id } of paused) running.get(id)?.resume()
              show(group)
            }
          : undefined,
      retry: () => send(failed.flatMap(({ id }) => files.get(id) ?? [])),
      forget: () => {
        for (const { id } of failed) {
          const file = files.get(id)
          if (file) given.onForgotten?.(file)
          drop(id)
        }
      },
      leave,
    })
  }

  const tellListeners = () => {
    for (const listener of listeners) listener()
  }

  const change = (id: string, part: Partial<Sending>) => {
    const queued = files.get(id)
    if (!queued) return
    const known = sendings.get(id) ?? { sentBytes: 0, size: 1, isWaiting: false, failure: '' }
    sendings = new Map(sendings).set(id, { ...known, ...part })
    tellListeners()
    show(queued.group)
  }

  /* Nothing more is known of a file. */
  const drop = (id: string) => {
    const queued = files.get(id)
    if (!queued) return
    files.delete(id)
    const next = new Map(sendings)
    next.delete(id)
    sendings = next
    tellListeners()
    show(queued.group)
  }

  const isOnItsWay = (id: string) => running.has(id) || fitting.has(id) || queue.some(one => one.id === id)

  const sendNext = () => {
    while (running.size + fitting.size < limits.archivesSentAtOnce) {
      const next = queue.shift()
      if (!next) return
      void fitAndStart(next)
    }
  }

  /* A picture of a phone is made ready first; every other file goes as it is. */
  const fitAndStart = async (queued: One) => {
    const { id, file, kind } = queued
    if (kind !== 'image') return follow(queued, sendFile(file, kind))
    fitting.add(id)
    const outcome = await fitPicture(file).catch((error: unknown) => {
      logFailure('A picture could not be made ready', error)
      return { problem: fileRules.image.wrongType }
    })
    if (!fitting.delete(id)) return sendNext()
    if ('file' in outcome) return follow(queued, sendFile(outcome.file, kind))
    change(id, { failure: outcome.problem })
    sendNext()
  }

  const follow = (queued: One, sent: SentFile) => {
    const { id, file } = queued
    sent.hear({
      onProgress: sentBytes => change(id, { sentBytes, isWaiting: false }),
      onWait: () => change(id, { isWaiting: true }),
    })
    running.set(id, sent)
    const settle = () => {
      const isOwn = running.get(id) === sent
      if (isOwn) running.delete(id)
      if (isOwn) sendNext()
      return isOwn
    }
    sent.done.then(
      facts => {
        if (!settle()) return
        const there = { ...queued, facts }
        files.set(id, there)
        change(id, { sentBytes: file.size })
        given.onArrived(there)
      },
      (error: unknown) => {
        if (!settle()) return
        logFailure('A file could not be sent', error)
        change(id, { failure: messageOf(error) })
      },
    )
  }

  const send = (wanted: readonly One[]) => {
    for (const { sent, ...rest } of wanted) {
      const queued = rest as One
      const { id, file, facts } = queued
      if (isOnItsWay(id)) continue
      files.set(id, queued)
      const { sentBytes, isWaiting } = sent?.state() ?? { sentBytes: 0, isWaiting: false }
      if (sent) follow(queued, sent)
      else if (!facts) queue.push(queued)
      change(id, { size: file.size, sentBytes: facts ? file.size : sentBytes, failure: '', isWaiting })
      if (facts) given.onArrived({ ...queued, facts })
    }
    sendNext()
  }

  /* Takes files out, and gives those of them that are on their way. */
  const takeOut = (ids: ReadonlySet<string>) => {
    queue = queue.filter(({ id }) => !ids.has(id))
    const taken = [...ids].flatMap((id): One[] => {
      const queued = files.get(id)
      if (!queued) return []
      const sent = running.get(id)
      running.delete(id)
      fitting.delete(id)
      drop(id)
      return [{ ...queued, sent }]
    })
    sendNext()
    return taken
  }

  const leave = () => {
    given.onLeave?.()
    queue = []
    const left = [...running.values()]
    running.clear()
    fitting.clear()
    arrived.clear()
    for (const id of files.keys()) drop(id)
    for (const sent of left) sent.stop()
  }

  return {
    state: () => sendings,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sends files; one that is on its way already goes on. */
    send,
    /** The files of a group that are on their way or have failed. */
    filesOf: ownOf,
    isOnItsWay,
    /** These are where they belong. */
    settle(ids: readonly string[]) {
      for (const id of ids) {
        const queued = files.get(id)
        if (!queued) continue
        const { files: count, size } = arrived.get(queued.group) ?? { files: 0, size: 0 }
        arrived.set(queued.group, { files: count + 1, size: size + queued.file.size })
        drop(id)
      }
    },
    /** These have arrived, and are not taken where they belong. */
    refuse: (ids: readonly string[], reason: string) => ids.forEach(id => change(id, { failure: reason })),
    /** Gives files to somebody else, with what is on its way of them and what has arrived. */
    give: takeOut,
    /** Stops files that are wanted no more. */
    cancel(ids: ReadonlySet<string>) {
      for (const { sent } of takeOut(ids)) sent?.cancel()
    },
    /** The line is cut: what is on its way waits. */
    wait: () => running.forEach((_sent, id) => change(id, { isWaiting: true })),
    /** Stops everything; a large file goes on where it was when it is sent again. */
    leave,
  }
}
