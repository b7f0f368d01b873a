import type { z } from 'zod'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { RecordState } from '#contract/codes/record-states.ts'
import type { Publication, PublicationInput } from '#contract/resources/publication.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { newId } from '#server/base/db/id.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { FileUse } from '#server/files/files.types.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { claimKey, type CreationOptions } from './creation-keys.ts'
import { publicationOf, visibilityAfter, visibilityNote, withPublication } from './publication.ts'
import { refuseStale } from '#server/staff/audit/refuse-stale.ts'
import type { StateFilter } from './visibility.ts'
import { writeAudited } from './write-audited.ts'
import type { AuditedTransaction, AuditedWrite, SearchChange, Writing } from './write-audited.ts'

function removalOf({ type, id }: SearchDocument): SearchChange {
  return { remove: { type, id } }
}

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

/** What a kind of record says of itself, so that reading one and writing it are written once for all kinds. */
export interface RecordKind<Row extends Stamps, State extends Row, Input extends RecordInput, Item> {
  entity: AuditEntity
  tag: ChangeTag
  notFound: ErrorCode
  /** One Arabic sentence for the audit log, of the record as the act leaves it. */
  sentences: Record<'added' | 'changed' | 'deleted' | 'restored', (state: State) => string>
  store: {
    find(db: Queryable, id: string, state?: StateFilter): Promise<Row | undefined>
    /** The whole record, locked until the transaction ends. */
    findForUpdate(transaction: AuditedTransaction, id: string): Promise<State | undefined>
    insert(transaction: AuditedTransaction, state: State): Promise<void>
    replace(transaction: AuditedTransaction, state: State): Promise<void>
    remove(transaction: AuditedTransaction, id: string): Promise<void>
  }
  /** What staff sent, as it is stored; `before` is the record that it changes. Of the stamps only the day may be said. */
  valuesOf(input: Input, before?: State): Omit<State, keyof Stamps> & { createdAt?: Date }
  /** A deleted record as its audit entry holds it. */
  snapshotSchema: z.ZodType<State>
  /** Every use of a file that the record shows. */
  filesOf(state: State): FileUse[]
  /** What else follows from a write, in its transaction: `null` stands for no record, before or after. */
  written?(transaction: AuditedTransaction, before: State | null, after: State | null): Promise<void>
  /** The record as the site-wide search knows it, where it does. */
  documentOf?(state: State): SearchDocument
  present(rows: readonly Row[]): Promise<Item[]>
  /** The whole record for the person whose write is refused: without facts of files. */
  presentStale(state: State): object
}

/** A change of a record: what it becomes, and the sentence that says so. */
interface Change<State> {
  actor: Actor
  /** The version that the change was based on; absent means "no check". */
  base: number | undefined
  describe: (state: State) => string
  /** The kind's own fields after it; absent: as they are. */
  next?: (before: State) => Omit<State, keyof Stamps>
  /** What it says of who may see the record; absent: nothing changes. */
  publication?: PublicationInput
}

/**
 * Reads one record and writes it: create, change with its stale check, delete, restore, each with its audit entry,
 * search document, file references and announcement in one transaction.
 * Errors: the kind's `…_not_found`, `stale_version`, `invalid_fields`, `key_used`. Source: A8.1, A8.2, D2.2.
 */
export function recordService<
  Row extends Stamps,
  State extends Row,
  Input extends RecordInput,
  Item extends { id: string },
>(writing: Writing, kind: RecordKind<Row, State, Input, Item>) {
  const { entity, tag, store, sentences } = kind
  const db = writing.database.kysely

  /** Records as they leave the server, each with what only staff are told. */
  async function present(rows: readonly Row[]): Promise<(Item & Publication)[]> {
    const items = await kind.present(rows)
    return rows.flatMap((row, index) => {
      const item = items[index]
      return item ? [withPublication(item, row)] : []
    })
  }

  async function presentOne(row: Row): Promise<Item & Publication> {
    const [item] = await present([row])
    if (!item) throw new AppError(kind.notFound)
    return item
  }

  async function find(
    id: string,
    state: StateFilter = 'published',
  ): Promise<(Item & Publication) | undefined> {
    const row = await store.find(db, id, state)
    return row && presentOne(row)
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<State> {
    const state = await store.findForUpdate(transaction, id)
    if (!state) throw new AppError(kind.notFound)
    return state
  }

  /** Whom a write concerns: the pages of the site, or staff alone. */
  function tagOf(before: State | null, after: State | null): ChangeTag {
    return before?.state === 'published' || after?.state === 'published' ? tag : 'drafts'
  }

  /** The parts of a write that follow from the record as it stands after it. */
  function outcome(
    action: AuditAction,
    description: string,
    oldData: State | null,
    newData: State,
  ): AuditedWrite<State> {
    const document = kind.documentOf?.(newData)
    const search = document && (newData.state === 'published' ? { put: document } : removalOf(document))
    return {
      result: newData,
      action,
      entity,
      entityId: newData.id,
      description,
      oldData,
      newData,
      tag: tagOf(oldData, newData),
      isWithdrawal: oldData?.state === 'published' && newData.state !== 'published',
      files: { recordId: newData.id, addresses: kind.filesOf(newData) },
      ...(search && { search }),
    }
  }

  /** Changes the record from the state in which it is found. */
  async function change(id: string, asked: Change<State>): Promise<State> {
    const { result } = await writeAudited(writing, asked.actor, transaction =>
      changeWithin(transaction, id, asked),
    )
    return result
  }

  async function changeWithin(
    transaction: AuditedTransaction,
    id: string,
    { actor, base, describe, next, publication = {} }: Change<State>,
  ): Promise<AuditedWrite<State>> {
    const before = await lock(transaction, id)
    const current = () => ({ ...kind.presentStale(before), ...publicationOf(before) })
    await refuseStale(writing, transaction, { actor, entity, row: before, base, current })
    const updatedAt = new Date()
    const visibility = visibilityAfter(publication, before, updatedAt)
    const state = { ...before, ...visibility, ...next?.(before), version: before.version + 1, updatedAt }
    await store.replace(transaction, state)
    await kind.written?.(transaction, before, state)
    return outcome('UPDATE', describe(state) + visibilityNote(before, state), before, state)
  }

  /** A new record as it will stand. */
  function begin(input: Input, at: Date): State {
    const visibility = { ...visibilityAfter(input, undefined, at), createdAt: at }
    const stamps: Stamps = { id: newId(), version: 1, updatedAt: at, ...visibility }
    return { ...stamps, ...kind.valuesOf(input) } as State
  }

  async function insertWithin(transaction: AuditedTransaction, state: State): Promise<AuditedWrite<State>> {
    await store.insert(transaction, state)
    await kind.written?.(transaction, null, state)
    return outcome('CREATE', sentences.added(state) + visibilityNote(undefined, state), null, state)
  }

  return {
    find,
    present,
    change,
    /** For a transaction that writes several records: a new one, its insertion, and the change of one that is there. */
    begin,
    insertWithin,
    changeWithin,

    /**
     * Changes who may see a record, inside a transaction that changes others too.
     *
     * Shape: undefined where it is so already, as for the second of two people who announce at once.
     */
    async publishWithin(
      transaction: AuditedTransaction,
      id: string,
      actor: Actor,
      publication: PublicationInput,
    ): Promise<AuditedWrite<State> | undefined> {
      const before = await lock(transaction, id)
      const after = visibilityAfter(publication, before, new Date())
      const isSame =
        after.state === before.state && after.publishAt?.getTime() === before.publishAt?.getTime()
      if (isSame) return undefined
      return changeWithin(transaction, id, {
        actor,
        base: undefined,
        describe: sentences.changed,
        publication,
      })
    },

    async get(id: string, state: StateFilter = 'published'): Promise<Item & Publication> {
      const item = await find(id, state)
      if (!item) throw new AppError(kind.notFound)
      return item
    },

    async create(
      input: Input,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<Item & Publication> {
      const state = begin(input, at)
      const item = await presentOne(state)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, { ...kind.presentStale(state), ...item })
        return insertWithin(transaction, state)
      })
      return item
    },

    async update(id: string, input: Input, actor: Actor): Promise<Item & Publication> {
      const state = await change(id, {
        actor,
        base: input.version,
        describe: sentences.changed,
        publication: input,
        next: before => kind.valuesOf(input, before),
      })
      return presentOne(state)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        const document = kind.documentOf?.(before)
        await store.remove(transaction, id)
        await kind.written?.(transaction, before, null)
        return {
          result: undefined,
          action: 'DELETE',
          entity,
          entityId: id,
          description: sentences.deleted(before),
          oldData: before,
          newData: null,
          tag: tagOf(before, null),
          isWithdrawal: before.state === 'published',
          files: { recordId: id, addresses: [] },
          ...(document && { search: removalOf(document) }),
        }
      })
      return { id, auditId }
    },

    /** Puts a deleted record back as its audit entry holds it. Errors: `record_exists`. */
    async restore(snapshot: unknown, actor: Actor): Promise<Item & Publication> {
      const state = kind.snapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await store.find(transaction, state.id, 'any')) throw new AppError('record_exists')
        await store.insert(transaction, state)
        await kind.written?.(transaction, null, state)
        return outcome('CREATE', sentences.restored(state), null, state)
      })
      return presentOne(state)
    },
  }
}
