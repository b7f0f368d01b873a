import { errorCodeOf } from '#contract/errors.ts'
import { formatDateTime } from '#contract/format.ts'
import { kindOfEntity, kinds, type KindEntity } from '#contract/kinds.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { AuditRow } from '#server/staff/audit/audit.repository.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { missedNote, visibilityBack } from './publication.ts'
import type { RecordInput, RecordKind, Stamps } from './record-kind.ts'
import { isUnchanged, recordWrites, stateAfter } from './record-writes.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from './write-audited.ts'

/** What becomes of each record of a batch. */
export type BatchAct =
  | { action: 'delete' }
  | { action: 'change'; values: object }
  | { action: 'publish'; publication: PublicationInput }

/** A record that is not as it was when somebody chose it. */
export interface StaleRecord {
  id: string
  /** Which one, what happened to it, by whom and when. */
  sentence: string
}

/** What came of one record of a batch: nothing where it is so already. */
export interface BatchStep {
  write?: AuditedWrite<unknown>
  stale?: StaleRecord
}

/** An entry of the log, as far as it can be undone. */
export type UndoneEntry = Pick<AuditRow, 'action' | 'entityId' | 'oldData' | 'newData'>

/** What a kind does with one of many records. */
export interface BatchWriter {
  /** Does the act, unless the record is not at the version that was looked at. */
  stepWithin(
    transaction: AuditedTransaction,
    record: BatchRecord,
    act: BatchAct,
    actor: Actor,
  ): Promise<BatchStep>
  /** Makes one write not have been, unless the record has changed since. Errors: `invalid_fields` for files that are gone. */
  undoWithin(transaction: AuditedTransaction, entry: UndoneEntry, actor: Actor): Promise<BatchStep>
  /** Makes a record what it was once, unless it is not at the version that was looked at. */
  returnWithin(
    transaction: AuditedTransaction,
    record: BatchRecord,
    snapshot: unknown,
    actor: Actor,
  ): Promise<BatchStep>
  /** Puts a deleted record back as its audit entry holds it; nothing where it is there. */
  restoreWithin(transaction: AuditedTransaction, snapshot: unknown): Promise<BatchStep>
}

/** The steps of acts on many records of a kind. Source: S14.1, S14.2. */
export function recordBatches<Row extends Stamps, State extends Row, Input extends RecordInput, Item>(
  writing: Writing,
  kind: RecordKind<Row, State, Input, Item>,
): BatchWriter {
  const { entity, store, sentences } = kind
  const writes = recordWrites(kind)

  async function staleStep(
    transaction: AuditedTransaction,
    id: string,
    state: State | undefined,
    actor: Actor,
  ): Promise<BatchStep> {
    const last = await writing.audit.findLastChange(transaction, entity, id)
    const name = state ? `«${kind.nameOf(state)}»` : kinds[kindOfEntity[entity as KindEntity]].gone
    const act = state ? 'عدّله' : 'حذفه'
    const isYou = actor.userId !== null && last?.actorId === actor.userId
    const who =
      last && ` ${act} ${isYou ? 'حسابك من نافذة أخرى' : last.actorName}، ${formatDateTime(last.at)}`
    return { stale: { id, sentence: who ? `${name}:${who}` : name } }
  }

  async function replaced(
    transaction: AuditedTransaction,
    before: State,
    after: State,
    describe: (state: State) => string,
  ): Promise<BatchStep> {
    if (isUnchanged(before, after)) return {}
    return { write: await writes.replace(transaction, before, after, describe) }
  }

  /** The record at this version, or what to say of it. */
  async function lockAt(
    transaction: AuditedTransaction,
    { id, version }: BatchRecord,
    actor: Actor,
  ): Promise<{ before: State } | { step: BatchStep }> {
    const before = await store.findForUpdate(transaction, id)
    if (before?.version === version) return { before }
    return { step: await staleStep(transaction, id, before, actor) }
  }

  /** A state that the log holds, as the next one of a record. */
  function stateFrom(snapshot: unknown, before: State): State {
    return { ...kind.snapshotSchema.parse(snapshot), version: before.version + 1, updatedAt: new Date() }
  }

  const backOf =
    (act: string, note = '') =>
    (state: State) =>
      `${sentences.changed(state)} (${act})${note}`

  return {
    async stepWithin(transaction, record, act, actor) {
      const found = await lockAt(transaction, record, actor)
      if ('step' in found) return found.step
      const { before } = found
      if (act.action === 'delete') return { write: await writes.remove(transaction, before) }
      const change =
        act.action === 'change'
          ? { next: (state: State) => ({ ...state, ...act.values }) }
          : { publication: act.publication }
      return replaced(transaction, before, stateAfter(before, change), sentences.changed)
    },

    async undoWithin(transaction, { action, entityId, oldData, newData }, actor) {
      if (action === 'DELETE') return this.restoreWithin(transaction, oldData)
      const { version } = kind.snapshotSchema.parse(newData)
      const found = await lockAt(transaction, { id: entityId, version }, actor)
      if ('step' in found) return found.step
      const { before } = found
      if (action === 'CREATE') return { write: await writes.remove(transaction, before) }
      const kept = stateFrom(oldData, before)
      const after = { ...kept, ...visibilityBack(kept, kept.updatedAt) }
      return replaced(transaction, before, after, backOf('تراجع', missedNote(kept, after)))
    },

    async returnWithin(transaction, record, snapshot, actor) {
      const found = await lockAt(transaction, record, actor)
      if ('step' in found) return found.step
      const { before } = found
      const { createdAt, state, publishAt } = before
      /* Who sees the record is not what it says. */
      const after = { ...stateFrom(snapshot, before), createdAt, state, publishAt }
      return replaced(transaction, before, after, backOf('أُعيد إلى حال سابقة'))
    },

    async restoreWithin(transaction, snapshot) {
      try {
        return { write: await writes.restore(transaction, snapshot) }
      } catch (error) {
        if (errorCodeOf(error) === 'record_exists') return {}
        throw error
      }
    },
  }
}
