import type { QuestionWord, QuestionWords } from './question-word.ts'

/** Whether two questions of the same words say them of other things. */
export function areInOtherPlaces(one: QuestionWords, other: QuestionWords): boolean {
  return (
    haveTurned(one.words, other.words, ({ ending }) => (ending === undefined ? ending : ending === 'ه')) ||
    haveTurned(one.words, other.words, ({ ending }) => ending?.startsWith('ي')) ||
    haveTurned(one.words, other.words, ({ isOwned }) => isOwned) ||
    haveChangedDirections(one.words, other.words) ||
    haveChangedNumbers(one.numbers, other.numbers) ||
    haveChangedTimes(one.times, other.times)
  )
}

/**
 * «رجل مصاب من امرأة سليمة», «رجل سليم من امرأة مصابة»; «الطول الموجي», «الموجة الطولية»; «وزن جسم كتلته 5», «كتلة جسم وزنه 5»: one
 * word gets what another one loses, so the same words are said of others.
 */
function haveTurned(
  some: readonly QuestionWord[],
  others: readonly QuestionWord[],
  isSo: (word: QuestionWord) => boolean | undefined,
): boolean {
  const isOneSo = (words: readonly QuestionWord[], word: string) => {
    const [found, another] = words.filter(each => plain(each.word) === plain(word))
    return found && !another ? isSo(found) : undefined
  }
  const turns = some.map(({ word }) => [isOneSo(some, word), isOneSo(others, word)] as const)
  return (
    turns.some(([here, there]) => here === true && there === false) &&
    turns.some(([here, there]) => here === false && there === true)
  )
}

/** «من الثنائي إلى العشري», «من العشري إلى الثنائي»: what one word of direction is said of is said of another. */
function haveChangedDirections(some: readonly QuestionWord[], others: readonly QuestionWord[]): boolean {
  const said = (words: readonly QuestionWord[], after: string) =>
    words.filter(each => each.after === after).map(({ word }) => word)
  return directions.some(after => {
    const [here, there] = [said(some, after), said(others, after)]
    const [only, onlyThere] = [
      here.filter(word => !there.includes(word)),
      there.filter(word => !here.includes(word)),
    ]
    return only.some(word => isElsewhere(others, word)) && onlyThere.some(word => isElsewhere(some, word))
  })
}

/** It stands there, and behind no word of direction. */
const isElsewhere = (words: readonly QuestionWord[], word: string): boolean =>
  words.some(each => each.word === word && each.after === undefined)

/** «حجم», «وحجم» and «لحجم» are one word. */
const plain = (word = '') => word.replace(/^[ول](?=.{3})/u, '')

const directions = ['الي', 'في', 'علي']

/** «على بعد 20 من مرآة بعدها 10», «على بعد 10 من مرآة بعدها 20»: two numbers are said of one another's things. */
function haveChangedNumbers(some: QuestionWords['numbers'], others: QuestionWords['numbers']): boolean {
  const isSaid = (of: QuestionWords['numbers'], number: string, word: string | undefined) =>
    of.some(each => each.number === number && plain(each.word) === plain(word))
  const moved = some.filter(({ number, word }) => !isSaid(others, number, word))
  return moved.some(one =>
    moved.some(
      other =>
        one.number !== other.number &&
        isSaid(others, other.number, one.word) &&
        isSaid(others, one.number, other.word),
    ),
  )
}

/** «قبل الإسلام», «بعد الإسلام». */
function haveChangedTimes(one: QuestionWords['times'], other: QuestionWords['times']): boolean {
  return one.size === 1 && other.size === 1 && one.isDisjointFrom(other)
}
