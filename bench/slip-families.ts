import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { topics } from '#server/search/language/words/topics.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { letters } from './search-metrics.ts'
import type { Draw } from './search-records.ts'

/** A query without a slip, by its words, and which of them a slip falls into. */
export interface CleanQuery {
  words: string[]
  slipped: number
}

const keyRows = ['ضصثقفغعهخحجد', 'شسيبلاتنمكطذ', 'ئءؤرىةوزظ']

/** A letter beside another on the Arabic keyboard, or the letter itself where it has none. */
function besideOnKeyboard(letter: string, { pick }: Draw): string {
  const row = keyRows.find(keys => keys.includes(letter))
  if (row === undefined) return letter
  const at = row.indexOf(letter)
  return pick([row.charAt(at - 1), row.charAt(at + 1)].filter(each => each !== ''))
}

function withLetters(word: string, change: (letters: string[]) => void): string {
  const letters = [...word]
  change(letters)
  return letters.join('')
}

const article = /^ال(?=.{3})/u
/** A place after the first letter, and after the article where there is one. */
const inside = (word: string, draw: Draw) => {
  const from = article.test(word) ? 3 : 1
  return from + draw.below(Math.max(1, [...word].length - from))
}
const first = (word: string) => (article.test(word) ? 2 : 0)

/** One slip of each kind in a word. Shape: undefined where the word has no place for it. */
export const slips: Record<string, (word: string, draw: Draw) => string | undefined> = {
  'letter left out': (word, draw) => withLetters(word, each => each.splice(inside(word, draw), 1)),
  'first left out': word => withLetters(word, each => each.splice(first(word), 1)),
  'letter too many': (word, draw) =>
    withLetters(word, each => each.splice(inside(word, draw), 0, draw.pick([...letters]))),
  'letter before': (word, draw) =>
    withLetters(word, each => each.splice(first(word), 0, draw.pick([...letters]))),
  'letter doubled': (word, draw) =>
    withLetters(word, each => {
      const at = inside(word, draw)
      each.splice(at, 0, each[at] ?? '')
    }),
  'another letter': (word, draw) =>
    withLetters(word, each => (each[inside(word, draw)] = draw.pick([...letters]))),
  'another first': (word, draw) => withLetters(word, each => (each[first(word)] = draw.pick([...letters]))),
  'key beside': (word, draw) =>
    withLetters(word, each => {
      const at = inside(word, draw)
      each[at] = besideOnKeyboard(each[at] ?? '', draw)
    }),
  'two swapped': (word, draw) =>
    withLetters(word, each => {
      const at = Math.min(inside(word, draw), each.length - 2)
      each.splice(at, 2, each[at + 1] ?? '', each[at] ?? '')
    }),
  'first swapped': word =>
    withLetters(word, each => {
      const at = first(word)
      each.splice(at, 2, each[at + 1] ?? '', each[at] ?? '')
    }),
  'article bent': (word, draw) =>
    article.test(word) ? draw.pick(['لا', 'ا', 'ل', 'ات', 'اال', 'الل', 'ان']) + word.slice(2) : undefined,
  'space inside': (word, draw) => {
    const at = inside(word, draw)
    return at < 2 || at > word.length - 2 ? undefined : `${word.slice(0, at)} ${word.slice(at)}`
  },
}

const leastLetters = 4
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []

/** The query with a place for a slip in one of its longer words; undefined where none is long enough. */
function withPlace(words: string[], { pick }: Draw, upTo = words.length): CleanQuery | undefined {
  const long = [...words.keys()].filter(at => at < upTo && (words[at] ?? '').length >= leastLetters)
  return long.length === 0 ? undefined : { words, slipped: pick(long) }
}

function titleBegun({ title }: SearchDocument, { below }: Draw): string[] {
  const words = wordsOf(title)
  return words.slice(0, Math.min(words.length, 2 + below(3)))
}

/** The first letters of a word, as it stands while it is typed. */
const begun = (word: string) => word.slice(0, Math.max(3, Math.ceil(word.length * 0.6)))
const withLastBegun = (words: string[]) =>
  words.map((word, at) => (at === words.length - 1 && at > 0 ? begun(word) : word))

const kindWords = { book: 'كتاب', malazima: 'ملزمة', 'ministerial-exam': 'وزاري', news: 'خبر' }

/**
 * What people type of a record, by what stands in it: its facts, a topic of its subject, its title, its teacher.
 * Shape: undefined where the record has nothing of the kind.
 */
export const shapes: Record<string, (record: SearchDocument, draw: Draw) => CleanQuery | undefined> = {
  facts({ subject, stage, type }, draw) {
    if (!subject || !stage) return undefined
    const kind = draw.below(2) === 0 ? [] : [kindWords[type]]
    return withPlace([...kind, ...wordsOf(`${subjectLabels[subject]} ${grades[stage].shortLabel}`)], draw)
  },
  topic({ subject }, draw) {
    const forms = draw.pick(Object.values(topics)).forms.split('|')
    const arabic = forms.filter(form => /^[\u0621-\u064a ]{5,}$/u.test(form))
    if (!subject || arabic.length === 0) return undefined
    const topic = wordsOf(draw.pick(arabic))
    return withPlace([...topic, ...wordsOf(subjectLabels[subject])], draw, topic.length)
  },
  title: (record, draw) => withPlace(titleBegun(record, draw), draw),
  'title half typed': (record, draw) => withPlace(withLastBegun(titleBegun(record, draw)), draw),
  teacher: ({ teacher }, draw) => (teacher ? withPlace(wordsOf(teacher), draw) : undefined),
  'teacher half typed': ({ teacher }, draw) =>
    teacher ? withPlace(withLastBegun(wordsOf(teacher)), draw) : undefined,
}
