import { hasBranches, type GradeCode } from '#contract/codes/grades.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { RecognisedKind } from '#contract/codes/recognised-kinds.ts'
import type { SearchType, TextRange } from '#contract/resources/search.ts'
import type { NewsCategoryCode } from '#contract/codes/news-categories.ts'
import { weights } from '../rank/weights.ts'
import type { Facts } from './facts.ts'
import type { Track } from './meanings.ts'
import { parts as partTable, type PartCode } from './words/parts.ts'
import type { PlaceCode } from './words/places.ts'
import { topics as topicTable, type TopicCode } from './words/topics.ts'
import type { WordType } from './words/word-type.ts'

/** One thing that a part of the query may ask of a record's facts. */
export type Wish =
  | { by: 'subject'; subject: SubjectCode; quality: number }
  | { by: 'part'; part: PartCode; quality: number }
  | { by: 'place'; place: PlaceCode; quality: number }
  | { by: 'grade'; grade: GradeCode; quality: number }
  | { by: 'branch'; branch: BranchCode; track: Track | undefined; quality: number }
  | { by: 'type'; type: SearchType; quality: number }
  | { by: 'topic'; topic: TopicCode; quality: number }
  | { by: 'category'; category: NewsCategoryCode; quality: number }
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

/** The subjects that a wish may be granted by; empty when it does not look at the subject. */
export function subjectsOfWish(wish: Wish): SubjectCode[] {
  if (wish.by === 'subject') return [wish.subject]
  if (wish.by !== 'part') return []
  const own = partTable[wish.part].subject
  return own ? [own, 'ARABIC'] : ['ARABIC']
}

function nearKind(asked: WordType, is: SearchType): number {
  const near: Partial<Record<string, number>> = weights.nearKind
  return near[`${asked}>${is}`] ?? 0
}

function branchQuality(wish: Extract<Wish, { by: 'branch' }>, facts: Facts): number {
  if (!facts.grades.some(hasBranches)) return 0
  if (facts.branch === null) return weights.partly.unstatedBranch
  if (facts.branch !== wish.branch) return 0
  if (wish.track === undefined || facts.track === wish.track) return 1
  return facts.track === null ? weights.partly.unstatedTrack : weights.partly.otherTrack
}

function partQuality(part: PartCode, facts: Facts): number {
  const { subject } = partTable[part]
  if (subject && facts.subjects.includes(subject)) return 1
  if (!facts.subjects.includes('ARABIC')) return 0
  if (facts.parts.includes(part)) return 1
  return facts.parts.length === 0 ? weights.partly.unstatedPart : weights.partly.otherPart
}

function typeQuality(type: SearchType, facts: Facts): number {
  if (type === 'book' && facts.topics.some(topic => topicTable[topic].type === 'book'))
    return weights.partly.bookBesideTheBook
  if (facts.type === type) return 1
  if (type === 'ministerial-exam' && facts.topics.includes('pastPapers'))
    return weights.partly.pastPapersForExams
  return nearKind(type, facts.type)
}

function topicQuality(code: TopicCode, facts: Facts): number {
  if (facts.topics.includes(code)) return 1
  if (code === 'pastPapers' && facts.type === 'ministerial-exam') return weights.partly.examsForPastPapers
  const topic = topicTable[code]
  if (topic.near !== undefined && topic.near === facts.newsType) return weights.partly.nearCategory
  if (topic.type === 'news') return 0
  return facts.type === topic.type
    ? weights.partly.otherTopic
    : nearKind(topic.type, facts.type) * weights.partly.topicOfNearKind
}

function yearQuality(from: number, to: number, facts: Facts): number {
  if (facts.years.includes(to)) return 1
  if (to - from > 1) return facts.years.some(year => year >= from && year <= to) ? 1 : 0
  return facts.years.includes(from) ? weights.partly.earlierHalfOfSchoolYear : 0
}

function wishQuality(wish: Wish, facts: Facts): number {
  switch (wish.by) {
    case 'subject':
      return facts.subjects.includes(wish.subject) ? 1 : 0
    case 'grade':
      return facts.grades.includes(wish.grade) ? 1 : 0
    case 'part':
      return partQuality(wish.part, facts)
    case 'place':
      return facts.places.includes(wish.place) ? 1 : 0
    case 'branch':
      return branchQuality(wish, facts)
    case 'type':
      return typeQuality(wish.type, facts)
    case 'category':
      return facts.newsType === wish.category ? 1 : 0
    case 'topic':
      return topicQuality(wish.topic, facts)
    case 'round':
      if (facts.round === wish.round) return 1
      return facts.round === null ? 0 : weights.partly.otherRound
    case 'year':
      return yearQuality(wish.from, wish.to, facts)
  }
}

/** How well a record's facts grant a unit, 0 to 1. */
export function unitQuality(unit: Pick<ConceptUnit, 'wishes'>, facts: Facts): number {
  let best = 0
  for (const wish of unit.wishes) {
    const quality = wishQuality(wish, facts) * wish.quality
    if (quality > best) best = quality
  }
  return best
}
