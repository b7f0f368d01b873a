import { formatNumber } from '#contract/format.ts'
import { Banner } from '../parts/states.tsx'

/** What became of a table that was dropped. */
export interface TableOutcome {
  words: string
  problems: readonly string[]
}

const shownAtOnce = 5

/** What was taken of a table, and what was not, by line and column. */
export function TableBanner({ told: { words, problems } }: { told: TableOutcome }) {
  const [first, others] = [problems.slice(0, shownAtOnce), problems.slice(shownAtOnce)]
  const list = (some: readonly string[]) => (
    <ul>
      {some.map((problem, at) => (
        <li key={`${at} ${problem}`}>{problem}</li>
      ))}
    </ul>
  )
  return (
    <Banner tone={problems.length > 0 ? 'warning' : 'info'}>
      {words}
      {first.length > 0 ? list(first) : null}
      {others.length > 0 ? (
        <details>
          <summary>و{formatNumber(others.length)} غيرها</summary>
          {list(others)}
        </details>
      ) : null}
    </Banner>
  )
}
