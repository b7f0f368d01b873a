import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { RecognisedKind, TextRange } from '#contract/resources/search.ts'
import type { Lexicon } from './lexicon.ts'
import type { Readings } from './readings.ts'
import { recordSpellings } from './spelling.ts'
import type { WordReading } from './segments.ts'
import type { ConceptUnit, Wish } from './units.ts'
import { topics as topicTable } from './words/topics.ts'

/** A word of the query that is looked for in the records' text. */
export interface WordUnit {
  /** What the record's word may be, best first; empty when no record holds anything like it. */
  readings: WordReading[]
  typed: string
  ranges: TextRange[]
}

const weights: Record<RecognisedKind, number> = {
  subject: 3,
  grade: 3,
  type: 2,
  topic: 2,
  branch: 1.2,
  year: 1.6,
  round: 1.5,
}

interface RawWish {
  kind: RecognisedKind
  group: number
  wishes: Wish[]
  ranges: TextRange[]
}

const languages = new Set<SubjectCode>(['ENGLISH', 'FRENCH', 'KURDISH'])
const skills = new Set<SubjectCode>(['GRAMMAR', 'READING'])

/** `قواعد انكليزي` is English, its grammar a word to look for; `قواعد عربي` is grammar. */
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

function rawWishes(readings: Readings): RawWish[] {
  const raw: RawWish[] = []
  for (const { subject, quality, group, ranges } of readings.subjects) {
    raw.push({ kind: 'subject', group, ranges, wishes: [{ by: 'subject', subject, quality }] })
  }
  for (const { readings: grades, quality, group, ranges } of readings.grades) {
    const wishes = grades.map((each): Wish => ({
      by: 'grade',
      grade: each.grade,
      quality: each.quality * quality,
    }))
    raw.push({ kind: 'grade', group, ranges, wishes })
  }
  for (const { branch, track, quality, group, ranges } of readings.branches) {
    raw.push({ kind: 'branch', group, ranges, wishes: [{ by: 'branch', branch, track, quality }] })
  }
  for (const { type, quality, group, ranges } of readings.types) {
    raw.push({ kind: 'type', group, ranges, wishes: [{ by: 'type', type, quality }] })
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
        weight: Math.max(...wishes.map(each => weights[each.kind])),
        isRequired: true,
        ranges: uniqueRanges(wishes.flatMap(each => each.ranges)),
      })
      continue
    }
    // Values of one field are alternatives to each other; topics and years of one query are wishes side by side.
    const key = kind === 'topic' || kind === 'year' ? `${kind}${group}` : kind
    pure.set(key, [...(pure.get(key) ?? []), ...wishes])
  }
  for (const wishes of pure.values()) {
    const kind = wishes[0]?.kind
    if (kind === undefined) continue
    units.push({
      kind,
      wishes: wishes.flatMap(each => each.wishes),
      weight: weights[kind],
      isRequired: kind === 'subject' || kind === 'grade',
      ranges: uniqueRanges(wishes.flatMap(each => each.ranges)),
    })
  }
  return units.sort((a, b) => (a.ranges[0]?.[0] ?? 0) - (b.ranges[0]?.[0] ?? 0))
}

/** Makes of what a query says the wishes about facts and the words to look for. */
export function buildUnits(
  readings: Readings,
  lexicon: Lexicon,
): { concepts: ConceptUnit[]; words: WordUnit[] } {
  settleSubjects(readings)
  settleTypes(readings)
  const concepts = mergeUnits(rawWishes(readings))
  const groups = new Set(rawWishes(readings).map(({ group }) => group))
  // Where a phrase and a word claim the same letters, the phrase stands: a word alone would let anything in.
  const words = readings.words.filter(({ group }) => !groups.has(group))
  if (concepts.length > 0 || words.length > 0) return { concepts, words }
  const fillers = readings.fillers.flatMap(({ typed, ranges }) =>
    typed.split(' ').map(word => ({ typed: word, ranges, readings: asWords(word, lexicon) })),
  )
  return { concepts, words: fillers }
}

function asWords(word: string, lexicon: Lexicon): WordReading[] {
  return recordSpellings(word, word, lexicon).map(spelling => ({ ...spelling, isPrefix: false }))
}
