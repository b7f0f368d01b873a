import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contract/codes/audit.ts'
import { AppError } from '#contract/errors.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { newId } from '#server/base/db/id.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { missedNote, visibilityAfter, visibilityBack, visibilityNote } from './publication.ts'
import type { RecordInput, RecordKind, Stamps } from './record-kind.ts'
import { takeBack } from './trash.repository.ts'
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

/** A record before and after a change, and the sentence that says what was done. */
export interface Replacement<State> {
  before: State
  after: State
  description: string
}

/** What came of putting deleted records back. */
export interface Restored<State> {
  writes: AuditedWrite<State>[]
  /** Those that are gone for ever, as they were; where there are some, nothing was put back. */
  gone: State[]
}

/**
 * The writes of a kind within a transaction: each writes rows and what follows from them, and gives the parts that
 * `writeAudited` writes beside them, in their order. Errors: the kind's `…_not_found`.
 */
export function recordWrites<Row extends Stamps, State extends Row, Input extends RecordInput, Item>(
  kind: RecordKind<Row, State, Input, Item>,
) {
  const { entity, tag, store, sentences } = kind

  /** Whom a write concerns: the pages of the site, or staff alone. */
  function tagOf(before: State | null, after: State | null): ChangeTag {
    return before?.state === 'published' || after?.state === 'published' ? tag : 'drafts'
  }

  function searchOf(state: State, isNew: boolean): SearchChange | undefined {
    const document = kind.documentOf?.(state)
    if (document === undefined) return undefined
    if (state.state === 'published') return isNew ? { add: document } : { put: document }
    return isNew ? undefined : removalOf(document)
  }

  /** The parts of a write that follow from the record as it stands after it; one that is new has left nothing anywhere. */
  function outcome(
    action: AuditAction,
    description: string,
    oldData: State | null,
    newData: State,
    isNew = false,
  ): AuditedWrite<State> {
    const search = searchOf(newData, isNew)
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
      files: {
        recordId: newData.id,
        before: oldData ? kind.filesOf(oldData) : [],
        addresses: kind.filesOf(newData),
        isNew,
      },
      ...(search && { search }),
    }
  }

  function removal(before: State): AuditedWrite<undefined> {
    const document = kind.documentOf?.(before)
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
      /* Its files stay in its use as long as it can come back. */
      trashedAs: kind.nameOf(before),
      ...(document && { search: removalOf(document) }),
    }
  }

  return {
    async lock(transaction: AuditedTransaction, id: string): Promise<State> {
      const [state] = await store.lock(transaction, [id])
      if (!state) throw new AppError(kind.notFound)
      return state
    },

    async replace(
      transaction: AuditedTransaction,
      replacements: readonly Replacement<State>[],
    ): Promise<AuditedWrite<State>[]> {
      if (replacements.length === 0) return []
      await store.replace(
        transaction,
        replacements.map(({ after }) => after),
      )
      await kind.written?.(transaction, replacements)
      return replacements.map(({ before, after, description }) =>
        outcome('UPDATE', description + visibilityNote(before, after), before, after),
      )
    },

    /** A new record as it will stand. */
    begin(input: Input, at: Date): State {
      const visibility = { ...visibilityAfter(input, undefined, at), createdAt: at }
      const stamps: Stamps = { id: newId(), version: 1, updatedAt: at, ...visibility }
      return { ...stamps, ...kind.valuesOf(input) } as State
    },

    /** Adds a record that `begin` made. */
    async insert(transaction: AuditedTransaction, state: State): Promise<AuditedWrite<State>> {
      await store.insert(transaction, [state])
      await kind.written?.(transaction, [{ before: null, after: state }])
      return outcome('CREATE', sentences.added(state) + visibilityNote(undefined, state), null, state, true)
    },

    async remove(
      transaction: AuditedTransaction,
      states: readonly State[],
    ): Promise<AuditedWrite<undefined>[]> {
      if (states.length === 0) return []
      await store.remove(
        transaction,
        states.map(({ id }) => id),
      )
      await kind.written?.(
        transaction,
        states.map(before => ({ before, after: null })),
      )
      return states.map(removal)
    },

    /**
     * Puts deleted records back as their audit entries hold them, unless some are gone for ever; those that are there
     * stay as they are.
     * Shape: in the order of their ids, in which they are inserted: two that put the same ones back wait for each other.
     */
    async restore(transaction: AuditedTransaction, snapshots: readonly unknown[]): Promise<Restored<State>> {
      if (snapshots.length === 0) return { writes: [], gone: [] }
      const now = new Date()
      const kept = new Map(
        snapshots.map(snapshot => kind.snapshotSchema.parse(snapshot)).map(state => [state.id, state]),
      )
      const taken = await takeBack(transaction, entity, [...kept.keys()])
      const there = await store.lock(transaction, [...kept.keys()])
      for (const { id } of there) kept.delete(id)
      const gone = [...kept.values()].filter(({ id }) => !taken.has(id))
      if (gone.length > 0) return { writes: [], gone }
      const inOrder = [...kept.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
      const restored = inOrder.map(before => ({
        before,
        after: { ...before, ...visibilityBack(before, now) },
      }))
      const states = restored.map(({ after }) => after)
      await store.insert(transaction, states)
      await kind.written?.(
        transaction,
        states.map(after => ({ before: null, after })),
      )
      const told = restored.map(({ before, after }) =>
        outcome('CREATE', sentences.restored(after) + missedNote(before, after), null, after),
      )
      return { writes: told, gone }
    },
  }
}
