import { grades as gradeTable, type GradeCode } from '#contract/codes/grades.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { RecognisedKind, SearchType, TextRange } from '#contract/resources/search.ts'
import type { Facts } from './facts.ts'
import type { Track } from './meanings.ts'
import { topics as topicTable, type TopicCode } from './words/topics.ts'

/** One thing that a part of the query may ask of a record's facts. */
export type Wish =
  | { by: 'subject'; subject: SubjectCode; quality: number }
  | { by: 'grade'; grade: GradeCode; quality: number }
  | { by: 'branch'; branch: BranchCode; track: Track | undefined; quality: number }
  | { by: 'type'; type: SearchType; quality: number }
  | { by: 'topic'; topic: TopicCode; quality: number }
  | { by: 'round'; round: number; quality: number }
  | { by: 'year'; from: number; to: number; quality: number }

/** A part of the query that was understood: any one of its wishes will do, the best counts. */
export interface ConceptUnit {
  kind: RecognisedKind
  wishes: Wish[]
  weight: number
  /** A record that grants none of the wishes is no answer at all; otherwise it is a poorer one. */
  isRequired: boolean
  ranges: TextRange[]
}

/** From this quality on a wish counts as granted. */
export const grantedFrom = 0.5

const unstatedBranch = 0.9
const unstatedTrack = 0.92
const otherTrack = 0.8
const earlierHalfOfSchoolYear = 0.9
const nearCategory = 0.4
/** Whoever names a round wants what has rounds. */
const otherRound = 0.15
const sameTypeOtherTopic = 0.25
const pastPapersForExams = 0.7

/** How near a record of another type comes to the one asked for; what is not listed is no answer. */
const typeAffinity: Partial<Record<`${SearchType}>${SearchType}`, number>> = {
  'book>malazima': 0.15,
  'malazima>book': 0.1,
  'malazima>ministerial-exam': 0.1,
  'ministerial-exam>malazima': 0.15,
  'ministerial-exam>book': 0.1,
}

function branchQuality(wish: Extract<Wish, { by: 'branch' }>, facts: Facts): number {
  if (!facts.grades.some(grade => gradeTable[grade].stage === 'PREPARATORY')) return 0
  if (facts.branch === null) return unstatedBranch
  if (facts.branch !== wish.branch) return 0
  if (wish.track === undefined || facts.track === wish.track) return 1
  return facts.track === null ? unstatedTrack : otherTrack
}

function typeQuality(type: SearchType, facts: Facts): number {
  if (facts.type === type) return 1
  if (type === 'ministerial-exam' && facts.topics.includes('pastPapers')) return pastPapersForExams
  return typeAffinity[`${type}>${facts.type}`] ?? 0
}

function topicQuality(code: TopicCode, facts: Facts): number {
  if (facts.topics.includes(code)) return 1
  const topic = topicTable[code]
  if (topic.near !== undefined && topic.near === facts.newsType) return nearCategory
  if (topic.type === 'news') return 0
  return facts.type === topic.type
    ? sameTypeOtherTopic
    : (typeAffinity[`${topic.type}>${facts.type}`] ?? 0) / 2
}

function yearQuality(from: number, to: number, facts: Facts): number {
  if (facts.years.includes(to)) return 1
  if (to - from > 1) return facts.years.some(year => year >= from && year <= to) ? 1 : 0
  return facts.years.includes(from) ? earlierHalfOfSchoolYear : 0
}

function wishQuality(wish: Wish, facts: Facts): number {
  switch (wish.by) {
    case 'subject':
      return facts.subjects.includes(wish.subject) ? 1 : 0
    case 'grade':
      return facts.grades.includes(wish.grade) ? 1 : 0
    case 'branch':
      return branchQuality(wish, facts)
    case 'type':
      return typeQuality(wish.type, facts)
    case 'topic':
      return topicQuality(wish.topic, facts)
    case 'round':
      if (facts.round === wish.round) return 1
      return facts.round === null ? 0 : otherRound
    case 'year':
      return yearQuality(wish.from, wish.to, facts)
  }
}

/** How well a record's facts grant a unit, 0 to 1. */
export function unitQuality(unit: ConceptUnit, facts: Facts): number {
  let best = 0
  for (const wish of unit.wishes) {
    const quality = wishQuality(wish, facts) * wish.quality
    if (quality > best) best = quality
  }
  return best
}
