import type { BranchCode } from '#contract/codes/branches.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import type { Round } from '#contract/codes/rounds.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { TextRange } from '#contract/resources/search.ts'
import { limits } from '#contract/limits.ts'
import { gradesOfOrdinal, gradesOfStageReading, type GradeReading } from './grades.ts'
import type { Meaning, Track } from './meanings.ts'
import type { Segment, WordReading } from './segments.ts'
import type { Token } from './tokens.ts'
import { vocabulary } from './vocabulary.ts'
import { shortStages } from './words/grades.ts'
import type { PartCode } from './words/parts.ts'
import type { PlaceCode } from './words/places.ts'
import type { TopicCode } from './words/topics.ts'
import type { WordType } from './words/word-type.ts'

interface Placed {
  ranges: TextRange[]
  quality: number
}

/** Everything that the words of a text say, sorted by kind; each with where it was said. */
export interface Readings {
  subjects: (Placed & { subject: SubjectCode; group: number })[]
  parts: (Placed & { part: PartCode; typed: string; words: WordReading[][]; group: number })[]
  places: (Placed & { place: PlaceCode; typed: string; words: WordReading[][]; group: number })[]
  /** `isBare`: a digit beside a subject, which may count something else. */
  grades: (Placed & { readings: GradeReading[]; group: number; isBare?: boolean })[]
  stages: (Placed & { stage: StageCode; group: number })[]
  branches: (Placed & { branch: BranchCode; track: Track | undefined; group: number })[]
  types: (Placed & { type: WordType; typed: string; group: number })[]
  topics: (Placed & { topic: TopicCode; typed: string; group: number })[]
  rounds: (Placed & { round: Round; group: number })[]
  years: (Placed & { from: number; to: number; group: number })[]
  /** Free words; `group` numbers the segment, shared with the meanings that the same letters may have. */
  words: (Placed & { readings: WordReading[]; typed: string; group: number; isManner?: boolean })[]
  /** Words of another world. */
  foreign: Token[]
  fillers: (Placed & { typed: string })[]
}

const yearPattern = /^(?:19|20)\d\d$/

function emptyReadings(): Readings {
  return {
    subjects: [],
    parts: [],
    places: [],
    foreign: [],
    grades: [],
    stages: [],
    branches: [],
    types: [],
    topics: [],
    rounds: [],
    years: [],
    words: [],
    fillers: [],
  }
}

interface Part {
  segment: Segment
  tokens: Token[]
  ranges: TextRange[]
  ordinal: number | undefined
  stage: StageCode | undefined
  branch: BranchCode | undefined
  isFiller: boolean
  isManner: boolean
  isCounter: boolean
  isUsed: boolean
}

function rangesOf(tokens: Token[]): TextRange[] {
  const ranges: TextRange[] = []
  for (const { range } of tokens) {
    const last = ranges.at(-1)
    if (last && last[1] >= range[0]) last[1] = Math.max(last[1], range[1])
    else ranges.push([range[0], range[1]])
  }
  return ranges
}

function meaningOf<Kind extends Meaning['kind']>(
  segment: Segment,
  kind: Kind,
): Extract<Meaning, { kind: Kind }> | undefined {
  for (const { meaning } of segment.meanings) {
    if (meaning.kind === kind) return meaning as Extract<Meaning, { kind: Kind }>
  }
  return undefined
}

function partsOf(segments: Segment[], tokens: Token[]): Part[] {
  return segments.map(segment => {
    const own = tokens.slice(segment.from, segment.to)
    return {
      segment,
      tokens: own,
      ranges: rangesOf(own),
      ordinal: meaningOf(segment, 'ordinal')?.ordinal,
      stage: meaningOf(segment, 'stage')?.stage,
      branch: meaningOf(segment, 'branch')?.branch,
      isFiller: meaningOf(segment, 'filler') !== undefined,
      isManner: meaningOf(segment, 'manner') !== undefined,
      isCounter: meaningOf(segment, 'counter') !== undefined,
      isUsed: false,
    }
  })
}

function readShortStage(part: Part, before: Part | undefined, text: string): void {
  const token = part.tokens[0]
  if (!token || part.tokens.length !== 1 || before?.ordinal === undefined) return
  const meaning = shortStages[token.word]
  if (!meaning || text.charAt(token.range[1]) === '.') return
  const isDigit = /^\d$/.test(before.tokens[0]?.word ?? '')
  if (!isDigit && token.word !== 'م' && token.word !== 'ع') return
  if (meaning.kind === 'stage') part.stage = meaning.stage
  if (meaning.kind === 'branch') part.branch = meaning.branch
  part.isFiller = false
  part.segment = { ...part.segment, meanings: [{ meaning, quality: 0.9, said: token.word }], words: [] }
}

/** The parts beside an ordinal that say its stage or branch: nearest first, fillers between them do not count. */
function companionsOf(parts: Part[], at: number): Part[] {
  const isCompanion = (part: Part | undefined) =>
    part !== undefined && (part.stage ?? part.branch) !== undefined && !part.isUsed
  const found: Part[] = []
  const collect = (step: 1 | -1) => {
    for (let i = at + step; i >= 0 && i < parts.length; i += step) {
      const part = parts[i]
      if (part?.isFiller) continue
      if (!part || !isCompanion(part)) break
      found.push(part)
    }
  }
  collect(1)
  if (found.length === 0) collect(-1)
  if (found.length > 0) return found
  const ordinals = parts.filter(part => part.ordinal !== undefined)
  return ordinals.length === 1 ? parts.filter(isCompanion) : []
}

const gradeWords = /^(?:صف|للصف|صفوف|بول|بولي|grade|class|مرحله)$/u

/** Whether a digit stands there with nothing that makes a grade of it: no stage, no branch, no word for "grade". */
function isBareDigit(parts: Part[], at: number, companions: readonly Part[]): boolean {
  const own = parts[at]?.tokens
  if (companions.length > 0 || own?.length !== 1 || !/^\d$/.test(own[0]?.word ?? '')) return false
  const beside = [parts[at - 1], parts[at + 1]].flatMap(part => part?.tokens ?? [])
  return !beside.some(({ word }) => gradeWords.test(word))
}

function isBesideSubject(parts: Part[], at: number): boolean {
  return [parts[at - 1], parts[at + 1]].some(part => part && meaningOf(part.segment, 'subject') !== undefined)
}

function freeWord(token: Token, group: number): Readings['words'][number] {
  return { readings: wordOf(token), typed: token.word, ranges: [token.range], quality: 1, group }
}

function readGrades(parts: Part[], readings: Readings): void {
  for (const [at, part] of parts.entries()) {
    if (part.ordinal === undefined || part.isUsed) continue
    const companions = companionsOf(parts, at)
    const stage = companions.find(companion => companion.stage)?.stage
    const branch = companions.find(companion => companion.branch)?.branch
    for (const companion of companions) if (companion.stage && !companion.branch) companion.isUsed = true
    const isBare = isBareDigit(parts, at, companions)
    if (isBare && !isBesideSubject(parts, at)) {
      readings.words.push(...part.tokens.map(token => freeWord(token, at)))
      part.isUsed = true
      continue
    }
    const quality = Math.max(0, ...part.segment.meanings.map(reading => reading.quality))
    const ordinals = new Set<number>()
    for (const { meaning } of part.segment.meanings)
      if (meaning.kind === 'ordinal') ordinals.add(meaning.ordinal)
    readings.grades.push({
      readings: [...ordinals].flatMap(ordinal => gradesOfOrdinal(ordinal, stage, branch)),
      ranges: [part, ...companions.filter(companion => companion.stage)]
        .flatMap(each => each.ranges)
        .sort((a, b) => a[0] - b[0]),
      quality,
      group: at,
      isBare,
    })
  }
}

function readMeanings(part: Part, group: number, readings: Readings): void {
  const { ranges } = part
  for (const { meaning, quality, said: typed } of part.segment.meanings) {
    if (meaning.kind === 'subject')
      readings.subjects.push({ subject: meaning.subject, ranges, quality, group })
    if (meaning.kind === 'type') readings.types.push({ type: meaning.type, typed, ranges, quality, group })
    const words = part.tokens.map(wordOf)
    if (meaning.kind === 'part')
      readings.parts.push({ part: meaning.part, typed, words, ranges, quality, group })
    if (meaning.kind === 'place') {
      readings.places.push({ place: meaning.place, typed, words, ranges, quality, group })
    }
    if (meaning.kind === 'foreign') readings.foreign.push(...part.tokens)
    if (meaning.kind === 'topic')
      readings.topics.push({ topic: meaning.topic, typed, ranges, quality, group })
    if (meaning.kind === 'round') readings.rounds.push({ round: meaning.round, ranges, quality, group })
    if (meaning.kind === 'branch') {
      readings.branches.push({ branch: meaning.branch, track: meaning.track, ranges, quality, group })
    }
    if (meaning.kind === 'stage' && !part.isUsed) {
      readings.stages.push({ stage: meaning.stage, ranges, quality, group })
      readings.grades.push({ readings: gradesOfStageReading(meaning.stage), ranges, quality, group })
    }
  }
}

function yearOf(part: Part | undefined): number | undefined {
  const word = part?.tokens[0]?.word ?? ''
  if (part?.tokens.length !== 1 || !yearPattern.test(word)) return undefined
  const year = Number(word)
  return year >= limits.minYear - 10 && year <= limits.maxYear ? year : undefined
}

const shortYear = /^\d\d$/

/** A school year in short digits: `18/19`, `2018-19`. Shape: the two years, or undefined. */
function shortSchoolYear(first: Part, second: Part | undefined, text: string): [number, number] | undefined {
  const [from, to] = [first, second].map(part => (part?.tokens.length === 1 ? part.tokens[0] : undefined))
  if (
    !from ||
    !to ||
    !shortYear.test(to.word) ||
    !/^\s*[-/–—\\]\s*$/u.test(text.slice(from.range[1], to.range[0]))
  )
    return undefined
  const begin = shortYear.test(from.word) ? 2000 + Number(from.word) : yearOf(first)
  return begin !== undefined && (begin + 1) % 100 === Number(to.word) ? [begin, begin + 1] : undefined
}

function readYears(parts: Part[], readings: Readings, text: string): void {
  for (const [at, part] of parts.entries()) {
    const beside = parts[at + 1]
    const short = part.isUsed ? undefined : shortSchoolYear(part, beside, text)
    if (short && beside) {
      part.isUsed = beside.isUsed = true
      const ranges = [...part.ranges, ...beside.ranges]
      readings.years.push({ from: short[0], to: short[1], ranges, quality: 1, group: at })
      continue
    }
    const from = yearOf(part)
    if (from === undefined || part.isUsed) continue
    part.isUsed = true
    const next = parts.findIndex((other, index) => index > at && !other.isFiller)
    const to = next === at + 1 || next === at + 2 ? yearOf(parts[next]) : undefined
    const following = parts[next]
    if (to !== undefined && following && to > from && to - from <= 30) {
      following.isUsed = true
      readings.years.push({ from, to, ranges: [...part.ranges, ...following.ranges], quality: 1, group: at })
    } else {
      readings.years.push({ from, to: from, ranges: part.ranges, quality: 1, group: at })
    }
  }
}

function wordOf(token: Token): WordReading[] {
  return [{ word: token.word, quality: 1, isPrefix: false }]
}

/** The words of a filler as the vocabulary has them; slips mended. */
function saidBy({ segment }: Part, typed: string): string {
  return segment.meanings.find(({ meaning }) => meaning.kind === 'filler')?.said ?? typed
}

/** Whether a word says how the file is made, a slip in it mended: `ملوشنه`. */
function isSlippedManner({ segment }: Part): boolean {
  const [best] = segment.words.toSorted((a, b) => b.quality - a.quality)
  const meanings = best && !best.isPrefix ? vocabulary.next.get(best.word)?.meanings : undefined
  return meanings?.some(({ kind }) => kind === 'manner') === true
}

/** Sorts what the segments of a text mean, reading each ordinal by its neighbours. */
export function readSegments(segments: Segment[], tokens: Token[], text: string): Readings {
  const readings = emptyReadings()
  const parts = partsOf(segments, tokens)
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    readShortStage(part, before, text)
    const isCounted =
      before?.isCounter === true && (part.ordinal !== undefined || /^\d+$/.test(part.tokens[0]?.word ?? ''))
    if (!isCounted || !before) continue
    for (const counted of [before, part]) {
      counted.isUsed = true
      readings.words.push(...counted.tokens.map(token => freeWord(token, at)))
    }
  }
  readYears(parts, readings, text)
  readGrades(parts, readings)
  for (const [group, part] of parts.entries()) {
    if (part.isUsed) continue
    readMeanings(part, group, readings)
    const typed = part.tokens.map(token => token.word).join(' ')
    if (part.segment.meanings.length === 0 && isSlippedManner(part)) {
      readings.words.push({
        readings: part.segment.words,
        typed,
        ranges: part.ranges,
        quality: 1,
        group,
        isManner: true,
      })
    } else if (part.isManner) {
      readings.words.push(...part.tokens.map(token => ({ ...freeWord(token, group), isManner: true })))
    } else if (part.isFiller || part.isCounter || (typed.length === 1 && part.segment.meanings.length === 0))
      readings.fillers.push({ ranges: part.ranges, quality: 1, typed: saidBy(part, typed) })
    else if (part.segment.meanings.length === 0 || part.segment.words.length > 0) {
      readings.words.push({ readings: part.segment.words, typed, ranges: part.ranges, quality: 1, group })
    }
  }
  return readings
}
