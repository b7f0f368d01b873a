import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SearchAnswer } from '#contract/resources/search.ts'

export type SearchState =
  | { name: 'idle' }
  | { name: 'loading' }
  | { name: 'answer'; answer: SearchAnswer }
  | { name: 'failed'; message: string }

const searchFailedText = 'حدث خطأ أثناء البحث. حاول مرة أخرى.'

/** Searches after a pause in typing; a query that is too short shows nothing. Source: public.md §4, §9. */
export function useSearch(query: string): { state: SearchState; retry: () => void } {
  const [state, setState] = useState<SearchState>({ name: 'idle' })
  const [attempt, setAttempt] = useState(0)
  const text = query.trim()

  useEffect(() => {
    if (text.length < limits.minSearchLength) {
      setState({ name: 'idle' })
      return undefined
    }
    setState({ name: 'loading' })
    const running = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const answer = await search(text, running.signal)
        setState({ name: 'answer', answer: { ...answer, hits: answer.hits.filter(hit => hit.title !== '') } })
      } catch {
        if (!running.signal.aborted) setState({ name: 'failed', message: searchFailedText })
      }
    }, limits.searchDelayMs)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [text, attempt])

  return { state, retry: () => setAttempt(attempt + 1) }
}

/* Not through web/api-client.ts: its tokens and retries are for writes, and this code is counted by the byte. */
async function search(text: string, signal: AbortSignal): Promise<SearchAnswer> {
  const address = `${apiPaths.search}?q=${encodeURIComponent(text)}&limit=${limits.searchResults}`
  const answer = await fetch(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.requestTimeoutMs)]),
  })
  if (!answer.ok) throw new Error(`The search answered ${answer.status}`)
  return answer.json() as Promise<SearchAnswer>
}
