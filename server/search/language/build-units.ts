import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { RecognisedKind } from '#contract/codes/recognised-kinds.ts'
import type { TextRange } from '#contract/resources/search.ts'
import { weights } from '../rank/weights.ts'
import type { Lexicon } from './lexicon.ts'
import type { Readings } from './readings.ts'
import { recordSpellings } from './spelling.ts'
import type { WordReading } from './segments.ts'
import type { ConceptUnit, Wish } from './units.ts'
import { topics as topicTable } from './words/topics.ts'
import { isSearched } from './words/word-type.ts'

/** A word of the query that is looked for in the records' text. */
export interface WordUnit {
  /** What the record's word may be, best first; empty when no record holds anything like it. */
  readings: WordReading[]
  typed: string
  ranges: TextRange[]
  /** Says how the file is made, not what it is about: it weighs little. */
  isManner?: boolean
}

interface RawWish {
  kind: RecognisedKind
  group: number
  wishes: Wish[]
  ranges: TextRange[]
  /** Only likely: what does not grant it is still an answer. */
  isSoft?: boolean
}

const languages = new Set<SubjectCode>(['ENGLISH', 'FRENCH', 'KURDISH'])
const skills = new Set<SubjectCode>(['READING'])

function wordsApart(words: WordReading[][], ranges: TextRange[], group: number): Readings['words'] {
  return words.map(own => ({ readings: own, ranges, typed: own[0]?.word ?? '', group, quality: 1 }))
}

/** `قواعد انكليزي` is English, its grammar a word to look for; `قواعد عربي` is the grammar of Arabic. */
function settleParts(readings: Readings): void {
  const named = new Set(readings.subjects.map(({ subject }) => subject))
  const isArabic = named.size === 0 || (named.size === 1 && named.has('ARABIC'))
  if (isArabic) {
    if (readings.parts.length > 0) readings.subjects = []
    return
  }
  for (const { words, ranges, group } of readings.parts) {
    readings.words.push(...wordsApart(words, ranges, group))
  }
  readings.parts = []
}

/** Two subjects of which one is a skill: `قراءة انكليزي` is English. */
function settleSubjects(readings: Readings): void {
  const codes = new Set(readings.subjects.map(({ subject }) => subject))
  const hasLanguage = [...codes].some(code => languages.has(code))
  const hasSkill = [...codes].some(code => skills.has(code))
  const isSoleReading = (group: number) => readings.subjects.filter(each => each.group === group).length === 1
  if (hasLanguage && hasSkill) {
    readings.subjects = readings.subjects.filter(
      ({ subject, group }) => !(skills.has(subject) && isSoleReading(group)),
    )
  } else if (hasSkill && codes.has('ARABIC')) {
    readings.subjects = readings.subjects.filter(
      ({ subject, group }) => subject !== 'ARABIC' || !isSoleReading(group),
    )
  }
}

/** A finer word decides over a coarser one: `ملخص كتاب` is a summary, `نتائج الوزاري` news of results. */
function settleTypes(readings: Readings): void {
  const certain = readings.topics.filter(({ topic }) => topic !== 'examNews')
  const ofNews = certain.some(({ topic }) => topicTable[topic].type === 'news')
  const ofNotes = certain.some(({ topic }) => topicTable[topic].type === 'malazima')
  const says = (type: string) => readings.types.some(each => each.type === type)
  if (ofNews) readings.types = readings.types.filter(({ type }) => type === 'news')
  else if (ofNotes && !says('ministerial-exam'))
    readings.types = readings.types.filter(({ type }) => type === 'malazima')
  else if (ofNotes && readings.types.every(({ typed }) => /^(?:اسيله|اسله|سوال)$/u.test(typed)))
    readings.types = []
  if (says('ministerial-exam') && says('malazima')) {
    const asked = readings.types.find(({ type }) => type === 'ministerial-exam')
    if (asked && /وزار|كلوري|كالوري/u.test(asked.typed)) {
      readings.topics.push({
        topic: 'pastPapers',
        typed: asked.typed,
        ranges: asked.ranges,
        quality: asked.quality,
        group: asked.group,
      })
      readings.types = readings.types.filter(({ type }) => type !== 'ministerial-exam')
    }
  }
  if (certain.length > 0 || readings.types.length > 0) {
    readings.topics = readings.topics.filter(({ topic }) => topic !== 'examNews')
  }
}

/** Only news is about places: beside a subject, or as a teacher's name, the word is a word: `المثنى`, `الرفاعي`. */
function settlePlaces(readings: Readings, lexicon: Lexicon): void {
  const ofNews = readings.topics.filter(({ topic }) => topicTable[topic].type === 'news')
  const isOfNews = ofNews.length > 0
  const isSurelyOfNews = ofNews.some(({ quality }) => quality === 1)
  const isOfMaterial = !isOfNews && (readings.subjects.length > 0 || readings.parts.length > 0)
  readings.places = readings.places.filter(({ words, quality, ranges, group }) => {
    const isName = words.some(([first]) => first !== undefined && lexicon.taught(first.word) > 0)
    const isGuess = quality < 1 && !isOfNews
    if (isOfNews && !isGuess && (isSurelyOfNews || !isName)) return true
    if (!isOfMaterial && !isName && !isGuess) return true
    if (isGuess && readings.words.some(unit => unit.group === group)) return false
    const own = isGuess ? words.map(([first]) => asWords(first?.word ?? '', lexicon)) : words
    readings.words.push(...wordsApart(own, ranges, group))
    return false
  })
}

/** The school year alone is about its beginning: `العام الدراسي 2023-2024`. */
function settleSchoolYear(readings: Readings): void {
  const { years, fillers, subjects, types, topics, grades, words } = readings
  const isAlone = [subjects, types, topics, grades, words].every(list => list.length === 0)
  const said = fillers.find(({ typed }) => /عام دراسي|سنه دراسيه/u.test(typed))
  if (!isAlone || !said || years.length === 0) return
  readings.topics.push({ topic: 'termStart', typed: said.typed, ranges: said.ranges, quality: 1, group: -1 })
}

function rawWishes(readings: Readings): RawWish[] {
  const raw: RawWish[] = []
  for (const { subject, quality, group, ranges } of readings.subjects) {
    raw.push({ kind: 'subject', group, ranges, wishes: [{ by: 'subject', subject, quality }] })
  }
  for (const { part, quality, group, ranges } of readings.parts) {
    raw.push({ kind: 'subject', group, ranges, wishes: [{ by: 'part', part, quality }] })
  }
  for (const { place, quality, group, ranges } of readings.places) {
    raw.push({ kind: 'place', group, ranges, wishes: [{ by: 'place', place, quality }] })
  }
  for (const { readings: grades, quality, group, ranges, isBare } of readings.grades) {
    const wishes = grades.map((each): Wish => ({
      by: 'grade',
      grade: each.grade,
      quality: each.quality * quality,
    }))
    raw.push({ kind: 'grade', group, ranges, wishes, isSoft: isBare === true })
  }
  for (const { branch, track, quality, group, ranges } of readings.branches) {
    raw.push({ kind: 'branch', group, ranges, wishes: [{ by: 'branch', branch, track, quality }] })
  }
  for (const { type, quality, group, ranges } of readings.types) {
    if (isSearched(type)) raw.push({ kind: 'type', group, ranges, wishes: [{ by: 'type', type, quality }] })
  }
  for (const { topic, quality, group, ranges } of readings.topics) {
    const wishes: Wish[] = [{ by: 'topic', topic, quality }]
    if (topic === 'examNews') {
      wishes.push(
        { by: 'type', type: 'ministerial-exam', quality },
        { by: 'topic', topic: 'tests', quality: quality * 0.7 },
      )
    }
    raw.push({ kind: 'topic', group, ranges, wishes })
  }
  for (const { round, quality, group, ranges } of readings.rounds) {
    raw.push({ kind: 'round', group, ranges, wishes: [{ by: 'round', round, quality }] })
  }
  for (const { from, to, quality, group, ranges } of readings.years) {
    raw.push({ kind: 'year', group, ranges, wishes: [{ by: 'year', from, to, quality }] })
  }
  return raw
}

function uniqueRanges(ranges: TextRange[]): TextRange[] {
  const seen = new Map(ranges.map(range => [range.join('-'), range]))
  return [...seen.values()].sort((a, b) => a[0] - b[0])
}

function mergeUnits(raw: RawWish[]): ConceptUnit[] {
  const byGroup = Map.groupBy(raw, ({ group }) => group)
  const pure = new Map<string, RawWish[]>()
  const units: ConceptUnit[] = []
  for (const [group, wishes] of byGroup) {
    const kinds = new Set(wishes.map(({ kind }) => kind))
    const [kind] = kinds
    if (kind === undefined) continue
    if (kinds.size > 1) {
      units.push({
        kind,
        wishes: wishes.flatMap(each => each.wishes),
        weight: Math.max(...wishes.map(each => weights.part[each.kind])),
        isRequired: kinds.has('subject') || kinds.has('grade'),
        ranges: uniqueRanges(wishes.flatMap(each => each.ranges)),
      })
      continue
    }
    // Values of one field are alternatives to each other; topics and years of one query are wishes side by side.
    const isSoft = wishes.some(each => each.isSoft)
    const key = isSoft || kind === 'topic' || kind === 'year' ? `${kind}${group}` : kind
    pure.set(key, [...(pure.get(key) ?? []), ...wishes])
  }
  for (const wishes of pure.values()) {
    const kind = wishes[0]?.kind
    if (kind === undefined) continue
    units.push({
      kind,
      wishes: wishes.flatMap(each => each.wishes),
      weight: wishes[0]?.isSoft ? weights.part.bareDigit : weights.part[kind],
      isRequired: !wishes[0]?.isSoft && (kind === 'subject' || kind === 'grade'),
      ranges: uniqueRanges(wishes.flatMap(each => each.ranges)),
    })
  }
  return units.sort((a, b) => (a.ranges[0]?.[0] ?? 0) - (b.ranges[0]?.[0] ?? 0))
}

/** Makes of what a query says the wishes about facts and the words to look for. */
export function buildUnits(
  readings: Readings,
  lexicon: Lexicon,
): { concepts: ConceptUnit[]; words: WordUnit[]; softWords: WordUnit[] } {
  settleParts(readings)
  settlePlaces(readings, lexicon)
  settleSubjects(readings)
  settleTypes(readings)
  settleSchoolYear(readings)
  const concepts = mergeUnits(rawWishes(readings))
  const groups = new Set(rawWishes(readings).map(({ group }) => group))
  // Where a phrase and a word claim the same letters, the phrase stands: a word alone would let anything in.
  const words = readings.words
    .filter(({ group }) => !groups.has(group))
    .flatMap(unit => knownUnit(unit, lexicon))
  const [only] = concepts
  if (only?.kind === 'place' && concepts.length === 1 && words.length === 0) only.isRequired = true
  const softWords = [...words.filter(({ isManner }) => isManner), ...ownWordsOf(readings, lexicon)]
  const hardWords = words.filter(({ isManner }) => !isManner)
  if (concepts.length > 0 || hardWords.length > 0) return { concepts, words: hardWords, softWords }
  if (words.length > 0) return { concepts, words, softWords: [] }
  const fillers = readings.fillers.flatMap(({ typed, ranges }) =>
    typed.split(' ').map(word => ({ typed: word, ranges, readings: asWords(word, lexicon) })),
  )
  return { concepts, words: fillers, softWords: [] }
}

/** The words by which a topic was named: among its records those that say them come first. */
function ownWordsOf({ topics }: Readings, lexicon: Lexicon): WordUnit[] {
  const seen = new Set<string>()
  return topics.flatMap(({ typed, ranges }) =>
    typed.split(' ').flatMap((word): WordUnit[] => {
      if (seen.has(word) || lexicon.documents(word) === 0) return []
      seen.add(word)
      return [{ typed: word, ranges, readings: [{ word, quality: 1, isPrefix: false }] }]
    }),
  )
}

/** Without readings that no record holds; a word for how the file is made is left out when no record says it. */
function knownUnit(unit: Readings['words'][number], lexicon: Lexicon): WordUnit[] {
  const readings = unit.readings.filter(({ word, isPrefix }) => isPrefix || lexicon.documents(word) > 0)
  return unit.isManner && readings.length === 0 ? [] : [{ ...unit, readings }]
}

function asWords(word: string, lexicon: Lexicon): WordReading[] {
  return recordSpellings(word, word, lexicon).map(spelling => ({ ...spelling, isPrefix: false }))
}
