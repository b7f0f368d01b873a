import type { Meaning } from './meanings.ts'
import type { Spelling } from './spelling.ts'
import { vocabulary } from './vocabulary.ts'

/** Shape: one of each for every word of the query. */
export interface GradesBeside {
  ordinals: boolean[]
  stages: boolean[]
}

const leastOfGrade = 0.6

/** Which words may be an ordinal, and which a stage or a branch, slips forgiven. */
export function gradesBeside(spellings: readonly (readonly Spelling[])[]): GradesBeside {
  const may = (kinds: readonly Meaning['kind'][]) =>
    spellings.map(ofWord =>
      ofWord.some(
        ({ word, quality }) =>
          quality >= leastOfGrade &&
          vocabulary.next.get(word)?.meanings.some(({ kind }) => kinds.includes(kind)) === true,
      ),
    )
  return { ordinals: may(['ordinal']), stages: may(['stage', 'branch']) }
}

const besideOther = 0.2

/** How much surer an ordinal is guessed at before a stage or a branch, and these after an ordinal: `سادص تلمي`. */
export function besideGrade(
  { kind }: Meaning,
  from: number,
  to: number,
  { ordinals, stages }: GradesBeside,
): number {
  if (kind === 'ordinal') return stages[to] === true ? besideOther : 0
  if (kind === 'stage' || kind === 'branch') return ordinals[from - 1] === true ? besideOther : 0
  return 0
}
