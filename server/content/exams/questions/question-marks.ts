import { fold } from '#contract/arabic/fold.ts'

const ordinals = [
  'الاول',
  'الثاني',
  'الثالث',
  'الرابع',
  'الخامس',
  'السادس',
  'السابع',
  'الثامن',
  'التاسع',
  'العاشر',
] as const
const letters = ['ا', 'ب', 'ج', 'د', 'ه', 'و'] as const
const latinLetters = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** What stands before, between and behind the number of a question: «س١/», «س (١):», «Q1-». */
const lead = '[\\s(\\[*•.]*'
const close = String.raw`\s*[)\]]?\s*`
const stroke = '[/\\\\|:.\\-–—ـ؛،]'
const digits = '[0-9٠-٩۰-۹]{1,2}'
const numbered = new RegExp(
  `^${lead}(?:س(?:ؤال)?|Q(?:uestion)?)\\s*[.:/(]?\\s*(${digits})${close}(?:${stroke}+|(?=\\s|$))`,
  'iu',
)
const named = new RegExp(`^${lead}(?:ال)?س[ؤو]ال\\s+(\\p{L}+)${close}(?:${stroke}+|(?=[(\\s]|$))`, 'u')
const branch = new RegExp(
  `^${lead}(?:(?:ال)?فرع\\s*[(\\[]?\\s*)?([أإاآبجدهوABCDEF])ـ?\\s*(?:[)\\]]\\s*${stroke}?|${stroke}+)\\s*`,
  'u',
)
const namedBranch = new RegExp(
  `^${lead}(?:ال)?فرع\\s*[(\\[:]?\\s*([أإاآبجدهوABCDEF])ـ?(?=[\\s)\\]:/\\-]|$)\\s*[)\\]]?\\s*${stroke}*\\s*`,
  'u',
)
/** Its stroke was not read, and no word is one letter. */
const bareBranch = /^[\s([]*([أإابجد])\s+(?=\p{L}{2})/u
const item = new RegExp(`(?:^|(?<=[\\s.؟?،:]))[(\\[]?(${digits})\\s*[)\\]\\-–.]+(?=\\s|\\p{L})`, 'gu')
const mark = /[([]?\s*[0-9٠-٩]{1,3}\s*(?:درج[ةه]|درجات|marks?|[مM](?=\s*[)\]]))\s*[)\]]?/giu

/** Nothing but signs. */
const signs = String.raw`[^\p{L}\p{N}]*`
/** A question may begin a line with the same word, but goes on with another one. */
const note = new RegExp(
  `^${signs}(?:ال)?(?:ملاحظ[ةه]|ملاحظات|تنبيه|Note)(?=\\s*(?:$|[^\\p{L}\\p{N}\\s])|\\s+(?:ال)?[إأا]?جاب|\\s+[أا]جب)`,
  'iu',
)
const end = new RegExp(
  `^${signs}(?:انتهت\\s+ال[أا]سئل[ةه]|استفد(?!\\p{L})|مع\\s+تمنيات|مع\\s+التمنيات|The\\s+end|Good\\s+luck)`,
  'iu',
)
const heads = [
  'جمهوري[ةه]\\s+العراق',
  'وزار[ةه]\\s+التربي[ةه]',
  'اللجن[ةه]\\s+الدائم',
  'بسم\\s+الله\\s+الرحمن',
  'الدراس[ةه]\\s*[/:]',
  'الماد[ةه]\\s*[/:]',
  'الوقت\\s*[/:]',
  'الدور\\s+\\p{L}+\\s*[0-9٠-٩/\\-–.]*\\s*$',
  `الصفح[ةه]\\s+\\p{L}+${signs}$`,
  '(?:ال)?صفح[ةه]\\s+[0-9٠-٩]',
  'اقلب\\s+',
  `يتبع${signs}$`,
  'العام\\s+الدراسي',
  'الرقم\\s+الامتحاني',
  'اسم\\s+الطالب',
]
const furniture = new RegExp(`^${signs}(?:${heads.join('|')})`, 'u')
const word = /\p{L}{2}/u
/** An equation, a term, a point or a row of values: what a number of a page and a rule are not. */
const formula =
  /[\p{L}\p{N}].*[=+×÷<>≤≥±^√∫∑→⇌]|[=+×÷<>≤≥±^√∫∑→⇌].*[\p{L}\p{N}]|\p{N}\s*[,،]\s*[-−]?\s*\p{N}|\p{N}\s*\p{L}|\p{L}\s*[-−]\s*[\p{L}\p{N}]/u

/** A mark at the beginning of a line, and what stands behind it. */
export interface FoundMark {
  number: number
  rest: string
}

/** The mark of a question. */
export interface QuestionMark extends Omit<FoundMark, 'number'> {
  /** What stands there; undefined where it is no number. */
  number: number | undefined
  /** What stands on the paper when a picture was read wrong. */
  mayBe: readonly number[]
}

/** What numbers of questions look like to the reader of pictures when it takes them for something else. */
const misread: Readonly<Record<string, readonly number[]>> = {
  '1': [2, 6],
  ا: [1],
  '8': [3],
  ل: [2],
  '"': [2, 3],
  '”': [2, 3],
  '“': [2, 3],
  '*': [3],
  ء: [4],
  '»': [4, 5],
  '«': [4, 5],
}
const unclear = new RegExp(`^${lead}س\\s*[(/]?([لا"”“*ء»«])?${close}(?:${stroke}+|(?=[\\s(\\[]|$))\\s*`, 'u')

/** The number of the question that begins with a line; only one that was read from a picture may be another. */
export function questionMark(line: string, isRead: boolean): QuestionMark | undefined {
  const found = numbered.exec(line)
  if (found) {
    const number = Number(fold(found[1] ?? ''))
    return { number, mayBe: isRead ? (misread[number] ?? []) : [], rest: line.slice(found[0].length) }
  }
  const word = named.exec(line)
  const number = word ? (ordinals as readonly string[]).indexOf(fold(word[1] ?? '')) + 1 : 0
  if (word && number > 0) return { number, mayBe: [], rest: line.slice(word[0].length) }
  const sign = unclear.exec(line)
  if (!sign) return undefined
  const rest = line.slice(sign[0].length)
  /* Else it is a letter of a formula. */
  const isBranched = branchMark(rest)?.number === 1
  return isBranched
    ? { number: undefined, mayBe: isRead ? (misread[sign[1] ?? ''] ?? []) : [], rest }
    : undefined
}

/** The number of the branch that begins with a line: 1 for «أ». */
export function branchMark(line: string): FoundMark | undefined {
  const found = branch.exec(line) ?? namedBranch.exec(line) ?? bareBranch.exec(line)
  if (!found) return undefined
  const letter = fold(found[1] ?? '')
  const place = [letters, latinLetters].map(list => (list as readonly string[]).indexOf(letter))
  return { number: Math.max(...place) + 1, rest: line.slice(found[0].length) }
}

/** «أ» for the first branch. */
export function branchLetter(number: number): string {
  return ['أ', 'ب', 'ج', 'د', 'هـ', 'و'][number - 1] ?? String(number)
}

/** The items of a text that are numbered from 1 without a gap, and what stands before them. */
export function itemsOf(text: string): { stem: string; items: string[] } | undefined {
  const starts: { at: number; from: number }[] = []
  for (const found of text.matchAll(item))
    if (Number(fold(found[1] ?? '')) === starts.length + 1)
      starts.push({ at: found.index, from: found.index + found[0].length })
  if (starts.length === 0) return undefined
  const items = starts.map(({ from }, index) => text.slice(from, starts[index + 1]?.at).trim())
  return { stem: text.slice(0, starts[0]?.at).trim(), items }
}

/** The text without what it is worth. */
export const withoutMarks = (text: string) => text.replace(mark, ' ').replace(/\s+/gu, ' ').trim()

/** What a line is that belongs to no question: said to the pupils, printed on every page, or the end of the paper. */
export function besides(line: string): 'note' | 'furniture' | 'end' | undefined {
  if (end.test(line)) return 'end'
  if (note.test(line)) return 'note'
  if (furniture.test(line)) return 'furniture'
  return word.test(line) || formula.test(line) || branchMark(line) ? undefined : 'furniture'
}
