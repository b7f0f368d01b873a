import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { Ingest, IngestChangesAnswer, IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { api } from '#web/api-client.ts'
import { perPerson } from '../session/per-person.ts'
import { signedInId, useUser } from '../session/session.ts'
import { createRowWriter, toldConflicts, type RowWriter, type WriterState } from './row-writer.ts'

/** The key under which an import is kept. */
export const ingestKey = (id: string) => ['ingest', id]

/** Keeps an import as the server has answered it. */
export async function keepIngest(queryClient: QueryClient, ingest: Ingest): Promise<void> {
  /* A read that is on its way holds the rows as they were before. */
  await queryClient.cancelQueries({ queryKey: ingestKey(ingest.id) })
  queryClient.setQueryData(ingestKey(ingest.id), ingest)
}

/*
 * A person's writer outlives the screen: what was typed is written, or is there to be settled, also after another one
 * was opened.
 */
const writerOf = perPerson((queryClient, userId) =>
  createRowWriter({
    isOwner: () => signedInId(queryClient) === userId,
    send: async (ingestId, rows) =>
      (await api.put<{ data: IngestChangesAnswer }>(apiPaths.ingestRows(ingestId), { rows })).data,
    onRows: async (ingestId, rows) => {
      /* An answer that is on its way holds the rows as they were before. */
      await queryClient.cancelQueries({ queryKey: ingestKey(ingestId) })
      const changed = new Map(rows.map(row => [row.id, row]))
      queryClient.setQueryData<Ingest>(
        ingestKey(ingestId),
        now => now && { ...now, rows: now.rows.map(row => changed.get(row.id) ?? row) },
      )
    },
  }),
)

function withTyped(row: IngestRow, typed: WriterState['typed']): IngestRow {
  const change = typed.get(row.id)
  if (!change) return row
  const doubts = Object.entries(row.doubts).filter(([field]) => !Object.hasOwn(change.values ?? {}, field))
  return {
    ...row,
    values: { ...row.values, ...change.values },
    doubts: Object.fromEntries(doubts),
    isSeen: change.isSeen ?? (change.values === undefined && row.isSeen),
  }
}

/** What is typed into the rows of an import: shown at once, written on the server within a second, overwriting nobody. */
export function useTyping(id: string, rows: readonly IngestRow[]) {
  const queryClient = useQueryClient()
  const writer = writerOf(queryClient, useUser().id)
  const { typed, conflicts, failure } = useSyncExternalStore(writer.subscribe, writer.state)

  const own = [...typed.values()].filter(change => change.ingestId === id)

  useEffect(() => () => void writer.flush(), [writer, id])

  /** Types into rows of an import as they were given last. */
  const type = (ingestId: string, ids: readonly string[], change: Parameters<RowWriter['type']>[2]) => {
    const known = queryClient.getQueryData<Ingest>(ingestKey(ingestId))?.rows ?? []
    const meant = new Set(ids)
    const open = known.filter(row => meant.has(row.id) && row.record === null)
    writer.type(ingestId, open, change)
  }

  /* Read anew: what was typed since this was drawn counts too. */
  const shownOf = (row: IngestRow) => withTyped(row, writer.state().typed)

  const shown = rows.map(row => withTyped(row, typed))

  return {
    rows: shown,
    /** A row with what is typed into it; the row itself where that is nothing. */
    shownOf,
    conflicts: toldConflicts(
      conflicts.filter(({ ingestId }) => ingestId === id),
      shown,
    ),
    failure,
    isWriting: own.some(({ refusal }) => refusal === undefined),
    /** Why the server does not take what is typed into this import; '' while it does. */
    refusal: own.find(({ refusal }) => refusal !== undefined)?.refusal ?? '',
    settleRefused: (isTriedAgain: boolean) => writer.settleRefused(id, isTriedAgain),
    write: () => writer.write(id),
    settle: writer.settle,
    type: (ids: readonly string[], values: Partial<IngestValues>) => type(id, ids, { values, isSeen: false }),
    see: (ids: readonly string[]) => type(id, ids, { isSeen: true }),
    /** Types into rows of an import that may not be the one on the screen yet. */
    typeInto: (ingestId: string, ids: readonly string[], values: Partial<IngestValues>) =>
      type(ingestId, ids, { values, isSeen: false }),
  }
}
