import { useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer, BatchRecord } from '#contract/resources/batch.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import { notify } from '../parts/notices.tsx'
import { randomWord } from './draft.ts'
import { useUndoBatch } from './undo-batch.ts'

/** Takes the change back that gave a record of `path` its version, and says what stands in the way. Source: S14.4. */
export function useUndoChange(path: string): (record: BatchRecord) => Promise<void> {
  const queryClient = useQueryClient()
  const undoBatch = useUndoBatch()

  const undo = async ({ id, version }: BatchRecord, key = randomWord()): Promise<void> => {
    try {
      const address = apiPaths.changeUndo(path, id)
      const { data } = await api.post<{ data: BatchAnswer }>(address, { version }, { key })
      await queryClient.invalidateQueries()
      const repeat = { label: 'أعد التعديل', run: () => void undoBatch(data.id) }
      notify('success', 'تُراجع عن التعديل.', data.count > 0 ? repeat : undefined)
    } catch (error) {
      const reasons = isApiError(error) && error.code === 'stale_records' ? error.errors : [messageOf(error)]
      const isLost = isApiError(error) && error.status === 0
      const again = { label: 'إعادة المحاولة', run: () => void undo({ id, version }, key) }
      notify('error', `تعذر التراجع. ${reasons.join('؛ ')}`, isLost ? again : undefined)
    }
  }
  return record => undo(record)
}
