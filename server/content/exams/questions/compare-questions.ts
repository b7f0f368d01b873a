import { letOthersRun } from '#server/search/let-others-run.ts'
import type { QuestionWords } from './question-word.ts'
import { isSameQuestion } from './same-question.ts'

/** A question whose text is read for comparing. */
export interface ReadQuestion {
  id: number
  examId: string
  isCompared: boolean
  words: QuestionWords
}

/** So long others wait at most, but for one comparison: long questions take a thousand times as long as short ones. */
const othersWaitMs = 5

/**
 * Finds the questions of other exams that ask the same as new ones. Two new ones are compared once, and others run
 * on the way.
 */
export function questionComparer(all: readonly ReadQuestion[]) {
  /* What differs in numbers or formulas is not compared at all. */
  const alike = Map.groupBy(all, ({ words }) => words.figures)
  const passed = new Set<number>()
  let since = performance.now()

  /** The pairs of a new question, by their ids. */
  return async (fresh: ReadQuestion): Promise<[number, number][]> => {
    const pairs: [number, number][] = []
    for (const other of alike.get(fresh.words.figures) ?? []) {
      if (other.examId === fresh.examId || passed.has(other.id)) continue
      if (isSameQuestion(fresh.words, other.words)) pairs.push([fresh.id, other.id])
      if (performance.now() - since < othersWaitMs) continue
      await letOthersRun()
      since = performance.now()
    }
    passed.add(fresh.id)
    return pairs
  }
}
