import type { ColumnType, Generated } from 'kysely'
import type { RecordState } from '#contract/codes/record-states.ts'

/** A `timestamptz` that the database fills in unless it is given. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>

/** A `timestamptz`. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** A `timestamptz` that may be missing. */
export type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>

/** A column that may be missing, and need not be named in an insert. */
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** A `jsonb` column: read as a value, written as its JSON text. */
export type Json<Value> = ColumnType<Value, string, string>

/** A `jsonb` column that may be missing. */
export type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

/** The three addresses that a record may be had from. */
export interface LinkColumns {
  directLink: Optional<string>
  telegramLink: Optional<string>
  googleDriveLink: Optional<string>
}

/** What every record of content has. */
export interface RecordColumns {
  id: string
  /** Non-empty, trimmed, without duplicates; the order is the staff's. */
  keywords: string[]
  /** Rises by one with every update; a write with another number is refused as stale. */
  version: Generated<number>
  /** The record's folded words, for the text filter of lists. */
  searchText: Generated<string>
  /** Lists, pages, search and feeds for everybody show published records alone. */
  state: Generated<RecordState>
  /** When the record became public, or will. */
  publishAt: OptionalTimestamp
  createdAt: CreatedAt
  updatedAt: CreatedAt
}
