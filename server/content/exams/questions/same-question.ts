import type { QuestionWord, QuestionWords } from './question-words.ts'

/** Words that are written nearly alike, or in the same place, and turn a question into another one. */
const opposites = [
  'توازي توالي',
  'متوازي متوالي',
  'موجب سالب',
  'اكبر اصغر',
  'زياد نقص',
  'داخل خارج',
  'تنافر تجاذب',
  'قبل بعد',
  'ماضي مضارع',
  'مفرد جمع',
  'عظم صغر',
  'مرسل مستقبل',
  'محدب مقعر',
  'عرض طول',
  'شمال جنوب',
  'حار بارد',
  'مباشر',
  'انتظام',
  'تام ناقص',
  'اكسد اختزل',
  'انود كاثود',
].map(pair => pair.split(' '))

/** So long must a question be that a word may be read wrong in it. */
const wordsOfOneSlip = 6
const wordsOfOneMore = 8

/** Whether two questions ask the same, however they are worded. */
export function isSameQuestion(one: QuestionWords, other: QuestionWords): boolean {
  if (one.exact !== other.exact || !isSameAct(one.act, other.act)) return false
  const shorter = one.words.length <= other.words.length ? one.words : other.words
  const longer = shorter === one.words ? other.words : one.words
  if (shorter.length === 0 || haveChangedPlaces(shorter, longer)) return false
  const left = [...longer]
  const take = (
    words: readonly QuestionWord[],
    isAlike: (one: QuestionWord, other: QuestionWord) => boolean,
  ) =>
    words.filter(word => {
      const at = left.findIndex(each => isAlike(word, each))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  let slips = take(shorter, isSameWord)
  /* Of a verb or of its noun: «لماذا هاجر», «ما سبب هجرة»; «العوامل المحددة», «العوامل التي تحدد». */
  if (ofRoots.has(one.act ?? other.act)) slips = take(slips, isOfOneRoot)
  const mostSlips = Math.floor(shorter.length / wordsOfOneSlip)
  if (slips.length > mostSlips) return false
  slips = take(slips, isSlip)
  return slips.length === 0 && left.length <= Math.floor(longer.length / wordsOfOneMore)
}

/** «رجل مصاب من امرأة سليمة», «رجل سليم من امرأة مصابة»: the same words are said of others. */
function haveChangedPlaces(some: readonly QuestionWord[], others: readonly QuestionWord[]): boolean {
  const inOne = (words: readonly QuestionWord[], word: string) =>
    words.filter(each => each.word === word).map(({ isFeminine }) => isFeminine)
  const changed = new Set(some.map(({ word }) => word)).values().filter(word => {
    const [[here, ...more], [there, ...yet]] = [inOne(some, word), inOne(others, word)]
    return there !== undefined && more.length === 0 && yet.length === 0 && here !== there
  })
  return changed.toArray().length >= leastChanged
}

const leastChanged = 2

/** What has no word for it is asked openly: nothing is to be filled in there. */
function isSameAct(one: QuestionWords['act'], other: QuestionWords['act']): boolean {
  if (one && other) return one === other
  return (one ?? other) !== 'fill'
}

/** One of them may have a particle before it, and dots may be read wrong. */
function isSameWord(
  { word: one, body }: QuestionWord,
  { word: other, body: otherBody }: QuestionWord,
): boolean {
  if (one === other) return true
  if (one.length === other.length && one.length > 2 && body === otherBody) return true
  if (Math.max(one.length, other.length) >= lettersOfAName && isSpelledApart(one, other)) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 2 && particle.test(long) && long.slice(1) === short
}

/** So long a word is the same with another vowel in one place: «فاراداي», «فارادي». */
const lettersOfAName = 6
const vowels = new Set('اوي')

function isSpelledApart(one: string, other: string): boolean {
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  let back = 0
  while (back < Math.min(one.length, other.length) - from && one.at(-1 - back) === other.at(-1 - back))
    back += 1
  const [here, there] = [one, other].map(word => word.slice(from, word.length - back))
  return [here, there].every(
    part => part !== undefined && part.length <= 1 && (part === '' || vowels.has(part)),
  )
}

const particle = /^[بلكوف]/u

const leastRoot = 3
const ofRoots = new Set<QuestionWords['act']>(['why', 'factors'])

function isOfOneRoot({ word: one }: QuestionWord, { word: other }: QuestionWord): boolean {
  const there = rootsOf(other)
  return (
    rootsOf(one).some(root => there.includes(root)) ||
    isTwoLetterVerbOf(one, other) ||
    isTwoLetterVerbOf(other, one)
  )
}

/** What may be the root of a word, without the letters that come and go: «هجر» of «هاجر» and of «هجرة». */
function rootsOf(word: string): string[] {
  const stems = [word, word.replace(/^[وبل]/u, '')].flatMap(stem => [stem, stem.replace(/^[تمي]/u, '')])
  const bare = stems.map(stem => stem.replace(/[اوي]/gu, ''))
  const roots = bare.flatMap(root => [root, root.replace(/^(.)ت/u, '$1')])
  return [...stems, ...roots].filter(root => root.length >= leastRoot)
}

/**
 * Two letters are shared by many words («نوم», «نمو»), so that they are a root only beside a verb of it: «تحدد» of
 * «محددة», «يسمى» of «تسمية», «يحتاج» of «حاجة».
 */
function isTwoLetterVerbOf(verb: string, noun: string): boolean {
  const root = /^[يت]([^اوي]{2})$/u.exec(verb)?.[1]
  if (root !== undefined) return [root, `م${root}`, `ت${root}ي`].includes(noun)
  const [, first, last] = /^[يت]([^اوي])تا([^اوي])$/u.exec(verb) ?? []
  if (first === undefined || last === undefined) return false
  return [noun, noun.replace(/^[وبل]/u, '')].some(
    stem => stem.length === 3 && stem[0] === first && vowels.has(stem[1] ?? '') && stem[2] === last,
  )
}

/** Whether one word is the other with a letter or two read wrong. */
function isSlip(one: QuestionWord, other: QuestionWord): boolean {
  const longest = Math.max(one.word.length, other.word.length)
  if (longest < 4 || areOpposite(one.word, other.word)) return false
  return distance(one.body, other.body) <= (longest < 7 ? 1 : 2)
}

function areOpposite(one: string, other: string): boolean {
  return opposites.some(pair => {
    const [here, there] = [one, other].map(word => pair.findIndex(each => word.includes(each)))
    return here !== there
  })
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row[other.length] ?? 0
}
