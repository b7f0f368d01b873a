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

const comparedAtOnce = 100

/**
 * Finds the questions of other exams that ask the same as new ones. Two new ones are compared once, and others run
 * between every hundred that are compared.
 */
export function questionComparer(all: readonly ReadQuestion[]) {
  /* What differs in numbers or formulas is not compared at all. */
  const alike = Map.groupBy(all, ({ words }) => words.figures)
  const passed = new Set<number>()
  let compared = 0

  /** The pairs of a new question, by their ids. */
  return async (fresh: ReadQuestion): Promise<[number, number][]> => {
    const pairs: [number, number][] = []
    for (const other of alike.get(fresh.words.figures) ?? []) {
      if (other.examId === fresh.examId || passed.has(other.id)) continue
      if (isSameQuestion(fresh.words, other.words)) pairs.push([fresh.id, other.id])
      compared += 1
      if (compared % comparedAtOnce === 0) await letOthersRun()
    }
    passed.add(fresh.id)
    return pairs
  }
}
