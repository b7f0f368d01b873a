import { useEffect, useRef, useState } from 'react'
import type {
  IngestChange,
  IngestChangesAnswer,
  IngestRow,
  IngestValues,
} from '#contract/resources/ingest.ts'
import { apiPaths } from '#contract/paths.ts'
import { api, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'

/** What somebody typed into a row that a colleague had changed meanwhile. */
export interface Conflict {
  row: IngestRow
  mine: Partial<IngestValues>
}

type Typed = Pick<IngestChange, 'values' | 'isSeen'>

const settleMs = 500
const againMs = 3000

interface Given {
  id: string
  rows: readonly IngestRow[]
  /** The rows as the server gave them last, which may be newer than those that are shown. */
  known: () => readonly IngestRow[]
  onRows: (rows: readonly IngestRow[]) => Promise<void>
}

/** What is typed into the rows of an import: shown at once, written on the server within a second, overwriting nobody. */
export function useTyping({ id, rows, known, onRows }: Given) {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [failure, setFailure] = useState('')
  const latest = useRef({ id, known, onRows, typed })
  latest.current = { id, known, onRows, typed }
  const writeSoon = useRef<() => Promise<boolean>>(() => Promise.resolve(true))
  const writing = useRef<Promise<void> | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const writeOnce = async () => {
    const { typed: sent } = latest.current
    const changes = latest.current.known().flatMap(({ id: rowId, version }): IngestChange[] => {
      const change = sent.get(rowId)
      return change ? [{ id: rowId, version, ...change }] : []
    })
    if (changes.length === 0) {
      /* Their rows were taken away meanwhile. */
      setTyped(now => new Map([...now].filter(([rowId, change]) => sent.get(rowId) !== change)))
      return
    }
    const path = apiPaths.ingestRows(latest.current.id)
    const { data } = await api.put<{ data: IngestChangesAnswer }>(path, { rows: changes })
    await latest.current.onRows([...data.rows, ...data.stale])
    /* What was typed while this was under way stays to be written. */
    setTyped(now => new Map([...now].filter(([rowId, change]) => sent.get(rowId) !== change)))
    const stale = data.stale.flatMap(row => {
      const mine = sent.get(row.id)?.values
      return mine && row.record === null ? [{ row, mine }] : []
    })
    if (stale.length > 0) setConflicts(now => [...now, ...stale])
    setFailure('')
  }

  /** Writes what is typed. Shape: false when it could not be; it is tried again by itself. */
  const write = async (): Promise<boolean> => {
    clearTimeout(timer.current)
    timer.current = undefined
    await writing.current
    try {
      writing.current = writeOnce()
      await writing.current
      return true
    } catch (error) {
      logFailure('What was typed could not be written', error)
      setFailure(`لم يُحفظ ما كتبته بعد، ويُعاد وحده. ${messageOf(error)}`)
      timer.current ??= setTimeout(() => void writeSoon.current(), againMs)
      return false
    } finally {
      writing.current = undefined
    }
  }

  writeSoon.current = write
  const hasTyped = typed.size > 0
  useEffect(() => {
    if (!hasTyped) return
    timer.current ??= setTimeout(() => void writeSoon.current(), settleMs)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasTyped, typed])

  const add = (ids: readonly string[], change: Typed) =>
    setTyped(now => {
      const next = new Map(now)
      for (const rowId of ids) {
        const before = next.get(rowId)
        const values = change.values && { ...before?.values, ...change.values }
        next.set(rowId, { ...before, ...change, ...(values && { values }) })
      }
      return next
    })

  const shown = rows.map((row): IngestRow => {
    const change = typed.get(row.id)
    if (!change) return row
    const doubts = Object.entries(row.doubts).filter(([field]) => !Object.hasOwn(change.values ?? {}, field))
    return {
      ...row,
      values: { ...row.values, ...change.values },
      doubts: Object.fromEntries(doubts),
      isSeen: change.isSeen ?? (change.values === undefined && row.isSeen),
    }
  })

  return {
    rows: shown,
    conflicts,
    failure,
    isWriting: hasTyped,
    write,
    type: (ids: readonly string[], values: Partial<IngestValues>) => add(ids, { values, isSeen: false }),
    see: (ids: readonly string[]) => add(ids, { isSeen: true }),
    /** Settles a conflict: what was typed is written over the colleague's, or given up. */
    settle(conflict: Conflict, isMine: boolean) {
      setConflicts(now => now.filter(one => one !== conflict))
      if (isMine) add([conflict.row.id], { values: conflict.mine, isSeen: false })
    },
  }
}
