import { comparedWords } from '#contract/arabic/words.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import type { City } from '#contract/codes/cities.ts'
import {
  grades,
  gradesOfStage,
  isMinisterialGradeCode,
  ministerialGradeCodes,
  type MinisterialGradeCode,
} from '#contract/codes/grades.ts'
import { isRound, type Round } from '#contract/codes/rounds.ts'
import type { RecognisedPart } from '#contract/resources/search.ts'
import { Lexicon } from './language/lexicon.ts'
import type { ConceptUnit } from './language/units.ts'
import { understand } from './language/understand.ts'
import { readNamedFacts } from './named-facts.ts'

/** What a query asks of the results of exams. */
export interface ResultQuestion {
  /** It says «نتائج», or another word for them. */
  asksForResults: boolean
  /** Stages with results that it names, the likeliest first; all where it names none. */
  stages: readonly MinisterialGradeCode[]
  /** Whether a grade or stage is named. */
  namesGrade: boolean
  cities: City[]
  branch: BranchCode | undefined
  round: Round | undefined
  /** The years that it names: a school year has both. */
  years: number[]
  /** What may be the name of a school, as it was typed; empty where nothing is left for it. */
  schoolText: string
  /** It says what only schools are called by: «إعدادية», «للبنات». */
  asksForSchool: boolean
}

const words = (text: string) => text.split('|').flatMap(word => comparedWords(word))
/** What schools are, as the first word of their names, and whom they are for. */
const schoolWords = new Set(
  words(
    'مدرسة|مدارس|إعدادية|اعداديات|ثانوية|ثانويات|متوسطة|ابتدائية|معهد|مجمع|للبنين|للبنات|بنين|بنات|مختلطة|المختلطة|المتميزين|المتميزات|للمتميزين|للمتميزات|النموذجية|المسائية|الأهلية',
  ),
)
const cityWords = new Set(cities.flatMap(city => comparedWords(city)))

/** Whether a folded word names no single school: what schools are called by, and the cities. */
export function isGeneralWord(word: string): boolean {
  return schoolWords.has(word) || cityWords.has(word) || /^\p{N}{1,2}$/u.test(word)
}

/** No words of records: what is asked for is said in the words of the language. */
const noRecords = new Lexicon()
const sure = 0.8
/** A shorter beginning is as likely that of a name. */
const leastLetters = 4

const isOf = (unit: ConceptUnit, by: string) => unit.wishes.some(wish => wish.by === by)

function gradesOf(unit: ConceptUnit) {
  return unit.wishes
    .flatMap(wish => (wish.by === 'grade' ? wish : []))
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ grade }) => grade)
}

/** A stage alone, which is also the first word of schools' names: «إعدادية». */
function isStageAlone(unit: ConceptUnit): boolean {
  const [first, ...others] = gradesOf(unit)
  if (first === undefined) return false
  const { stage } = grades[first]
  return (
    gradesOfStage(stage).length === others.length + 1 && others.every(code => grades[code].stage === stage)
  )
}

function without(query: string, units: readonly ConceptUnit[]): string {
  const letters = query.split('')
  for (const [from, to] of units.flatMap(({ ranges }) => ranges)) letters.fill(' ', from, to)
  return letters.join('').replace(/\s+/g, ' ').trim()
}

/**
 * Whether it is worth asking what a query wants of results, by what the search made of it: most queries are spared a
 * second reading. `isAlone`: no record is called as the query says.
 */
export function mayAskForResults(
  query: string,
  recognised: readonly RecognisedPart[],
  isAlone: boolean,
): boolean {
  return (
    isAlone ||
    recognised.some(({ kind, code }) => kind === 'topic' && code === 'results') ||
    comparedWords(query).some(word => schoolWords.has(word))
  )
}

/** Reads what a query asks of results; undefined where it asks for something else. */
export function readResultQuestion(query: string): ResultQuestion | undefined {
  const { concepts, foreignWords } = understand(query, noRecords)
  if (foreignWords > 0) return undefined
  const surely = concepts.filter(({ wishes }) => wishes.some(({ quality }) => quality >= sure))
  const asksForResults = surely.some(
    ({ wishes, ranges: [range = [0, 0]] }) =>
      range[1] - range[0] >= leastLetters &&
      wishes.some(wish => wish.by === 'topic' && wish.topic === 'results'),
  )
  const isOfOther = surely.some(unit => isOf(unit, 'subject') || isOf(unit, 'part') || isOf(unit, 'type'))
  if (isOfOther && !asksForResults) return undefined
  const ofGrades = surely.filter(unit => isOf(unit, 'grade'))
  const named = ofGrades.filter(unit => !isStageAlone(unit))
  const stages = (named.length > 0 ? named : ofGrades).flatMap(gradesOf).filter(isMinisterialGradeCode)
  const isOfOtherGrade = named.length > 0 && stages.length === 0
  if (isOfOtherGrade) return undefined
  const wishes = surely.flatMap(unit => unit.wishes)
  const [branch] = wishes.flatMap(wish => (wish.by === 'branch' ? wish.branch : []))
  const [round] = wishes.flatMap(wish => (wish.by === 'round' && isRound(wish.round) ? wish.round : []))
  const years = wishes.flatMap(wish => (wish.by === 'year' ? [wish.to, wish.from] : []))
  const isOfResults = (unit: ConceptUnit) =>
    isOf(unit, 'year') ||
    isOf(unit, 'round') ||
    unit.wishes.some(wish => wish.by === 'topic' && wish.topic === 'results')
  const schoolText = without(
    query,
    surely.filter(unit => isOfResults(unit) || named.includes(unit)),
  )
  return {
    asksForResults,
    stages: stages.length > 0 ? [...new Set(stages)] : ministerialGradeCodes,
    namesGrade: stages.length > 0,
    cities: asksForResults ? readNamedFacts(query).cities : [],
    branch,
    round,
    years: [...new Set(years)],
    schoolText,
    asksForSchool: comparedWords(schoolText).some(word => schoolWords.has(word)),
  }
}
