import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countedNouns, formatCount } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type { Trashed } from '#contract/resources/trash.ts'
import { api, messageOf } from '#web/api-client.ts'
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

/** What can be done with records of the trash; `onDone` is called with those that have left it. */
export function useTrash(onDone: (records: readonly Trashed[]) => void) {
  const queryClient = useQueryClient()
  const undo = useUndoBatch()
  const [isBusy, setIsBusy] = useState(false)

  return {
    isBusy,
    /** Puts them back, says so, and offers to take that back. */
    async restore(records: readonly Trashed[]): Promise<void> {
      setIsBusy(true)
      try {
        const { data } = await api.post<{ data: BatchAnswer }>(
          apiPaths.trashRestorations,
          { records: keysOf(records) },
          { key: randomWord() },
        )
        onDone(records)
        await queryClient.invalidateQueries()
        notify('success', `استُعيد ${wordsFor(records)} بملفاته وعناوينه.`, {
          label: 'تراجع',
          run: () => void undo(data.id),
        })
      } catch (error) {
        logFailure('The restoration failed', error)
        notify('error', `تعذرت الاستعادة. ${messageOf(error)}`)
        await queryClient.invalidateQueries({ queryKey: [apiPaths.trash] })
      } finally {
        setIsBusy(false)
      }
    },
    /** Deletes them for ever. Errors: ApiError. */
    async purge(records: readonly Trashed[]): Promise<void> {
      await api.post(apiPaths.trashPurges, { records: keysOf(records) })
      onDone(records)
      notify('success', `حُذف نهائياً: ${wordsFor(records)}.`)
      await queryClient.invalidateQueries()
    },
  }
}
