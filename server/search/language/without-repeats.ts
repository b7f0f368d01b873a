import type { Meaning } from './meanings.ts'

/** A part of a query with what it may mean. */
interface Meant {
  meanings: { meaning: Meaning; quality: number; said: string }[]
}

const surelySaid = 0.97

/** What a meaning says of a record; two parts of a query seldom say the same. */
function aspectOf({ kind }: Meaning): string {
  if (kind === 'part') return 'subject'
  if (kind === 'ordinal' || kind === 'stage') return 'grade'
  return kind === 'topic' ? 'type' : kind
}

/**
 * Where a slip may be of several words, it is of the one that says what the rest of the query leaves open; a branch is
 * left open by a grade alone: `مرشحات العلمو` asks for science.
 */
export function withoutRepeats<Part extends Meant>(segments: readonly Part[]): Part[] {
  const said = new Set(
    segments.flatMap(({ meanings }) =>
      meanings.filter(({ quality }) => quality >= surelySaid).map(({ meaning }) => aspectOf(meaning)),
    ),
  )
  const saysOrdinal = segments.some(({ meanings }) =>
    meanings.some(({ meaning }) => meaning.kind === 'ordinal'),
  )
  return segments.map(segment => {
    const isGuess = segment.meanings.every(({ quality }) => quality < surelySaid)
    const fresh = segment.meanings.filter(
      ({ meaning }) => !said.has(aspectOf(meaning)) && (saysOrdinal || meaning.kind !== 'branch'),
    )
    return isGuess && fresh.length > 0 ? { ...segment, meanings: fresh } : segment
  })
}
