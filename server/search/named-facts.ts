import { comparedWords } from '#contract/arabic/words.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import type { City } from '#contract/codes/cities.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { isRound } from '#contract/codes/rounds.ts'
import type { Round } from '#contract/codes/rounds.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { Lexicon } from './language/lexicon.ts'
import { understand } from './language/understand.ts'
import { placeCodes, placeForms, placeLabels, type PlaceCode } from './language/words/places.ts'

/** What a name says of a record; several of one kind are alternatives, none says nothing. */
export interface NamedFacts {
  cities: City[]
  subjects: SubjectCode[]
  grades: GradeCode[]
  branches: BranchCode[]
  rounds: Round[]
  /** A school year gives both its years. */
  years: number[]
}

/** Names are read for what they say for sure: no repairs of words that records might hold. */
const noRecords = new Lexicon()
const sure = 1
const bareNumber = /^[\p{N}\s]+$/u
const ordinals: Record<string, string> = { اولي: '1', ثانيه: '2', ثالثه: '3' }
const maxNameLength = 200

interface CityWords {
  city: City
  words: string[]
}

const cityWords: CityWords[] = cities.map(city => ({ city, words: comparedWords(city) }))

function isCity(name: string): name is City {
  return (cities as readonly string[]).includes(name)
}

/** The directorates of a governorate: its own, or those of the two banks for Baghdad. */
function citiesOf(place: PlaceCode): City[] {
  const label = placeLabels[place]
  return isCity(label) ? [label] : cityWords.filter(isNumbered).map(({ city }) => city)
}

/** Towns and other names of governorates, the longest first. */
const townWords = placeCodes
  .flatMap(place =>
    placeForms[place].split('|').map(form => ({ cities: citiesOf(place), words: comparedWords(form) })),
  )
  .sort((a, b) => b.words.length - a.words.length)

/** True for the two halves of Baghdad, which have directorates by number. */
function isNumbered({ words }: CityWords): boolean {
  return ordinals[words[1] ?? ''] !== undefined
}

function startsAt(words: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((word, index) => {
    const found = words[at + index]
    return found === word || (found !== undefined && found === ordinals[word])
  })
}

/** The cities that a name holds, and its other words. */
function takeCities(words: readonly string[]): { found: City[]; rest: string[] } {
  const said: City[][] = []
  const rest: string[] = []
  for (let at = 0; at < words.length;) {
    const whole = cityWords.find(city => startsAt(words, at, city.words))
    const halves = cityWords.filter(city => isNumbered(city) && city.words[0] === words[at])
    const town = townWords.find(each => startsAt(words, at, each.words))
    if (whole) said.push([whole.city])
    else if (halves.length > 0) said.push(halves.map(({ city }) => city))
    else if (town) said.push(town.cities)
    else rest.push(words[at] ?? '')
    at += whole?.words.length ?? (halves.length > 0 ? 1 : (town?.words.length ?? 1))
  }
  /* «بغداد» beside «الكرخ الثانية» names no other directorate. */
  const isWider = (one: City[], other: City[]) =>
    one.length > other.length && other.every(city => one.includes(city))
  const found = said.filter(one => !said.some(other => isWider(one, other))).flat()
  return { found: [...new Set(found)], rest }
}

/** Reads what a file name or a title says of a record: only what is sure. */
export function readNamedFacts(name: string): NamedFacts {
  const spaced = name.slice(0, maxNameLength).replace(/[\p{P}\p{S}]+/gu, ' ')
  const { found, rest } = takeCities(comparedWords(spaced))
  /* The words of a city would read as grades; a name without one is read as it is written. */
  const text = found.length > 0 ? rest.join(' ') : spaced
  const facts: NamedFacts = { cities: found, subjects: [], grades: [], branches: [], rounds: [], years: [] }
  for (const { wishes, ranges } of understand(text, noRecords).concepts) {
    const isOneKind = new Set(wishes.map(({ by }) => by)).size === 1
    if (!isOneKind || !wishes.some(({ quality }) => quality >= sure)) continue
    const written = ranges.map(([from, to]) => text.slice(from, to)).join(' ')
    for (const wish of wishes) {
      if (wish.by === 'subject') facts.subjects.push(wish.subject)
      if (wish.by === 'grade' && !bareNumber.test(written)) facts.grades.push(wish.grade)
      if (wish.by === 'branch') facts.branches.push(wish.branch)
      if (wish.by === 'round' && isRound(wish.round)) facts.rounds.push(wish.round)
      if (wish.by === 'year') facts.years.push(wish.from, wish.to)
    }
  }
  return facts
}
