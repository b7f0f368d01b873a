import type {
  IngestChange,
  IngestChangesAnswer,
  IngestRow,
  IngestValues,
} from '#contract/resources/ingest.ts'
import { isFinalRefusal, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'

/**
 * What somebody typed into a row that a colleague had changed meanwhile; nothing where they said that they had looked
 * at it, and it was no longer what they saw.
 */
export interface Conflict {
  ingestId: string
  row: IngestRow
  mine: Partial<IngestValues>
  /** Whether all that has changed is what was read on its first page. */
  isOfPage: boolean
}

type Change = Pick<IngestChange, 'values' | 'isSeen'>

/** What is typed into a row, over the version that was on the screen at its first letter. */
interface Typed extends Change {
  ingestId: string
  version: number
  doubts: IngestRow['doubts']
  /** What was sent over this version without an answer: it may be there. */
  unanswered?: readonly Change[] | undefined
  /** Why the server does not take it: it waits until somebody settles that, or types on. */
  refusal?: string | undefined
}

/** What stands in rows and is not written yet, by their ids; what is to be settled; why it is not written. */
export interface WriterState {
  typed: ReadonlyMap<string, Typed>
  conflicts: readonly Conflict[]
  failure: string
}

interface Given {
  send: (ingestId: string, rows: readonly IngestChange[]) => Promise<IngestChangesAnswer>
  /** Takes rows of an answer, before what was typed into them is forgotten. */
  onRows: (ingestId: string, rows: readonly IngestRow[]) => Promise<void>
  /** Whether the one who types here is signed in: until they are, what they typed waits. */
  isOwner: () => boolean
}

const settleMs = 500
const againMs = 3000

const says = (row: IngestRow, values: Partial<IngestValues>) =>
  Object.entries(values).every(([field, value]) => {
    const now = row.values[field as keyof IngestValues]
    return now === (typeof value === 'string' ? value.trim() : value)
  })

const isWritten = (row: IngestRow, { values = {}, isSeen = row.isSeen }: Change) =>
  row.isSeen === isSeen && says(row, values)

/** Whether nothing was typed over a change, and somebody has looked at what the row was before it. */
export const isUnseen = ({ row, mine }: Conflict): boolean =>
  row.record === null && Object.keys(mine).length === 0

/**
 * What is still to be told of conflicts: that a look was lost only while the row is there, open and not looked at since.
 */
export function toldConflicts(
  conflicts: readonly Conflict[],
  rows: readonly Pick<IngestRow, 'id' | 'record' | 'isSeen'>[],
): Conflict[] {
  const unseen = new Set(rows.filter(({ record, isSeen }) => record === null && !isSeen).map(({ id }) => id))
  return conflicts.filter(conflict => !isUnseen(conflict) || unseen.has(conflict.row.id))
}

function isOfPage({ doubts, changedBy }: IngestRow, before: Typed): boolean {
  const added = Object.entries(doubts).filter(
    ([field, doubt]) => before.doubts[field as keyof IngestRow['doubts']] !== doubt,
  )
  return changedBy === null && added.length > 0 && added.every(([, doubt]) => doubt === 'page')
}

/* The answer to what one has written oneself was lost; since then nobody has changed the row. */
const isOwn = (row: IngestRow, { version, unanswered = [] }: Typed) =>
  row.version === version + 1 && unanswered.some(change => isWritten(row, change))

const isLookLost = (row: IngestRow, { isSeen = false }: Change) =>
  isSeen && !row.isSeen && row.record === null

const isOpen = ({ refusal }: Typed) => refusal === undefined

function merged(before: readonly Conflict[], added: readonly Conflict[]): Conflict[] {
  const others = before.filter(({ row }) => !added.some(one => one.row.id === row.id))
  return [
    ...others,
    ...added.map(one => {
      const earlier = before.find(({ row }) => row.id === one.row.id)
      return { ...one, mine: { ...earlier?.mine, ...one.mine } }
    }),
  ]
}

/** Writes what is typed into rows of imports, one portion after the other, overwriting nobody and forgetting nothing. */
export function createRowWriter({ send, onRows, isOwner }: Given) {
  let state: WriterState = { typed: new Map(), conflicts: [], failure: '' }
  let last: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>())
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const warn = (event: BeforeUnloadEvent) => {
    if (isOwner()) event.preventDefault()
  }
  const set = (part: Partial<WriterState>) => {
    state = { ...state, ...part }
    if ([...state.typed.values()].some(isOpen)) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    for (const listener of listeners) listener()
  }
  const writeIn = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }

  /* Also what was sent before the last time may be there. */
  const keepUnanswered = (sent: ReadonlyMap<string, Typed>) => {
    const typed = new Map(state.typed)
    for (const [id, { values, isSeen }] of sent) {
      const now = typed.get(id)
      if (!now) continue
      const others = (now.unanswered ?? []).filter(one => one.values !== values || one.isSeen !== isSeen)
      typed.set(id, { ...now, unanswered: [...others, { values, isSeen }] })
    }
    set({ typed })
  }

  const refuse = (sent: ReadonlyMap<string, Typed>, refusal: string) => {
    const typed = new Map(state.typed)
    /* What was typed on meanwhile may be taken. */
    for (const [id, change] of sent) if (typed.get(id) === change) typed.set(id, { ...change, refusal })
    set({ typed })
  }

  const writeImport = async (ingestId: string): Promise<boolean> => {
    const own = [...state.typed].filter(([, change]) => change.ingestId === ingestId)
    const sent = new Map(own.filter(([, change]) => isOpen(change)))
    if (sent.size === 0) return own.length === 0
    const changes = [...sent].map(([id, { version, values, isSeen }]): IngestChange => ({
      id,
      version,
      ...(values && { values }),
      ...(isSeen !== undefined && { isSeen }),
    }))
    const answer = await send(ingestId, changes).catch((error: unknown) => {
      if (isFinalRefusal(error)) return refuse(sent, messageOf(error))
      keepUnanswered(sent)
      throw error
    })
    if (!answer) return false
    await onRows(ingestId, [...answer.rows, ...answer.stale])
    const typed = new Map(state.typed)
    const written = new Map(answer.rows.map(row => [row.id, row]))
    const found: Conflict[] = []
    const left = new Map<string, Typed>()
    for (const [id, change] of sent) {
      const now = typed.get(id)
      const row = written.get(id)
      if (row && now && now !== change) {
        /* What was typed while this was under way stays to be written, over what one has written oneself. */
        typed.set(id, { ...now, version: row.version, doubts: row.doubts, unanswered: undefined })
        continue
      }
      typed.delete(id)
      const stale = answer.stale.find(one => one.id === id)
      if (!stale || !now) continue
      if (stale.record === null && isOwn(stale, now)) {
        const { version, doubts } = stale
        if (!isWritten(stale, now)) left.set(id, { ...now, version, doubts, unanswered: undefined })
      } else {
        const mine = now.values && !says(stale, now.values) ? now.values : {}
        if (mine === now.values || isLookLost(stale, now))
          found.push({ ingestId, row: stale, mine, isOfPage: isOfPage(stale, now) })
      }
    }
    for (const [id, change] of left) typed.set(id, change)
    const isToBeSeen = (row: IngestRow) => !row.isSeen && !sent.has(row.id)
    const open = state.conflicts.filter(conflict => !isUnseen(conflict) || isToBeSeen(conflict.row))
    const conflicts = open.map(conflict => {
      const row = written.get(conflict.row.id)
      return row && sent.get(row.id)?.version === conflict.row.version ? { ...conflict, row } : conflict
    })
    set({ typed, conflicts: merged(conflicts, found) })
    const isWhole = found.length === 0 && sent.size === own.length
    return left.size > 0 ? (await writeImport(ingestId)) && isWhole : isWhole
  }

  /** Shape: the imports in which something could not be written. */
  const writeAll = async (): Promise<ReadonlySet<string>> => {
    clearTimeout(timer)
    timer = undefined
    const unwritten = new Set<string>()
    let failure = ''
    const ingestIds = new Set([...state.typed.values()].map(({ ingestId }) => ingestId))
    if (ingestIds.size > 0 && !isOwner()) {
      writeIn(againMs)
      return ingestIds
    }
    for (const ingestId of ingestIds) {
      try {
        if (!(await writeImport(ingestId))) unwritten.add(ingestId)
      } catch (error) {
        logFailure('What was typed could not be written', error)
        failure = `لم يُحفظ ما كتبته بعد، ويُعاد وحده. ${messageOf(error)}`
        unwritten.add(ingestId)
        writeIn(againMs)
      }
    }
    if (failure !== state.failure) set({ failure })
    return unwritten
  }

  const flush = () => {
    last = last.then(writeAll)
    return last
  }
  /** Writes what is typed. Shape: false when some of this import was not: it is tried again, or somebody settles it. */
  const write = async (ingestId: string) => !(await flush()).has(ingestId)

  const type = (
    ingestId: string,
    rows: readonly Pick<IngestRow, 'id' | 'version' | 'doubts'>[],
    change: Change,
  ) => {
    const typed = new Map(state.typed)
    for (const { id, version, doubts } of rows) {
      const before = typed.get(id)
      const values = change.values && { ...before?.values, ...change.values }
      typed.set(id, {
        ingestId,
        version,
        doubts,
        ...before,
        refusal: undefined,
        ...change,
        ...(values && { values }),
      })
    }
    set({ typed })
    writeIn(settleMs)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type,
    flush,
    write,
    /** Settles what the server refused in an import: it is tried again, or given up. */
    settleRefused(ingestId: string, isTriedAgain: boolean) {
      const typed = new Map(state.typed)
      for (const [id, change] of state.typed) {
        if (isOpen(change) || change.ingestId !== ingestId) continue
        if (isTriedAgain) typed.set(id, { ...change, refusal: undefined })
        else typed.delete(id)
      }
      set({ typed })
      writeIn(settleMs)
    },
    /** Settles conflicts: what was typed, or seen, is written over the versions that are told of, or given up. */
    settle(settled: readonly Conflict[], isMine: boolean) {
      set({ conflicts: state.conflicts.filter(one => !settled.includes(one)) })
      if (!isMine) return
      for (const conflict of settled)
        type(
          conflict.ingestId,
          [conflict.row],
          isUnseen(conflict) ? { isSeen: true } : { values: conflict.mine, isSeen: false },
        )
    },
  }
}

export type RowWriter = ReturnType<typeof createRowWriter>
