import { X } from 'lucide-react'
import { recognisedKindLabels } from '#contract/codes/recognised-kinds.ts'
import { searchPath } from '#contract/search-paths.ts'
import type { RecognisedPart, SearchAnswer } from '#contract/resources/search.ts'
import { hrefWith } from '../href-with.ts'

/** The query without one understood part. */
export function queryWithout(query: string, part: Pick<RecognisedPart, 'spans'>): string {
  let rest = query
  for (const [start, end] of part.spans.toSorted((one, other) => other[0] - one[0])) {
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  }
  return rest.replace(/\s+/g, ' ').trim()
}

interface RecognisedChipsProps {
  answer: Pick<SearchAnswer, 'query' | 'recognised'>
  /** Other parameters of the page's address, which the links keep. */
  kept?: object
  /** Takes the rest of the query in place of following the link. */
  onRemove?: (rest: string) => void
}

/** What the search understood of the query, each part to be removed by a press: «الرياضيات». */
export function RecognisedChips({ answer, kept, onRemove }: RecognisedChipsProps) {
  if (answer.recognised.length === 0) return null
  return (
    <ul className="chips recognised-chips" aria-label="ما فهمناه من البحث">
      {answer.recognised.map((part, index) => {
        const rest = queryWithout(answer.query, part)
        const name = `${recognisedKindLabels[part.kind]}: ${part.label}`
        return (
          <li key={`${part.kind} ${part.code} ${index}`}>
            <a
              className="chip"
              href={hrefWith(searchPath, { ...kept, q: rest })}
              data-swap="replace"
              aria-label={`إزالة ${name}`}
              onClick={event => {
                if (!onRemove) return
                event.preventDefault()
                onRemove(rest)
              }}
            >
              <bdi>{part.label}</bdi>
              <X aria-hidden="true" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
