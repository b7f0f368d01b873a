import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contract/codes/audit.ts'
import { AppError } from '#contract/errors.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { newId } from '#server/base/db/id.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { missedNote, visibilityAfter, visibilityBack, visibilityNote } from './publication.ts'
import type { RecordInput, RecordKind, Stamps } from './record-kind.ts'
import type { AuditedTransaction, AuditedWrite, SearchChange } from './write-audited.ts'

/** What a change makes of a record. */
export interface NextState<State> {
  /** The kind's own fields after it; absent: as they are. */
  next?: ((before: State) => Omit<State, keyof Stamps>) | undefined
  /** What it says of who may see the record; absent: nothing changes. */
  publication?: PublicationInput | undefined
}

function removalOf({ type, id }: SearchDocument): SearchChange {
  return { remove: { type, id } }
}

/** What a record will be after a change. Errors: `invalid_fields`. */
export function stateAfter<State extends Stamps>(
  before: State,
  { next, publication = {} }: NextState<State>,
): State {
  const updatedAt = new Date()
  const visibility = visibilityAfter(publication, before, updatedAt)
  return { ...before, ...visibility, ...next?.(before), version: before.version + 1, updatedAt }
}

/** Whether a change leaves a record as it is. */
export function isUnchanged<State extends Stamps>(before: State, after: State): boolean {
  const { version, updatedAt } = before
  return isDeepStrictEqual({ ...after, version, updatedAt }, { ...before })
}

/**
 * The single writes of a kind within a transaction: each writes the row and what follows from it, and gives the parts that
 * `writeAudited` writes beside it. Errors: the kind's `…_not_found`, `record_exists`.
 */
export function recordWrites<Row extends Stamps, State extends Row, Input extends RecordInput, Item>(
  kind: RecordKind<Row, State, Input, Item>,
) {
  const { entity, tag, store, sentences } = kind

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

  return {
    async lock(transaction: AuditedTransaction, id: string): Promise<State> {
      const state = await store.findForUpdate(transaction, id)
      if (!state) throw new AppError(kind.notFound)
      return state
    },

    async replace(
      transaction: AuditedTransaction,
      before: State,
      after: State,
      describe: (state: State) => string,
    ): Promise<AuditedWrite<State>> {
      await store.replace(transaction, after)
      await kind.written?.(transaction, before, after)
      return outcome('UPDATE', describe(after) + visibilityNote(before, after), before, after)
    },

    /** A new record as it will stand. */
    begin(input: Input, at: Date): State {
      const visibility = { ...visibilityAfter(input, undefined, at), createdAt: at }
      const stamps: Stamps = { id: newId(), version: 1, updatedAt: at, ...visibility }
      return { ...stamps, ...kind.valuesOf(input) } as State
    },

    async insert(transaction: AuditedTransaction, state: State): Promise<AuditedWrite<State>> {
      await store.insert(transaction, state)
      await kind.written?.(transaction, null, state)
      return outcome('CREATE', sentences.added(state) + visibilityNote(undefined, state), null, state)
    },

    async remove(transaction: AuditedTransaction, before: State): Promise<AuditedWrite<undefined>> {
      const document = kind.documentOf?.(before)
      await store.remove(transaction, before.id)
      await kind.written?.(transaction, before, null)
      return {
        result: undefined,
        action: 'DELETE',
        entity,
        entityId: before.id,
        description: sentences.deleted(before),
        oldData: before,
        newData: null,
        tag: tagOf(before, null),
        isWithdrawal: before.state === 'published',
        files: { recordId: before.id, addresses: [] },
        ...(document && { search: removalOf(document) }),
      }
    },

    /** Puts a deleted record back as its audit entry holds it. */
    async restore(transaction: AuditedTransaction, snapshot: unknown): Promise<AuditedWrite<State>> {
      const kept = kind.snapshotSchema.parse(snapshot)
      const state = { ...kept, ...visibilityBack(kept, new Date()) }
      if (await store.find(transaction, state.id, 'any')) throw new AppError('record_exists')
      await store.insert(transaction, state)
      await kind.written?.(transaction, null, state)
      return outcome('CREATE', sentences.restored(state) + missedNote(kept, state), null, state)
    },
  }
}
