import { hasBranches, type GradeCode } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { formatDateTime } from '#contract/format.ts'
import { kindOfEntity, kinds, type KindEntity } from '#contract/kinds.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { AuditRow } from '#server/staff/audit/audit.repository.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { missedNote, visibilityBack } from './publication.ts'
import type { RecordInput, RecordKind, Stamps } from './record-kind.ts'
import { isUnchanged, recordWrites, stateAfter, type Replacement } from './record-writes.ts'
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

/** What came of records of a batch: nothing of those that are so already. */
export interface BatchStep {
  writes: AuditedWrite<unknown>[]
  /** Where there are some, nothing was written. */
  stale: StaleRecord[]
}

/** An entry of the log, as far as it can be undone. */
export type UndoneEntry = Pick<AuditRow, 'action' | 'entityId' | 'oldData' | 'newData'>

/** What a kind does with many records, in a few statements however many they are. */
export interface BatchWriter {
  /** Does the act, unless a record is not at the version that was looked at. */
  stepWithin(
    transaction: AuditedTransaction,
    records: readonly BatchRecord[],
    act: BatchAct,
    actor: Actor,
  ): Promise<BatchStep>
  /** Makes writes not have been, unless a record has changed since or is gone for ever. Errors: `invalid_fields` for files that are gone. */
  undoWithin(
    transaction: AuditedTransaction,
    entries: readonly UndoneEntry[],
    actor: Actor,
  ): Promise<BatchStep>
  /** Makes a record what it was once, unless it is not at the version that was looked at. */
  returnWithin(
    transaction: AuditedTransaction,
    record: BatchRecord,
    snapshot: unknown,
    actor: Actor,
  ): Promise<BatchStep>
  /**
   * Puts deleted records back as their audit entries hold them; nothing of those that are there.
   * Errors: `not_in_trash` with those that are gone for ever in `stale`.
   */
  restoreWithin(transaction: AuditedTransaction, snapshots: readonly unknown[]): Promise<BatchStep>
}

/** A record with new values, and without the branch where these leave it in a grade that has none. */
function withValues<State extends Stamps>(state: State, values: object): State {
  const after = { ...state, ...values }
  const isAsked = 'stage' in values || 'branch' in values
  if (!isAsked || !('stage' in after) || !('branch' in after)) return after
  return hasBranches(after.stage as GradeCode) ? after : { ...after, branch: null }
}

/** The steps of acts on many records of a kind. Source: S14.1, S14.2. */
export function recordBatches<Row extends Stamps, State extends Row, Input extends RecordInput, Item>(
  writing: Writing,
  kind: RecordKind<Row, State, Input, Item>,
): BatchWriter {
  const { entity, store, sentences } = kind
  const writes = recordWrites(kind)

  /** What to say of records that are not as they were; of one that is gone there is no state. */
  async function toldStale(
    transaction: AuditedTransaction,
    changed: readonly { id: string; state: State | undefined }[],
    actor: Actor,
  ): Promise<StaleRecord[]> {
    const ids = changed.map(({ id }) => id)
    const changes = await writing.audit.findLastChanges(transaction, entity, ids)
    return changed.map(({ id, state }) => {
      const last = changes.get(id)
      const name = state ? `«${kind.nameOf(state)}»` : kinds[kindOfEntity[entity as KindEntity]].gone
      const act = state ? 'عدّله' : 'حذفه'
      const isYou = actor.userId !== null && last?.actorId === actor.userId
      const who =
        last && ` ${act} ${isYou ? 'حسابك من نافذة أخرى' : last.actorName}، ${formatDateTime(last.at)}`
      return { id, sentence: who ? `${name}:${who}` : name }
    })
  }

  /** The records at these versions, and what to say of those that are not. */
  async function lockAt(
    transaction: AuditedTransaction,
    records: readonly BatchRecord[],
    actor: Actor,
  ): Promise<{ found: State[]; stale: StaleRecord[] }> {
    const asked = new Map(records.map(record => [`${record.id}/${record.version}`, record]))
    const states = await store.lock(
      transaction,
      records.map(({ id }) => id),
    )
    const known = new Map(states.map(state => [state.id, state]))
    const found: State[] = []
    const changed: { id: string; state: State | undefined }[] = []
    for (const { id, version } of asked.values()) {
      const state = known.get(id)
      if (state?.version === version) found.push(state)
      else changed.push({ id, state })
    }
    return { found, stale: await toldStale(transaction, changed, actor) }
  }

  /** Writes those of the replacements that change something. */
  async function replaced(
    transaction: AuditedTransaction,
    replacements: readonly Replacement<State>[],
  ): Promise<AuditedWrite<unknown>[]> {
    const changed = replacements.filter(({ before, after }) => !isUnchanged(before, after))
    return writes.replace(transaction, changed)
  }

  /** A state that the log holds, as the next one of a record. */
  function stateFrom(snapshot: unknown, before: State): State {
    return { ...kind.snapshotSchema.parse(snapshot), version: before.version + 1, updatedAt: new Date() }
  }

  const toldGone = (state: State): StaleRecord => ({
    id: state.id,
    sentence: `«${kind.nameOf(state)}»: انتهت مدته في سلة المحذوفات، أو حُذف منها نهائياً`,
  })

  const backOf = (state: State, act: string) => `${sentences.changed(state)} (${act})`

  return {
    async stepWithin(transaction, records, act, actor) {
      const { found, stale } = await lockAt(transaction, records, actor)
      if (stale.length > 0) return { writes: [], stale }
      if (act.action === 'delete') return { writes: await writes.remove(transaction, found), stale }
      const change =
        act.action === 'change'
          ? { next: (state: State) => withValues(state, act.values) }
          : { publication: act.publication }
      const replacements = found.map(before => {
        const after = stateAfter(before, change)
        return { before, after, description: sentences.changed(after) }
      })
      return { writes: await replaced(transaction, replacements), stale }
    },

    async undoWithin(transaction, entries, actor) {
      const deleted = entries.filter(({ action }) => action === 'DELETE')
      const written = new Map(
        entries.filter(({ action }) => action !== 'DELETE').map(entry => [entry.entityId, entry]),
      )
      const records = [...written.values()].map(({ entityId, newData }) => ({
        id: entityId,
        version: kind.snapshotSchema.parse(newData).version,
      }))
      const { found, stale } = await lockAt(transaction, records, actor)
      if (stale.length > 0) return { writes: [], stale }
      const restored = await writes.restore(
        transaction,
        deleted.map(({ oldData }) => oldData),
      )
      if (restored.gone.length > 0) return { writes: [], stale: restored.gone.map(toldGone) }
      const isAdded = ({ id }: State) => written.get(id)?.action === 'CREATE'
      const replacements = found
        .filter(state => !isAdded(state))
        .map(before => {
          const kept = stateFrom(written.get(before.id)?.oldData, before)
          const after = { ...kept, ...visibilityBack(kept, kept.updatedAt) }
          return { before, after, description: backOf(after, 'تراجع') + missedNote(kept, after) }
        })
      return {
        writes: [
          ...restored.writes,
          ...(await writes.remove(transaction, found.filter(isAdded))),
          ...(await replaced(transaction, replacements)),
        ],
        stale,
      }
    },

    async returnWithin(transaction, record, snapshot, actor) {
      const { found, stale } = await lockAt(transaction, [record], actor)
      const replacements = found.map(before => {
        const { state, publishAt } = before
        const kept = stateFrom(snapshot, before)
        const isDaySaid = kind.hasOwnDay && [state, 'published'].includes(kept.state)
        /* Who sees the record is not what it says, nor since when, of a state that visitors never saw. */
        const after = { ...kept, createdAt: isDaySaid ? kept.createdAt : before.createdAt, state, publishAt }
        return { before, after, description: backOf(after, 'أُعيد إلى حال سابقة') }
      })
      return { writes: await replaced(transaction, replacements), stale }
    },

    async restoreWithin(transaction, snapshots) {
      const restored = await writes.restore(transaction, snapshots)
      if (restored.gone.length > 0)
        throw new AppError('not_in_trash', { stale: restored.gone.map(({ id }) => id) })
      return { writes: restored.writes, stale: [] }
    },
  }
}
