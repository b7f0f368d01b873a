import { useEffect, useState } from 'react'
import { examNumberIn, withoutDigits } from '#contract/exam-number.ts'
import { limits } from '#contract/limits.ts'
import { searchCall } from '#contract/search-paths.ts'
import type { SearchAnswer } from '#contract/resources/search.ts'
import { comparedResults, isSearchable } from '#contract/searchable.ts'
import { ask } from '#web/ask.ts'
import { ownFirst, readOwnGrade } from '#web/school/own-grade.ts'
import { shownAnswer } from './shown-answer.ts'
import type { ShownAnswer } from './shown-answer.ts'

export type SearchState =
  | { name: 'idle' }
  | { name: 'loading' }
  | { name: 'answer'; answer: ShownAnswer }
  | { name: 'failed'; isOffline: boolean }

/**
 * Searches after a pause in typing; a query that is too short shows nothing, and of an exam number no digit is sent.
 * Source: Q3.2, Q3.7, Q1.3.
 */
export function useSearch(query: string): { state: SearchState; retry: () => void } {
  const [outcome, setOutcome] = useState<{ text: string; state: SearchState }>()
  const [attempt, setAttempt] = useState(0)
  const text = query.trim()
  const isSearched = isSearchable(text)
  const retry = () => setAttempt(count => count + 1)

  useEffect(() => {
    setOutcome(undefined)
    if (!isSearched) return undefined
    const running = new AbortController()
    const end = (state: SearchState) => {
      /* The answer may have come whole before the next letter was typed, and be read after it. */
      if (!running.signal.aborted) setOutcome({ text, state })
    }
    const timer = setTimeout(async () => {
      try {
        end({ name: 'answer', answer: await search(text, running.signal) })
      } catch (error) {
        if (!running.signal.aborted) console.error('The search failed', error)
        end({ name: 'failed', isOffline: !navigator.onLine })
      }
    }, limits.searchDelayMs)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [text, isSearched, attempt])

  const isFailed = outcome?.state.name === 'failed'
  useEffect(() => {
    if (!isFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isFailed])

  if (!isSearched) return { state: { name: 'idle' }, retry }
  return { state: outcome?.text === text ? outcome.state : { name: 'loading' }, retry }
}

/* Not through web/api-client.ts: its tokens and retries are for writes, and this code is counted by the byte. */
async function search(text: string, signal: AbortSignal): Promise<ShownAnswer> {
  const asked = examNumberIn(text) ? withoutDigits(text) : text
  const own = readOwnGrade()
  /* Whose grade may choose among equals needs more of them; which grade that is stays on the device. */
  const limit = own ? comparedResults : limits.searchResults
  const answer = await ask(`${searchCall}?q=${encodeURIComponent(asked)}&limit=${limit}`, { signal })
  if (!answer.ok) throw new Error(`The search answered ${answer.status}`)
  const found = (await answer.json()) as SearchAnswer
  if (own) found.hits = ownFirst(found.hits, own).slice(0, limits.searchResults)
  return shownAnswer(found)
}
