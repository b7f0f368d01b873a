import { branchLabels, type BranchCode } from './codes/branches.ts'
import { grades, hasBranches, type GradeCode } from './codes/grades.ts'
import { roundLabel } from './codes/rounds.ts'
import { subjectLabels, type SubjectCode } from './codes/subjects.ts'
import { formatPlainNumber } from './format.ts'

/** What is known of a record before anybody has written a word about it; '' and null where it is not. */
export interface KnownFacts {
  kind: 'book' | 'note' | 'exam' | 'result' | ''
  stage: GradeCode | ''
  branch: BranchCode | '' | null
  subject: SubjectCode | ''
  releaseYear: number | null
  /** 0: not stated. */
  try: number | null
  teacher: string
  city: string
  /** What it is called in place of its kind: «ملخص», «دليل المعلم». */
  label: string
  /** What it is about in place of its subject: «البلاغة». */
  about: string
  /** The part of a whole that it is: «الجزء الثاني». */
  part: string
}

const year = (value: number | null) => (value === null ? '' : formatPlainNumber(value))
const joined = (parts: readonly string[], by: string) => parts.filter(part => part !== '').join(by)

function branchOf({ stage, branch }: KnownFacts): string {
  return stage !== '' && branch && hasBranches(stage) ? ` ال${branchLabels[branch]}` : ''
}

const topicOf = ({ about, subject }: KnownFacts) => about || (subject === '' ? '' : subjectLabels[subject])
const whenOf = (facts: KnownFacts) =>
  joined([roundLabel(facts.try ?? 0, formatPlainNumber), year(facts.releaseYear)], ' ')

/** A title as the site's records have them; '' while the grade or the subject is not known, and for results. */
export function proposedTitle(facts: KnownFacts): string {
  const { kind, stage, label, part } = facts
  const topic = topicOf(facts)
  if (stage === '' || topic === '' || kind === '' || kind === 'result') return ''
  const { label: grade, shortLabel } = grades[stage]
  const behind = part === '' ? '' : `، ${part}`
  if (kind === 'book')
    return `${label || 'كتاب'} ${topic} ل${grade.replace(/^ال/u, 'ل')}${branchOf(facts)}${behind}`
  if (kind === 'note') return `${label || 'ملزمة'} ${topic} – ${shortLabel}${branchOf(facts)}${behind}`
  return joined([`أسئلة ${topic}`, shortLabel, whenOf(facts)], ' – ')
}
/** One sentence that says what a record holds, for the kinds that need one; '' while too little is known. */
export function proposedDescription(facts: KnownFacts): string {
  const { kind, stage, label, part } = facts
  const topic = topicOf(facts)
  if (stage === '' || topic === '') return ''
  const grade = `${grades[stage].label}${branchOf(facts)}`
  if (kind === 'exam') return `الأسئلة الوزارية لمادة ${joined([topic, grade, whenOf(facts)], '، ')}.`
  if (kind !== 'book') return ''
  return `${joined([`${label || 'كتاب'} ${topic}`, grade, part], '، ')}.`
}

/** The words by which a record is searched for beside its title. */
export function proposedKeywords(facts: KnownFacts): string[] {
  const { kind, stage, teacher, city, label } = facts
  const kindWord = { book: 'كتاب', note: 'ملزمة', exam: 'وزاري', result: 'نتائج', '': '' }[kind]
  const words = [
    label || kindWord,
    topicOf(facts),
    city,
    stage === '' ? '' : grades[stage].shortLabel,
    teacher,
    year(facts.releaseYear),
  ]
  return [...new Set(words.filter(word => word !== ''))]
}
