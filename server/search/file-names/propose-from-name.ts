import type { BranchCode } from '#contract/codes/branches.ts'
import { hasBranches, type GradeCode } from '#contract/codes/grades.ts'
import { subjectsOfGrade, type SubjectCode } from '#contract/codes/subjects.ts'
import { proposedTitle, type KnownFacts } from '#contract/proposed-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Confidence, IngestKind, NameProposal } from '#contract/resources/ingest.ts'
import { readExactly } from '../language/facts.ts'
import { Lexicon } from '../language/lexicon.ts'
import { understand, type Understanding } from '../language/understand.ts'
import type { Wish } from '../language/units.ts'
import { parts, type PartCode } from '../language/words/parts.ts'
import { topics, type TopicCode } from '../language/words/topics.ts'
import { readNamedFacts } from '../named-facts.ts'
import { counterIn } from './counters.ts'
import { plainNameOf, type PlainName } from './plain-name.ts'
import { teacherIn } from './teacher-in-name.ts'

/** What is said of one thing, and how surely; null where nothing is. */
export type Said<Value> = { value: Value; confidence: Confidence } | null

/** Names are read for what they say by themselves: no record is asked. */
const noRecords = new Lexicon()
const sureQuality = 0.95
/** Below it a word was mended so far that it may as well be a name. */
const leastQuality = 0.8
const bareNumber = /^[\p{N}\s]+$/u
const pictures = /^(?:jpe?g|png|webp|avif|gif|hei[cf])$/u
const archives = /^(?:zip|rar|7z)$/u

/** Everything that a text says of a record. */
export interface Reading {
  stage: Said<GradeCode>
  branch: Said<BranchCode>
  subject: Said<SubjectCode>
  /** Each subject that it names, that of a part too. */
  subjects: SubjectCode[]
  part: PartCode | undefined
  releaseYear: Said<number>
  /** It tells of many years. */
  isManyYears: boolean
  try: Said<number>
  /** Each round that it names. */
  rounds: number[]
  types: string[]
  topic: TopicCode | undefined
  teacher: Said<string>
  cities: NameProposal['city'][]
  counter: string
}

function wishesOf<By extends Wish['by']>({ concepts }: Understanding, by: By) {
  return concepts.flatMap(({ wishes, ranges }) => {
    const own = wishes.filter((wish): wish is Extract<Wish, { by: By }> => wish.by === by)
    return own.some(({ quality }) => quality >= leastQuality) ? [{ own, ranges }] : []
  })
}

const best = <W extends { quality: number }>(wishes: readonly W[]): W | undefined =>
  wishes.toSorted((a, b) => b.quality - a.quality)[0]

function said<Value>(value: Value, quality: number, isAmbiguous = false): Said<Value> {
  return { value, confidence: quality >= sureQuality && !isAmbiguous ? 'sure' : 'likely' }
}

function gradeOf(reading: Understanding, text: string, subject: SubjectCode | undefined): Said<GradeCode> {
  const units = wishesOf(reading, 'grade').filter(({ own }) => own.length <= 3)
  /* A number alone says less than a word. */
  const isBare = (ranges: readonly (readonly number[])[]) =>
    bareNumber.test(ranges.map(([from, to]) => text.slice(from, to)).join(' '))
  const unit = units.find(({ ranges }) => !isBare(ranges)) ?? units[0]
  if (!unit) return null
  const taught = subject && unit.own.filter(({ grade }) => subjectsOfGrade(grade).includes(subject))
  const possible = taught && taught.length > 0 ? taught : unit.own
  const found = best(possible)
  if (!found) return null
  const isSure = possible.length === 1 && !isBare(unit.ranges)
  if (isBare(unit.ranges)) return { value: found.grade, confidence: 'guess' }
  return { value: found.grade, confidence: isSure ? 'sure' : 'likely' }
}

const partSubject = (part: PartCode): SubjectCode => parts[part].subject ?? 'ARABIC'

function subjectOf(reading: Understanding): { subject: Said<SubjectCode>; part: PartCode | undefined } {
  const units = [...wishesOf(reading, 'subject'), ...wishesOf(reading, 'part')]
  const firstAt = (ranges: readonly (readonly number[])[]) => ranges[0]?.[0] ?? 0
  const inOrder = units.toSorted((a, b) => firstAt(a.ranges) - firstAt(b.ranges))
  const wish = inOrder[0] && best<Extract<Wish, { by: 'subject' | 'part' }>>(inOrder[0].own)
  if (!wish) return { subject: null, part: undefined }
  const isMixed = inOrder.length > 1
  if (wish.by === 'subject') return { subject: said(wish.subject, wish.quality, isMixed), part: undefined }
  return { subject: said(partSubject(wish.part), wish.quality, isMixed), part: wish.part }
}

function subjectsOf(reading: Understanding): SubjectCode[] {
  const named = wishesOf(reading, 'subject').flatMap(({ own }) => own.map(({ subject }) => subject))
  const ofParts = wishesOf(reading, 'part').flatMap(({ own }) => own.map(({ part }) => partSubject(part)))
  return [...new Set([...named, ...ofParts])]
}

/** Two digits that are most likely a year: `كيمياء سادس 26`. */
function shortYearIn(text: string): number | undefined {
  const found = [...text.matchAll(/(?:^|\s)(\d\d)(?=$|\s)/gu)].map(match => 2000 + Number(match[1]))
  return found.find(year => year >= 2010 && year <= 2030)
}

const isYear = (year: number) => year >= limits.minYear && year <= limits.maxYear

function yearOf(reading: Understanding, { text, stampYear }: PlainName) {
  const found = wishesOf(reading, 'year').flatMap(({ own }) => own)
  const last = found.at(-1)
  if (last) {
    const isMany = found.length > 1 || last.to - last.from > 1
    return { releaseYear: said(Math.max(...found.map(({ to }) => to)), last.quality, isMany), isMany }
  }
  /* The recogniser takes a number behind a word that counts for the word's own: `طبعة 2026`. */
  const written = /(?<!\d)(?:19|20)\d\d(?!\d)/u.exec(text)?.[0]
  if (written !== undefined && isYear(Number(written)))
    return { releaseYear: { value: Number(written), confidence: 'likely' as const }, isMany: false }
  const guess = shortYearIn(text) ?? stampYear
  return {
    releaseYear: guess === undefined ? null : { value: guess, confidence: 'guess' as const },
    isMany: false,
  }
}

/** Reads what a text says of a record. */
export function readFacts(plain: PlainName): Reading {
  const { text } = plain
  const reading = understand(`${text} `, noRecords)
  const { subject, part } = subjectOf(reading)
  const stage = gradeOf(reading, text, subject?.value)
  const branchWish = best(wishesOf(reading, 'branch').flatMap(({ own }) => own))
  const roundWishes = wishesOf(reading, 'round').flatMap(({ own }) => own)
  const roundWish = best(roundWishes)
  const { releaseYear, isMany } = yearOf(reading, plain)
  const { cities } = readNamedFacts(text)
  return {
    stage,
    branch: branchWish ? said(branchWish.branch, branchWish.quality) : null,
    subject,
    subjects: subjectsOf(reading),
    part,
    releaseYear,
    isManyYears: isMany,
    try: roundWish ? said(roundWish.round, roundWish.quality) : null,
    rounds: [...new Set(roundWishes.map(({ round }) => round))],
    types: [
      ...readExactly(text).types.map(({ type }) => type),
      ...wishesOf(reading, 'type').flatMap(({ own }) =>
        own.filter(({ quality }) => quality >= leastQuality).map(({ type }) => type),
      ),
    ],
    topic: wishesOf(reading, 'topic').flatMap(({ own }) => own.map(({ topic }) => topic))[0],
    teacher: teacherIn(text, reading),
    cities: cities.map(city => said(city, 1)),
    counter: counterIn(text),
  }
}

/** The kind of record that a reading speaks of; `ending` is that of the file's name. */
export function kindOf(reading: Reading, ending: string): Said<IngestKind> {
  const { types, topic, subject, stage, teacher, cities } = reading
  const topicType = topic && topics[topic].type
  const says = (type: string) => types.includes(type)
  if (archives.test(ending)) {
    if (topic === 'results' || cities.length > 0) return { value: 'result', confidence: 'sure' }
    return types.length > 0 || subject ? null : { value: 'result', confidence: 'guess' }
  }
  if (pictures.test(ending)) {
    const isExam = says('ministerial-exam') || reading.try !== null
    return { value: 'exam', confidence: isExam ? 'sure' : 'likely' }
  }
  if (says('malazima')) return { value: 'note', confidence: 'sure' }
  if (topic === 'results' && cities.length > 0) return { value: 'result', confidence: 'likely' }
  if (says('ministerial-exam') || reading.try !== null) {
    const isOne = !reading.isManyYears && (reading.releaseYear !== null || reading.try !== null)
    if (isOne && topicType !== 'malazima')
      return { value: 'exam', confidence: reading.try ? 'sure' : 'likely' }
    return { value: 'note', confidence: 'likely' }
  }
  if (topicType === 'book') return { value: 'book', confidence: 'sure' }
  if (topicType === 'malazima') return { value: 'note', confidence: says('book') ? 'likely' : 'sure' }
  if (says('book')) return { value: 'book', confidence: 'sure' }
  if (teacher) return { value: 'note', confidence: 'likely' }
  if (subject) return { value: 'book', confidence: stage ? 'likely' : 'guess' }
  return null
}

/** What a reading says, as far as texts are made of it. */
function factsOf(kind: IngestKind | undefined, reading: Reading): KnownFacts {
  const { part, topic } = reading
  return {
    kind: kind ?? '',
    stage: reading.stage?.value ?? '',
    branch: reading.branch?.value ?? '',
    subject: reading.subject?.value ?? '',
    releaseYear: reading.releaseYear?.value ?? null,
    try: reading.try?.value ?? null,
    teacher: reading.teacher?.value ?? '',
    city: '',
    label: topic && topics[topic].type !== 'news' ? topics[topic].label : '',
    about: part && parts[part].subject === undefined ? parts[part].label : '',
    part: reading.counter,
  }
}

/** A text as a title can hold it: whole words of it, as many as fit. Units: UTF-16 code units. */
function asTitle(text: string): string {
  if (text.length <= limits.maxTitleLength) return text
  const cut = text.slice(0, limits.maxTitleLength + 1)
  const end = cut.lastIndexOf(' ')
  return end > limits.maxTitleLength / 2 ? cut.slice(0, end) : cut.slice(0, -1).replace(/\p{Cs}$/u, '')
}

function titleOf(facts: KnownFacts, reading: Reading, plain: PlainName): Said<string> {
  const { stage, subject, releaseYear } = reading
  const value = proposedTitle(facts)
  if (value === '') {
    const isNamed = facts.kind !== 'result' && plain.text.length > 1
    return isNamed ? { value: asTitle(plain.text), confidence: 'guess' } : null
  }
  const needed = facts.kind === 'exam' ? [stage, subject, releaseYear] : [stage, subject]
  return { value, confidence: needed.every(each => each?.confidence === 'sure') ? 'sure' : 'likely' }
}

/** What the folders say is less sure than what the name itself does. */
function fromFolder<Value>(own: Said<Value>, folder: Said<Value>): Said<Value> {
  if (own && own.confidence !== 'guess') return own
  if (!folder) return own
  return { value: folder.value, confidence: 'likely' }
}

function withFolder(own: Reading, folder: Reading): Reading {
  return {
    ...own,
    stage: fromFolder(own.stage, folder.stage),
    branch: fromFolder(own.branch, folder.branch),
    subject: fromFolder(own.subject, folder.subject),
    part: own.subject ? own.part : folder.part,
    releaseYear: fromFolder(own.releaseYear, folder.releaseYear),
    try: fromFolder(own.try, folder.try),
    teacher: fromFolder(own.teacher, folder.teacher),
    types: own.types.length > 0 ? own.types : folder.types,
    topic: own.topic ?? folder.topic,
    cities: own.cities.length > 0 ? own.cities : folder.cities,
  }
}

/* What a messenger puts into the name of one folder reaches to the end of that name, and no further. */
function folderTextOf(folderPath: string): string {
  return folderPath
    .split(/[/\\]+/u)
    .map(folder => plainNameOf(folder).text)
    .filter(text => text !== '')
    .join(' ')
}

/**
 * Reads what a file's name says of the record that it is for; the folders before it say what the name leaves open.
 * Shape: pages of one thing have one `group`, whose place is their `page`.
 */
export function proposeFromName(name: string, folderPath = ''): NameProposal {
  const plain = plainNameOf(name)
  const folder = folderTextOf(folderPath)
  const own = readFacts(plain)
  const reading =
    folder === ''
      ? own
      : withFolder(own, readFacts({ text: folder, ending: '', page: undefined, stampYear: undefined }))
  const kind = kindOf(reading, plain.ending)
  const isPreparatory = reading.stage === null || hasBranches(reading.stage.value)
  const facts = factsOf(kind?.value, reading)
  const title = titleOf(facts, reading, plain)
  return {
    kind,
    title,
    stage: reading.stage,
    branch: isPreparatory ? reading.branch : null,
    subject: kind?.value === 'result' ? null : reading.subject,
    releaseYear: reading.releaseYear,
    try: kind?.value === 'exam' || kind?.value === 'result' ? reading.try : null,
    teacher: kind?.value === 'note' ? reading.teacher : null,
    /* Of several directorates none is likelier than the others. */
    city: kind?.value === 'result' && reading.cities.length === 1 ? (reading.cities[0] ?? null) : null,
    label: facts.label,
    about: facts.about,
    part: facts.part,
    page: plain.page ?? null,
    group: [folder, plain.text].filter(each => each !== '').join(' / '),
  }
}
