import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contract/format.ts'
import type { CountedNoun } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAction, BatchAnswer, BatchInput, BatchRecord } from '#contract/resources/batch.ts'
import { api, isApiError } from '#web/api-client.ts'
import type { ApiError } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { randomWord } from './draft.ts'
import { refreshAfterWrite } from './refresh.ts'
import { useUndoBatch } from './undo-batch.ts'

/** What is to be done with the chosen records. */
export type BatchAsk = Omit<BatchInput, 'records'>

/** An act that was sent, and what stands in its way. */
interface SentBatch {
  ask: BatchAsk
  records: readonly BatchRecord[]
  /** The same for every try, so that a lost answer does nothing twice. */
  key: string
  error?: ApiError
}

const doneWords: Record<BatchAction, string> = {
  change: 'غُيّر',
  publish: 'نُشر',
  schedule: 'جُدول نشر',
  hide: 'أُخفي عن الزوار',
  delete: 'حُذف',
}

interface BatchOptions {
  /** The API address of the list, also the key of its queries. */
  path: string
  noun: CountedNoun
  /** Called with the records of an act when it is done. */
  onDone: (ids: string[]) => void
}

/** Sends acts on many records, says what they did, and offers the way back. Source: S14.1, S14.2. */
export function useBatch({ path, noun, onDone }: BatchOptions) {
  const queryClient = useQueryClient()
  const undo = useUndoBatch()
  const [sent, setSent] = useState<SentBatch | undefined>()
  const [isBusy, setIsBusy] = useState(false)

  const send = async (batch: SentBatch) => {
    setSent({ ...batch, error: undefined })
    setIsBusy(true)
    const { ask, key } = batch
    const records = batch.records.map(({ id, version }) => ({ id, version }))
    try {
      const { data } = await api.post<{ data: BatchAnswer }>(
        apiPaths.batchOf(path),
        { ...ask, records },
        { key },
      )
      await refreshAfterWrite(queryClient, path)
      setSent(undefined)
      onDone(records.map(({ id }) => id))
      if (data.count === 0) return notify('success', 'لم يتغير شيء: كانت كلها كذلك.')
      const text = `${doneWords[ask.action]}: ${formatCount(data.count, noun)}.`
      notify('success', text, { label: 'تراجع', run: () => void undo(data.id) })
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.status !== 409) logFailure('The act on many records failed', error)
      setSent({ ...batch, error })
    } finally {
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    /** What stands in the way of the last act. */
    sent,
    start: (ask: BatchAsk, records: readonly BatchRecord[]) => void send({ ask, records, key: randomWord() }),
    again: () => sent && void send(sent),
    /** Goes on without the records that have changed since. */
    goOn() {
      if (!sent?.error) return
      const { stale } = sent.error
      const records = sent.records.filter(({ id }) => !stale.includes(id))
      void send({ ask: sent.ask, records, key: randomWord() })
    },
    /** Does it although somebody should look at some of the records. */
    confirm() {
      if (!sent) return
      const ask = { ...sent.ask, confirmed: sent.records.map(({ id }) => id) }
      void send({ ask, records: sent.records, key: randomWord() })
    },
    async giveUp() {
      setSent(undefined)
      await refreshAfterWrite(queryClient, path)
    },
  }
}
