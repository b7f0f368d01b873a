import { comparedWords } from '#contract/arabic/words.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'

const readAtOnce = 100

/** Those of many questions that hold all of these words, or words that begin with them; others run meanwhile. */
export async function questionsHolding<Question extends { text: string }>(
  questions: readonly Question[],
  words: readonly string[],
): Promise<Set<Question>> {
  const holding = new Set<Question>()
  for (const [index, question] of questions.entries()) {
    const own = comparedWords(question.text)
    if (words.every(word => own.some(each => each.startsWith(word)))) holding.add(question)
    if (index % readAtOnce === readAtOnce - 1) await letOthersRun()
  }
  return holding
}
