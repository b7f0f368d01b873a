import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countedNouns, formatCount } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type { Trashed, TrashFreed } from '#contract/resources/trash.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { randomWord } from '../standard/draft.ts'
import { useUndoBatch } from '../standard/undo-batch.ts'

/** What notices call these records: one by its name, more by their count. */
export function wordsFor(records: readonly Trashed[]): string {
  const [only, second] = records
  return only && !second ? `«${only.name}»` : formatCount(records.length, countedNouns.record)
}

const keysOf = (records: readonly Trashed[]) => records.map(({ kind, id }) => ({ kind, id }))

/** What the end of these frees together: files that several of them share count once. 0 until it is known. Units: bytes. */
export function useFreedBytes(records: readonly Trashed[]): number {
  const [only, second] = records
  const isOne = only !== undefined && second === undefined
  const keys = keysOf(records)
  const { data } = useQuery({
    queryKey: [apiPaths.trash, 'freed', keys],
    queryFn: ({ signal }) =>
      api.post<{ data: TrashFreed }>(apiPaths.trashFreed, { records: keys }, { signal }),
    enabled: second !== undefined,
    staleTime: 0,
  })
  return isOne ? only.freedBytes : (data?.data.freedBytes ?? 0)
}

/** What can be done with records of the trash; `onDone` is called with those that have left it, by whomever. */
export function useTrash(onDone: (records: readonly Trashed[]) => void) {
  const queryClient = useQueryClient()
  const undo = useUndoBatch()
  const [isBusy, setIsBusy] = useState(false)
  /** A restoration that may have been made: sent again under its key it is made once. */
  const unanswered = useRef<{ ids: string; key: string }>(undefined)

  /** Puts them back, says so, and offers to take that back. */
  async function restore(records: readonly Trashed[]): Promise<void> {
    const ids = records.map(({ id }) => id).join()
    const key = unanswered.current?.ids === ids ? unanswered.current.key : randomWord()
    setIsBusy(true)
    try {
      const { data } = await api.post<{ data: BatchAnswer }>(
        apiPaths.trashRestorations,
        { records: keysOf(records) },
        { key },
      )
      unanswered.current = undefined
      onDone(records)
      await queryClient.invalidateQueries()
      notify('success', `استُعيد ${wordsFor(records)} بملفاته وعناوينه.`, {
        label: 'تراجع',
        run: () => void undo(data.id),
      })
    } catch (error) {
      logFailure('The restoration failed', error)
      const isLost = isApiError(error) && (error.status === 0 || error.status >= 500)
      unanswered.current = isLost ? { ids, key } : undefined
      const again = { label: 'إعادة المحاولة', run: () => void restore(records) }
      notify('error', `تعذرت الاستعادة. ${messageOf(error)}`, isLost ? again : undefined)
      const left = isApiError(error) ? error.stale : []
      onDone(records.filter(({ id }) => left.includes(id)))
      await queryClient.invalidateQueries({ queryKey: [apiPaths.trash] })
    } finally {
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    restore,
    /** Deletes them for ever. Errors: ApiError. */
    async purge(records: readonly Trashed[]): Promise<void> {
      await api.post(apiPaths.trashPurges, { records: keysOf(records) })
      onDone(records)
      notify('success', `حُذف نهائياً: ${wordsFor(records)}.`)
      await queryClient.invalidateQueries()
    },
  }
}
