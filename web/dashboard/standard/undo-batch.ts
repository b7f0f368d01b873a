import { useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import { notify } from '../parts/notices.tsx'
import { randomWord } from './draft.ts'

/** Takes an act on many records back, and says what could not be. */
export function useUndoBatch(): (id: string) => Promise<void> {
  const queryClient = useQueryClient()

  const undo = async (id: string, except: readonly string[] = [], key = randomWord()): Promise<void> => {
    try {
      const { data } = await api.post<{ data: BatchAnswer }>(apiPaths.batchUndo(id), { except }, { key })
      await queryClient.invalidateQueries()
      const done = except.length > 0 ? 'تُراجع عن الباقي من الدفعة.' : 'تُراجع عن الدفعة كلها.'
      notify('success', data.count > 0 ? done : 'لم يبق في الدفعة ما يُتراجع عنه، ولم يتغير شيء.')
    } catch (error) {
      if (isApiError(error) && error.code === 'stale_records') {
        const rest = { label: 'تراجع عن الباقي', run: () => void undo(id, [...except, ...error.stale]) }
        notify('error', `لم يُتراجع عن شيء، تغيّر بعدها: ${error.errors.join('؛ ')}`, rest)
        return
      }
      const isLost = isApiError(error) && error.status === 0
      const again = { label: 'إعادة المحاولة', run: () => void undo(id, except, key) }
      notify('error', `تعذر التراجع عن الدفعة. ${messageOf(error)}`, isLost ? again : undefined)
    }
  }
  return id => undo(id)
}
