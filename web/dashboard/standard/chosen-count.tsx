import { useState } from 'react'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { messageOf } from '#web/api-client.ts'
import { notify } from '../parts/notices.tsx'
import type { Selection } from './selection.ts'

interface ChosenCountProps<Item> {
  selection: Selection<Item>
  /** How many records the filters leave. */
  total: number
  /** Those records, as many as can be acted on at once. */
  fetchMatching: () => Promise<Item[]>
}

/** The count of what is chosen in a list, and the way to all that the filters leave. Source: S14.1. */
export function ChosenCount<Item>({ selection, total, fetchMatching }: ChosenCountProps<Item>) {
  const [isFetching, setIsFetching] = useState(false)
  const count = selection.chosen.size
  const matching = Math.min(total, limits.maxRecordsAtOnce)

  const chooseMatching = async () => {
    setIsFetching(true)
    try {
      selection.setAll(await fetchMatching(), true)
    } catch (error) {
      notify('error', `تعذر اختيار المطابق كله. ${messageOf(error)}`)
    } finally {
      setIsFetching(false)
    }
  }
  return (
    <p className="batch-bar__count">
      <strong aria-live="polite">{formatNumber(count)} مختارة</strong>
      {matching > count ? (
        <button type="button" className="link" disabled={isFetching} onClick={() => void chooseMatching()}>
          {matching < total
            ? `اختر أول ${formatNumber(matching)}`
            : `اختر المطابقة كلها: ${formatNumber(total)}`}
        </button>
      ) : null}
    </p>
  )
}
