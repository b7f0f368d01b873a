import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { limits } from '#contract/limits.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { searchCall, searchPath } from '#contract/search-paths.ts'
import { ask } from '#web/ask.ts'
import type { InsideOptions } from './inside-hits.tsx'
import { InsideSection } from './inside-section.tsx'

interface InsideGroupProps {
  query: string
  /** A link was followed; a link for another tab leaves the dialog open. */
  onFollow: (address: string, isHere: boolean) => void
  /** What the arrows go through besides the records: the addresses of the pages that are shown, none at the end. */
  onShown: (addresses: readonly string[]) => void
  options: InsideOptions
}

/** The best pages for a query in the search dialog: asked for once its records are there. Source: Q5.4. */
export function InsideGroup({ query, onFollow, onShown, options }: InsideGroupProps) {
  const [answer, setAnswer] = useState<InsideAnswer | 'failed'>()
  useEffect(() => {
    const running = new AbortController()
    setAnswer(undefined)
    const show = (found: InsideAnswer) => {
      setAnswer(found)
      onShown(found.hits.map(({ url }) => url))
    }
    search(query, running.signal).then(show, (error: unknown) => {
      if (running.signal.aborted) return
      console.error('The search inside pages failed', error)
      setAnswer('failed')
    })
    return () => {
      running.abort()
      onShown([])
    }
  }, [query, onShown])

  if (answer === undefined) return null
  if (answer === 'failed') return <p className="muted">تعذر البحث داخل الصفحات الآن.</p>
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const isHere = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (isHere) event.preventDefault()
    onFollow(event.currentTarget.href, isHere)
  }
  return (
    <div className="search-inside">
      <InsideSection
        answer={answer}
        href={`${searchPath}?q=${encodeURIComponent(query)}&inside=1`}
        onFollow={follow}
        options={options}
      />
    </div>
  )
}

async function search(query: string, signal: AbortSignal): Promise<InsideAnswer> {
  const address = `${searchCall}/inside?q=${encodeURIComponent(query)}&limit=${limits.insideResultsBeside}`
  const answer = await ask(address, { signal })
  if (!answer.ok) throw new Error(`The search inside pages answered ${answer.status}`)
  return answer.json() as Promise<InsideAnswer>
}
