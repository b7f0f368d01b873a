import type { z } from 'zod'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { RecordState } from '#contract/codes/record-states.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { FileUse } from '#server/files/files.types.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { StateFilter } from './visibility.ts'
import type { AuditedTransaction } from './write-audited.ts'

/** What the product gives a record by itself. */
export interface Stamps {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  state: RecordState
  publishAt: Date | null
}

/** What a write may say beside a kind's own fields. */
export type RecordInput = PublicationInput & { version?: number | undefined }

/** What a write makes of a record: `null` stands for no record, before or after. */
export interface RecordChange<State> {
  before: State | null
  after: State | null
}

/** What a kind of record says of itself, so that reading one and writing it are written once for all kinds. */
export interface RecordKind<Row extends Stamps, State extends Row, Input extends RecordInput, Item> {
  entity: AuditEntity
  tag: ChangeTag
  notFound: ErrorCode
  /** One Arabic sentence for the audit log, of the record as the act leaves it. */
  sentences: Record<'added' | 'changed' | 'deleted' | 'restored', (state: State) => string>
  /** What lists of records call it. */
  nameOf(state: State): string
  store: {
    find(db: Queryable, id: string, state?: StateFilter): Promise<Row | undefined>
    /** Those whole records of these ids that are there, locked until the transaction ends. */
    lock(transaction: AuditedTransaction, ids: readonly string[]): Promise<State[]>
    insert(transaction: AuditedTransaction, states: readonly State[]): Promise<void>
    replace(transaction: AuditedTransaction, states: readonly State[]): Promise<void>
    remove(transaction: AuditedTransaction, ids: readonly string[]): Promise<void>
  }
  /** What staff sent, as it is stored; `before` is the record that it changes. Of the stamps only the day may be said. */
  valuesOf(input: Input, before?: State): Omit<State, keyof Stamps> & { createdAt?: Date }
  /** Its day is a field of its form, and not only when it was added. */
  hasOwnDay?: true
  /** A deleted record as its audit entry holds it. */
  snapshotSchema: z.ZodType<State>
  /** Every use of a file that the record shows. */
  filesOf(state: State): FileUse[]
  /** What else follows from writes, in their transaction. */
  written?(transaction: AuditedTransaction, changes: readonly RecordChange<State>[]): Promise<void>
  /** The record as the site-wide search knows it, where it does. */
  documentOf?(state: State): SearchDocument
  present(rows: readonly Row[]): Promise<Item[]>
  /** The whole record for the person whose write is refused: without facts of files. */
  presentStale(state: State): object
}
