import type { BranchCode } from '#contract/codes/branches.ts'
import { hasBranches, type GradeCode } from '#contract/codes/grades.ts'
import { isNewsCategoryCode, type NewsCategoryCode } from '#contract/codes/news-categories.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { SearchType } from '#contract/resources/search.ts'
import type { SearchDocument } from '../search-document.ts'
import { Lexicon } from './lexicon.ts'
import type { Track } from './meanings.ts'
import { readSegments, type Readings } from './readings.ts'
import { segment } from './segments.ts'
import { tokenise } from './tokens.ts'
import { parts as partTable, type PartCode } from './words/parts.ts'
import type { PlaceCode } from './words/places.ts'
import { topicCodes, topics as topicTable, type TopicCode } from './words/topics.ts'
import { isNews } from './words/word-type.ts'

/** What is known of a record beside its words; records with equal facts are ranked alike. */
export interface Facts {
  type: SearchType
  subjects: SubjectCode[]
  grades: GradeCode[]
  branch: BranchCode | null
  track: Track | null
  round: number | null
  newsType: NewsCategoryCode | null
  years: number[]
  topics: TopicCode[]
  /** The parts of Arabic that the record is about. */
  parts: PartCode[]
  /** The governorates that a piece of news is about. */
  places: PlaceCode[]
}

const noWords = new Lexicon()
const exactly = { lexicon: noWords, lastIsOpen: false, repairs: false }
const maxKeywordsRead = 50

/** What the words of a record's text say, read exactly as written. */
export function readExactly(text: string): Readings {
  const tokens = tokenise(text)
  return readSegments(segment(tokens, exactly), tokens, text)
}

function unique<Value>(values: Value[]): Value[] {
  return [...new Set(values)]
}

function yearsOf(document: SearchDocument, title: Readings): number[] {
  const years = typeof document.year === 'number' ? [document.year] : []
  for (const { from, to } of title.years) {
    if (isNews(document.type)) years.push(from, to)
    else if (to - from > 1) for (let year = from; year <= to; year += 1) years.push(year)
  }
  if (isNews(document.type)) years.push(document.createdAt.getUTCFullYear())
  return unique(years).sort((a, b) => a - b)
}

function topicsOf(document: SearchDocument, texts: Readings[]): TopicCode[] {
  const said = texts.flatMap(readings => readings.topics.map(({ topic }) => topic))
  const fitting = said.filter(topic => topicTable[topic].type === document.type)
  const byCategory = topicCodes.filter(
    topic => Boolean(document.newsType) && topicTable[topic].category === document.newsType,
  )
  const saysPastPapers = document.type === 'malazima' && texts.some(({ types }) => types.some(isMinisterial))
  return unique([...fitting, ...byCategory, ...(saysPastPapers ? (['pastPapers'] as const) : [])]).sort()
}

function isMinisterial({ type, typed }: Readings['types'][number]): boolean {
  return type === 'ministerial-exam' && /وزار|كالوري|كلوري/u.test(typed)
}

const arabicSubjects: readonly SubjectCode[] = ['ARABIC', 'GRAMMAR', 'READING']

function subjectsSaid({ subjects, parts }: Readings): SubjectCode[] {
  return [
    ...subjects.map(({ subject }) => subject),
    ...parts.map(({ part }): SubjectCode => partTable[part].subject ?? 'ARABIC'),
  ]
}

/** What is known of a record: its fields, and what its title and keywords say where a field is missing. */
export function factsOf(document: SearchDocument): Facts {
  const title = readExactly(document.title)
  const keywords = document.keywords.slice(0, maxKeywordsRead).map(readExactly)
  const texts = [title, ...keywords]
  const gradesSaid = texts.flatMap(readings =>
    readings.grades.flatMap(each => each.readings.map(({ grade }) => grade)),
  )
  const grades = document.stage ? [document.stage] : unique(gradesSaid)
  const isPreparatory = grades.some(hasBranches)
  const branches = isPreparatory ? texts.flatMap(readings => readings.branches) : []
  const branch = document.branch ?? branches[0]?.branch ?? null
  const subjects = document.subject ? [document.subject] : unique(texts.flatMap(subjectsSaid))
  const isArabic = subjects.some(subject => arabicSubjects.includes(subject))
  return {
    type: document.type,
    subjects,
    grades,
    branch,
    track: branch === 'SCIENTIFIC' ? (branches.find(({ track }) => track)?.track ?? null) : null,
    round: document.round ?? texts.flatMap(({ rounds }) => rounds)[0]?.round ?? null,
    newsType: document.newsType && isNewsCategoryCode(document.newsType) ? document.newsType : null,
    years: yearsOf(document, title),
    topics: topicsOf(document, texts),
    parts: isArabic ? unique(texts.flatMap(({ parts }) => parts.map(({ part }) => part))).sort() : [],
    places: isNews(document.type)
      ? unique(texts.flatMap(({ places }) => places.map(({ place }) => place))).sort()
      : [],
  }
}

/** The facts as one text, equal for equal facts; `readFacts` is the way back. */
export function factsKey(facts: Facts): string {
  const { type, subjects, grades, branch, track, round, newsType, years, topics, parts, places } = facts
  return [
    type,
    subjects.join(','),
    grades.join(','),
    branch,
    track,
    round,
    newsType,
    years.join(','),
    topics.join(','),
    parts.join(','),
    places.join(','),
  ]
    .map(value => value ?? '')
    .join('|')
}

function list<Value extends string>(text: string | undefined): Value[] {
  return text ? (text.split(',') as Value[]) : []
}

/** The facts that `factsKey` wrote. */
export function readFacts(key: string): Facts {
  const [type, subjects, grades, branch, track, round, newsType, years, topics, parts, places] =
    key.split('|')
  return {
    type: type as SearchType,
    subjects: list<SubjectCode>(subjects),
    grades: list<GradeCode>(grades),
    branch: (branch || null) as BranchCode | null,
    track: (track || null) as Track | null,
    round: round ? Number(round) : null,
    newsType: (newsType || null) as NewsCategoryCode | null,
    years: list(years).map(Number),
    topics: list<TopicCode>(topics),
    parts: list<PartCode>(parts),
    places: list<PlaceCode>(places),
  }
}
