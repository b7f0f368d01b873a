import { fold } from '#contract/arabic/fold.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { latinDigits } from '#contract/format.ts'

/** What the titles of a list, of its section and of a row say already. */
export interface Said {
  subject?: SubjectCode | undefined
  grade?: GradeCode | undefined
  branch?: BranchCode | null | undefined
  year?: number | undefined
  round?: number | undefined
  teacher?: string | undefined
}

const kindWords = new Set(['كتاب', 'كتب', 'ملزمه', 'ملازم', 'اسيله', 'ماده', 'لماده', 'وزاري', 'الوزاريه'])
/** What joins a title to what was taken out of it, and means nothing at its ends. */
const joints = new Set([
  'في',
  'من',
  'علي',
  'مع',
  'و',
  'ماده',
  'لماده',
  'للعام',
  'لعام',
  'سنه',
  'عام',
  'الدراسي',
])
const edges = /^[\s\-–—:،,.()[\]/|_«»"]+|[\s\-–—:،,.([/|_«»"]+$/gu

/* Titles and labels are made of few words, and a list asks for them again with each of its rows. */
const comparables = new Map<string, string>()
const comparablesKept = 5_000

function comparable(word: string): string {
  let found = comparables.get(word)
  if (found !== undefined) return found
  found = latinDigits(fold(word.replace(edges, '')))
  if (comparables.size >= comparablesKept) comparables.clear()
  comparables.set(word, found)
  return found
}
const isWord = (word: string) => word !== ''

/** A label and the forms in which titles write it. */
const withArticleForms = (label: string) => [label, label.replace(/^ال/, ''), label.replace(/^ال/, 'لل')]

function makePhrases({ subject, grade, branch, year, round }: Said): string[][] {
  const texts: string[] = []
  const branchForms = branch ? withArticleForms(`ال${branchLabels[branch]}`) : []
  if (subject) texts.push(...withArticleForms(subjectLabels[subject]))
  if (grade) {
    const [ordinal = '', adjective = ''] = grades[grade].shortLabel.split(' ')
    const ends = [adjective, adjective.replace(/^ال/, ''), ...branchForms]
    for (const form of withArticleForms(ordinal)) {
      for (const end of ends) texts.push(`${form} ${end}`, `للصف ${form} ${end}`, `الصف ${form} ${end}`)
      texts.push(`للصف ${form}`, `الصف ${form}`, `صف ${form}`)
    }
  }
  for (const form of branchForms) texts.push(`الفرع ${form}`, `للفرع ${form}`, form)
  if (year !== undefined) texts.push(`${year - 1}-${year}`, `${year - 1}–${year}`, String(year))
  if (round) texts.push(roundLabel(round))
  return texts
    .map(text => text.split(' ').map(comparable).filter(isWord))
    .toSorted((a, b) => b.length - a.length)
}

/* All rows of a list have the same few above them, and some seventy phrases are made of each. */
const phrases = new Map<string, string[][]>()
const phrasesKept = 1_000

/** The words of each way in which a title says what stands above it, the longest first; the same array for the same things. */
export function phrasesOf(said: Said): readonly (readonly string[])[] {
  const key = [said.subject, said.grade, said.branch, said.year, said.round].join(' ')
  let found = phrases.get(key)
  if (found !== undefined) return found
  found = makePhrases(said)
  if (phrases.size >= phrasesKept) phrases.clear()
  phrases.set(key, found)
  return found
}

/** Where the words of a phrase stand one after the other; -1 where they do not. */
function placeOf(phrase: readonly string[], words: readonly string[]): number {
  const [first = ''] = phrase
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1))
    if (phrase.every((word, step) => words[at + step] === word)) return at
  return -1
}

/**
 * What is left of a title without what stands above it already: the part, the edition, the kind of handout.
 *
 * Shape: «كتاب الكيمياء للصف السادس الإعدادي – الجزء الأول» gives «الجزء الأول»; empty when nothing of its own is left.
 */
export function titleRest(title: string, said: Said): string {
  let words = title.split(/\s+/u).filter(isWord)
  let folded = words.map(comparable)
  for (const phrase of phrasesOf(said)) {
    const start = placeOf(phrase, folded)
    if (start < 0) continue
    words = words.toSpliced(start, phrase.length)
    folded = folded.toSpliced(start, phrase.length)
  }
  const isIdle = (word: string) => joints.has(comparable(word)) || comparable(word) === ''
  while (words.length > 0 && isIdle(words.at(-1) ?? '')) words = words.slice(0, -1)
  while (words.length > 0 && isIdle(words[0] ?? '')) words = words.slice(1)
  const isOwn = words.some(word => !kindWords.has(comparable(word)))
  const rest = words.length > 1 && kindWords.has(comparable(words[0] ?? '')) ? afterKind(words) : words
  return isOwn ? rest.join(' ').replace(edges, '') : ''
}

/** Without «كتاب» before a part of it; with everything else it is a part of the name. */
function afterKind(words: string[]): string[] {
  const [first = '', second = ''] = words.map(comparable)
  return first === 'كتاب' && (second === '' || second.startsWith('الجز')) ? words.slice(1) : words
}
