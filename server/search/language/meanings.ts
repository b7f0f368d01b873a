import type { BranchCode } from '#contract/codes/branches.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import type { Round } from '#contract/codes/rounds.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { PartCode } from './words/parts.ts'
import type { PlaceCode } from './words/places.ts'
import type { TopicCode } from './words/topics.ts'
import type { WordType } from './words/word-type.ts'

/** The two halves of the scientific branch, which titles name and records do not. */
export type Track = 'BIOLOGICAL' | 'APPLIED'

/** What a phrase of the vocabulary says. */
export type Meaning =
  | { kind: 'subject'; subject: SubjectCode }
  | { kind: 'ordinal'; ordinal: number }
  | { kind: 'stage'; stage: StageCode }
  | { kind: 'branch'; branch: BranchCode; track?: Track }
  | { kind: 'round'; round: Round }
  | { kind: 'type'; type: WordType }
  | { kind: 'topic'; topic: TopicCode }
  /** A part of Arabic that only some grades teach as a subject: `نحو`, `بلاغة`. */
  | { kind: 'part'; part: PartCode }
  | { kind: 'place'; place: PlaceCode }
  /** Takes the ordinal after it away from the grades: chapter, part, unit, the two banks of Baghdad. */
  | { kind: 'counter' }
  /** Says nothing about the records: `تحميل`, `الصف`, `مادة`. */
  | { kind: 'filler' }
  /** Says how the file is made: `ملونة`, `للطباعة`. Where records say it too, they come first. */
  | { kind: 'manner' }
  /** Belongs to another world: `مباراة`. */
  | { kind: 'foreign' }

/** Words that mean something to the domain, written as people write them; `|` parts synonyms. */
export interface Phrases {
  forms: string
  meaning: Meaning
  /** Nothing is repaired or completed to one of these: too many words come near them. */
  isExact?: boolean
}
