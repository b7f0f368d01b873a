import { hasBranches } from '#contract/codes/grades.ts'
import { comparedWords, writtenWords } from '#contract/arabic/words.ts'
import { latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { proposedTitle } from '#contract/proposed-texts.ts'
import type { Confidence, IngestField, IngestValues } from '#contract/resources/ingest.ts'
import { kindOf, readFacts, type Reading, type Said } from './propose-from-name.ts'

/** A heading is no longer than this; what is longer is a sentence, which speaks of anything. */
const mostWords = 14
const hijri = /(?<!\d)1[34]\d\d(?!\d)\s*(?:هـ?|ه‍)?/gu
const marks = /[_+.،,;|#~*•()[\]{}«»"'!؟?:/\\=]+/gu

/** Where the first headings have one of these it is a letter, a list or a paper about somebody, and no record. */
const otherPapers = new Set(['جامعة', 'كلية', 'جدول', 'وثيقة', 'تقرير', 'سجل'].flatMap(comparedWords))
/** With its article only: `عدد الأسئلة` stands on exams too. */
const letterNumber = 'العدد'
const letterSubject = /(?:^|\s)م\s*[/\\]/u
const firstHeadings = 10
/** The day of a paper, not its subject. */
const dated = /التاريخ(?=\s+\d)/gu
/** `الدور الأول والثاني`: the others are named without their word. */
const furtherRound = /(?<!\p{L})و(?:ال)?(?:ثاني|ثالث|رابع|تكميلي)(?!\p{L})/u

type Facts = Pick<
  Reading,
  'stage' | 'branch' | 'subject' | 'releaseYear' | 'try' | 'teacher' | 'types' | 'topic'
>

const pageFields = ['kind', 'stage', 'branch', 'subject', 'releaseYear', 'try', 'teacher'] as const

/** Only what is written there in so many words. */
const sure = <Value>(said: Said<Value>): Said<Value> => (said?.confidence === 'sure' ? said : null)

function plainLine(line: string): string {
  return latinDigits(line).replace(hijri, ' ').replace(marks, ' ').replace(/\s+/gu, ' ').trim()
}

const isOtherPaper = (line: string) =>
  letterSubject.test(line) ||
  writtenWords(line).includes(letterNumber) ||
  comparedWords(line).some(word => otherPapers.has(word))

function readLine(text: string): Reading {
  const reading = readFacts({
    text: text.replace(dated, ' '),
    ending: 'pdf',
    page: undefined,
    stampYear: undefined,
  })
  const isOfOneRound = reading.rounds.length === 1 && !furtherRound.test(text)
  return isOfOneRound ? reading : { ...reading, try: null }
}

/* A book may say that it holds exams; what is called a book first is one. */
function asBook(reading: Reading): Reading {
  const { types } = reading
  const [book, exam] = [types.indexOf('book'), types.indexOf('ministerial-exam')]
  if (book < 0 || exam < book) return reading
  return { ...reading, types: types.filter(type => type !== 'ministerial-exam'), try: null }
}

/** What the headings say together: of each fact the first line that surely says it. */
function readHeadings(page: string): Reading | undefined {
  const written = page.split('\n').slice(0, limits.proposalLines)
  if (written.slice(0, firstHeadings).some(isOtherPaper)) return undefined
  const lines = written.map(plainLine).filter(line => line !== '' && line.split(' ').length <= mostWords)
  const readings = lines.map(readLine)
  const first = <Name extends keyof Facts>(name: Name) =>
    readings.map(reading => reading[name]).find(value => value !== null && value !== undefined)
  const firstSure = <Value>(of: (reading: Reading) => Said<Value>): Said<Value> =>
    readings.map(reading => sure(of(reading))).find(said => said !== null) ?? null
  const subjects = new Set(readings.flatMap(reading => reading.subjects))
  const [any] = readings
  /* A sheet of results names a grade too. */
  if (!any || readings.some(({ topic }) => topic === 'results')) return undefined
  const found = {
    ...any,
    stage: firstSure(({ stage }) => stage),
    branch: firstSure(({ branch }) => branch),
    subject: subjects.size > 1 ? null : firstSure(({ subject }) => subject),
    releaseYear: firstSure(({ releaseYear }) => releaseYear),
    try: firstSure(reading => reading.try),
    teacher: firstSure(({ teacher }) => teacher),
    types: readings.flatMap(({ types }) => types),
    topic: first('topic') as Reading['topic'],
    isManyYears: false,
    cities: [],
  }
  /* Without either it is a page within a book: what it names, it tells of. */
  const isTitle = found.stage !== null || (found.try !== null && found.releaseYear !== null)
  return isTitle ? asBook(found) : undefined
}

/** What a row says, and how surely, with what the first page of its file adds. */
interface Filled {
  said: IngestValues
  doubts: Record<string, Confidence>
  /** Whether the page has said anything that the row did not. */
  isChanged: boolean
}

/** Whether a row leaves something open, or only guessed, that the first page of its file may say. */
export function leavesOpen(
  { kind, stage, branch, subject, releaseYear, try: round }: IngestValues,
  doubts: Record<string, Confidence>,
): boolean {
  if (kind === 'result') return false
  if (pageFields.some(field => doubts[field] === 'guess')) return true
  const isBranched = stage !== '' && hasBranches(stage) && kind !== 'exam'
  const isOpen = kind === '' || stage === '' || subject === '' || releaseYear === null
  return isOpen || (kind === 'exam' && round === null) || (isBranched && branch === '')
}

/**
 * Fills what the name of a PDF leaves open, or lets only guess, from the text of its first page, in the words of the
 * site's search; where both speak the name wins. Shape: what comes from the page is doubted as `page`.
 */
export function fillFromPage(said: IngestValues, doubts: Record<string, Confidence>, page: string): Filled {
  const reading = readHeadings(page)
  if (!reading) return { said, doubts, isChanged: false }
  const filled: IngestValues = { ...said }
  const fromPage: IngestField[] = []
  const fill = <Field extends IngestField>(field: Field, found: Said<IngestValues[Field]> | null) => {
    if (!found) return
    if (filled[field] !== '' && filled[field] !== null && doubts[field] !== 'guess') return
    filled[field] = found.value
    fromPage.push(field)
  }
  /* A book has authors too; they make no handout of it. */
  fill('kind', kindOf({ ...reading, teacher: null }, 'pdf'))
  if (filled.kind === 'result') return { said, doubts, isChanged: false }
  fill('stage', reading.stage)
  const isPreparatory = filled.stage !== '' && hasBranches(filled.stage)
  if (isPreparatory) fill('branch', reading.branch)
  fill('subject', reading.subject)
  fill('releaseYear', reading.releaseYear)
  if (filled.kind === 'exam') fill('try', reading.try)
  if (filled.kind === 'note') fill('teacher', reading.teacher)
  if (fromPage.length === 0) return { said, doubts, isChanged: false }
  const now = { ...doubts, ...Object.fromEntries(fromPage.map(field => [field, 'page' as const])) }
  /* A title that was only guessed gives way to the one that the facts make. */
  const isGuess = now['title'] === 'guess' && proposedTitle(filled) !== ''
  if (!isGuess) return { said: filled, doubts: now, isChanged: true }
  const { title: _guess, ...others } = now
  return { said: { ...filled, title: '' }, doubts: others, isChanged: true }
}
