import type { RawBuilder, SqlBool } from 'kysely'
import { grades } from '#contract/codes/grades.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import type { Kind, KindWithPage } from '#contract/kinds.ts'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import type { SchoolListQuery } from '#contract/school-lists.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import type { VisitMetadata } from '#server/staff/visits/address-facts.ts'
import type { LatestChanges, ListAddress } from './list-pages.ts'
import type { RecordPreview } from './record-preview.ts'

/** A record as a feed tells it. */
export interface FeedEntry {
  /** A name that never changes: kind and id of the record. */
  key: string
  title: string
  summary: string
  /** A path of this site. */
  path: string
  author: string
  category: string
  /** ISO strings. */
  createdAt: string
  updatedAt: string
}

/** What the picture of a record says; parts of the second line that are absent are left out. */
export interface SharedRecord {
  title: string
  subtitle: (string | null)[]
  version: number
}

/** What a kind says of itself where all kinds stand together. */
export interface Elsewhere {
  /** Puts a deleted record back as its audit entry holds it. */
  restore(snapshot: unknown, actor: Actor): Promise<{ id: string }>
  /** True for rows of its table without this part. */
  isWithout(part: MissingPart): RawBuilder<SqlBool>
  feed: {
    title: string
    subtitle: string
    /** The newest records, newest first; with a place, of what its students learn. Only kinds that grades have are asked so. */
    latest(limit: number, place?: GradePlace): Promise<FeedEntry[]>
  }
  lists: {
    /** The column whose codes have a list of their own. */
    column: 'stage' | 'type'
    /** The lists with something in them. */
    pages(changes: LatestChanges): ListAddress[]
    /** Further lists that only its records name. */
    others?(): Promise<ListAddress[]>
    /** What the address of one of its lists tells of a visit, or undefined when it is none of them. */
    visited(page: string, query: URLSearchParams): VisitMetadata | undefined
  }
}

/** What a kind says whose records have pages of their own. */
export interface ElsewhereWithPage extends Elsewhere {
  /** What the visits screen tells of a record, or undefined when there is none. */
  visited(id: string): Promise<VisitMetadata | undefined>
  preview: RecordPreview
  /** Errors: the record's `…_not_found`. */
  shared(id: string): Promise<SharedRecord>
}

/** Every kind, as places that span kinds see it. */
export type KindsElsewhere = { [Name in Kind]: Name extends KindWithPage ? ElsewhereWithPage : Elsewhere }

export const publisher = 'رافد'

/** The newest of a grade, or of one of its branches with what all branches share. */
export function newestOf({ grade, branch }: GradePlace, limit: number): SchoolListQuery {
  const { stage } = grades[grade]
  const whole = { subject: undefined, file: undefined, search: undefined, offset: 0 }
  return { stage, grade, branch, ...whole, isLatest: true, limit }
}

/** The parts that are there, as one line. */
export function line(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join('، ')
}

/** What the visits screen tells of every record of a grade and subject. */
export function schoolFacts(record: {
  stage: string
  subject: string
  branch: string | null
  releaseYear: number
}): VisitMetadata {
  const { stage, subject, branch, releaseYear } = record
  return { stage, subject, ...(branch !== null && { branch }), releaseYear }
}
