import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
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
 * How many questions of each grade and subject, or of each subject of one grade, were asked more than once in public: after a
 * change of exams, only those grades and subjects are counted again in which something changed, and each when it is asked for.
 */
export function keptRepeats(
  db: Queryable,
  changes: Pick<Changes, 'onChange'>,
): (stage?: MinisterialGradeCode) => Promise<readonly RepeatCount[]> {
  const known = new Map<string, Counted>()

  async function load(stage?: MinisterialGradeCode): Promise<RepeatCount[]> {
    /* Before what they are changes of is counted: whatever changes in between is counted again the next time. */
    const all = await countRowsByPart(db, 'exams.changes')
    const parts = all.filter(({ part }) => stage === undefined || scopeOf(part).stage === stage)
    const found: RepeatCount[] = []
    for (const { part, count } of parts) {
      let counted = known.get(part)
      if (counted?.changes !== count) {
        /* One by one: on the embedded database nobody else is served meanwhile. */
        counted = { changes: count, repeats: await countRepeats(db, scopeOf(part)) }
        known.set(part, counted)
      }
      if (counted.repeats) found.push(counted.repeats)
    }
    return found
  }

  const ofAll = keptCounts<RepeatCount>(changes, 'exams', () => load())
  const ofGrades = new Map<MinisterialGradeCode, typeof ofAll>()
  return stage => {
    if (stage === undefined) return ofAll()
    const ofGrade = ofGrades.get(stage) ?? keptCounts<RepeatCount>(changes, 'exams', () => load(stage))
    ofGrades.set(stage, ofGrade)
    return ofGrade()
  }
}

function scopeOf(part: string): QuestionScope {
  const [stage, subject] = part.split(' ')
  return { stage, subject } as QuestionScope
}
