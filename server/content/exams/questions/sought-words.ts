import type { QuestionWord, QuestionWords } from './question-word.ts'
import { isKindOnly, isOfOneMeaning, isSameWord } from './same-word.ts'

/** What one seeks is sought by the other, or stands behind its command. */
export function isSoughtIn({ sought }: QuestionWords, other: QuestionWords): boolean {
  const where = other.behind.length > 0 ? other.behind : other.words.slice(0, firstOfSought)
  return (
    sought !== undefined &&
    other.sought !== undefined &&
    where.some(each => isSameWord(sought, each) || isOfOneMeaning(sought, each))
  )
}

/** So many words behind a command that stands first may be what is sought. */
const firstOfSought = 3

/** «جد احتمال أن تكون حمراء», «بيضاء»: one story, and each asks something that the other does not ask. */
export function areOthersBehind(some: readonly QuestionWord[], others: readonly QuestionWord[]): boolean {
  const isMissing = (words: readonly QuestionWord[], there: readonly QuestionWord[]) =>
    words.some(
      one => !isKindOnly(one) && !there.some(other => isSameWord(one, other) || isOfOneMeaning(one, other)),
    )
  return some.length > 0 && others.length > 0 && isMissing(some, others) && isMissing(others, some)
}
