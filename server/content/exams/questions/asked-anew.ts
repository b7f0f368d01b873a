import { align } from './align-words.ts'
import type { Aligned } from './align-words.ts'
import type { Act, Aspect } from './exam-language.ts'
import { isSide } from './opposite-words.ts'
import type { QuestionWords } from './question-word.ts'
import { areOthersBehind, isSoughtIn } from './sought-words.ts'

/** Longer ones are texts to be read, not questions to be worded anew; each pair of their words would be compared. */
const mostWords = 80
/** So many words that say the same make a question of it, whatever light words stand beside them. */
const leastAlike = 2
/** With so many, one may stand in another noun of its root, or one more may be told. */
const alikeOfOneRoot = 3
const alikeOfOneMore = 4
const mostNamed = 2
/** Numbers that are all the same are those of one problem. */
const leastNumbers = 2
const numbersOfOneTold = 3
/** So much of a problem may be told in other words. */
const leastAlikeOfTold = 0.5

/** They make another thing of the word beside them: «شبه الموصل». */
const makers = new Set('شبه اشباه ثنا احاد ثلاث مزدوج فوق تحت ضد'.split(' '))

/** Of these a word more makes another one. */
const wholes: readonly Act[] = ['define', 'compare', 'fill', 'judge', 'choose']

/**
 * Whether two questions want the same of the same things, though words that say little differ: their figures agree, and
 * each word that says something stands on both sides, in another form or in another word for it.
 */
export function isAskedAnew(one: QuestionWords, other: QuestionWords): boolean {
  if (one.act === 'parse' || Math.max(one.words.length, other.words.length) > mostWords) return false
  if (one.figures !== other.figures || wantedOf(one).said !== wantedOf(other).said) return false
  if (one.traces.isDisjointFrom(other.traces)) return false
  const figures = agreedFigures(one, other)
  if (figures === undefined) return false
  if (figures === 0 && wantedOf(one).isComputed !== wantedOf(other).isComputed) return false
  const aligned = one.words.length <= other.words.length ? align(one, other) : align(other, one)
  if (aligned.areOpposed) return false
  const { here, there, alike, ofRoot } = aligned
  if (figures < leastNumbers && (one.isItself || other.isItself) && one.hasMore !== other.hasMore)
    return false
  if (areOthersBehind(one.behind, other.behind)) return false
  if (ofRoot > Math.floor((alike - ofRoot) / alikeOfOneRoot)) return false
  if (here.length === 0 && there.length === 0)
    return alike >= leastAlike || (alike > 0 && (figures >= leastNumbers || isOneThing(one, other, aligned)))
  if (here.length > 0 && there.length > 0) return isToldAnew(one, other, figures, aligned)
  if (ofRoot > 0 || (aligned.areBothMissed && figures < leastNumbers)) return false
  const named = [...here, ...there].filter(({ isNamed }) => isNamed)
  const more = [...here, ...there].filter(({ isNamed }) => !isNamed)
  if (more.some(({ word, isJoined }) => isJoined || isSide(word) || makers.has(word))) return false
  if (named.length > mostNamed || alike < leastAlike) return false
  if (more.length === 0) return true
  if (wholes.some(act => one.act === act || other.act === act)) return false
  if (figures >= leastNumbers)
    return aligned.sure === alike && more.length <= alike / 2 && isSoughtToo(one, other)
  return more.length <= Math.floor(alike / alikeOfOneMore)
}

/** Where the same is asked, and it is no definition, one word is enough that is the same. */
const isOneThing = (one: QuestionWords, other: QuestionWords, { same, areBothMissed }: Aligned): boolean =>
  same > 0 &&
  !areBothMissed &&
  one.act !== 'define' &&
  wantedOf(one).isSaid &&
  wantedOf(other).isSaid &&
  one.hasMore === other.hasMore

/** A problem with the same numbers may be told in other words, where what is sought is the same. */
function isToldAnew(
  one: QuestionWords,
  other: QuestionWords,
  figures: number,
  { here, there, alike, isInOrder }: Aligned,
): boolean {
  if (figures < numbersOfOneTold) return false
  /* Where all else stands as it stood, what differs is what is asked. */
  if (isInOrder && here.length === 1 && there.length === 1) return false
  if (!isSoughtToo(one, other)) return false
  return alike / (alike + Math.max(here.length, there.length)) >= leastAlikeOfTold
}

/** What one of them seeks stands where the other one seeks it; what follows it was compared. */
const isSoughtToo = (one: QuestionWords, other: QuestionWords): boolean =>
  isSoughtIn(one, other) || isSoughtIn(other, one)

const direction = /^(?:more|less)$/u
const figure = /[0-9a-z\u0370-\u03ff=×÷√∫^]/u
const measured = /^([+-]?[0-9]+(?:[.,][0-9]+)*)([a-zμω°%²/.]*[0-9]?)$/u

/** How many figures both give; undefined where one gives others, or turns round what the other says. */
function agreedFigures(one: QuestionWords, other: QuestionWords): number | undefined {
  const [here, there] = [one, other].map(({ exact }) => exact.split(' ').filter(Boolean))
  if (!here || !there) return undefined
  const isFigure = (each: string) => figure.test(each) && !direction.test(each) && each !== 'not'
  const rest = (of: readonly string[]) =>
    of
      .filter(each => !isFigure(each) && !direction.test(each))
      .toSorted()
      .join(' ')
  if (rest(here) !== rest(there)) return undefined
  const [numbers, others] = [here, there].map(of => of.filter(isFigure).toSorted())
  if (!numbers || !others || numbers.length !== others.length) return undefined
  const left = [...others]
  for (const number of numbers) {
    const at = left.findIndex(each => isOneFigure(number, each))
    if (at < 0) return undefined
    left.splice(at, 1)
  }
  const [ways, waysThere] = [here, there].map(of => of.filter(each => direction.test(each)).join(' '))
  const isOneWay = ways === waysThere || (numbers.length >= leastNumbers && (ways === '' || waysThere === ''))
  if (!isOneWay) return undefined
  if (one.names !== other.names && one.names !== '' && other.names !== '') return undefined
  if (one.count !== other.count && one.count !== undefined && other.count !== undefined) return undefined
  return numbers.length
}

/** «5 cm» is not «5 m», but may be «5». */
function isOneFigure(one: string, other: string): boolean {
  if (one === other) return true
  const [here, there] = [measured.exec(one), measured.exec(other)]
  return here?.[1] !== undefined && here[1] === there?.[1] && (here[2] === '' || there[2] === '')
}

interface Wanted {
  said: string
  isComputed: boolean
  isSaid: boolean
}

/** Read once for all that a question is compared with. */
const wanted = new WeakMap<QuestionWords, Wanted>()

const open = new Set<Act | Aspect | undefined>(['list', 'state', 'explain', 'point', undefined])
/** What may be left unsaid. */
const idle = new Set<Act | Aspect>(['method', 'compute'])
const drawn = new Set<Act | Aspect>([...idle, 'part'])
/** Those that are asked in one another's words. */
const alikes: ReadonlyMap<Act | Aspect, Act | Aspect> = new Map<Act | Aspect, Act | Aspect>([
  ['role', 'effect'],
  ['function', 'effect'],
  ['happens', 'effect'],
  ['merit', 'property'],
  ['remedy', 'method'],
  ['how', 'method'],
])

/** What a question wants, without what may be left unsaid; one that computes is told apart beside. */
function wantedOf(question: QuestionWords): Wanted {
  const known = wanted.get(question)
  if (known) return known
  const { act, aspects } = question
  const all = [...aspects, act].flatMap(each =>
    each === undefined || open.has(each) ? [] : [alikes.get(each) ?? each],
  )
  /* Whoever draws a thing shows its parts. */
  const unsaid = all.includes('draw') ? drawn : idle
  const said = new Set(all.filter(each => !unsaid.has(each)))
  const found = {
    said: [...said].toSorted().join(' '),
    isComputed: all.includes('compute'),
    isSaid: all.length > 0,
  }
  wanted.set(question, found)
  return found
}
