import type { Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countRowsByPart } from '#server/base/row-counts.ts'
import { keptCounts } from '#server/content/record/kept-counts.ts'
import { countRepeats } from './question-groups.repository.ts'
import type { RepeatCount } from './question-groups.repository.ts'
import type { QuestionScope } from './questions.repository.ts'

/** What was counted of a grade and subject, and after how many changes. */
interface Counted {
  changes: number
  repeats: RepeatCount | undefined
}

/**
 * How many questions of each grade and subject were asked more than once in public: after a change of exams, only those
 * grades and subjects are counted again in which something changed.
 */
export function keptRepeats(
  db: Queryable,
  changes: Pick<Changes, 'onChange'>,
): () => Promise<readonly RepeatCount[]> {
  let known = new Map<string, Counted>()
  return keptCounts<RepeatCount>(changes, 'exams', async () => {
    /* Before what they are changes of is counted: whatever changes in between is counted again the next time. */
    const scopes = await countRowsByPart(db, 'exams.changes')
    const before = known
    const changed = scopes.filter(({ part, count }) => before.get(part)?.changes !== count)
    const found = changed.length === 0 ? [] : await countRepeats(db, changed.map(scopeOf))
    const fresh = new Map(found.map(repeats => [partOf(repeats), repeats]))
    known = new Map(
      scopes.map(({ part, count }) => {
        const kept = before.get(part)
        return [part, kept?.changes === count ? kept : { changes: count, repeats: fresh.get(part) }]
      }),
    )
    return [...known.values()].flatMap(({ repeats }) => repeats ?? [])
  })
}

const partOf = ({ stage, subject }: QuestionScope) => `${stage} ${subject}`

function scopeOf({ part }: { part: string }): QuestionScope {
  const [stage, subject] = part.split(' ')
  return { stage, subject } as QuestionScope
}
