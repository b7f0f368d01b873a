import { AppError, errorCodeOf } from '#contract/errors.ts'
import type { NewRecord } from '#contract/ingest-input.ts'
import { isKindEntity, kindNames, kindOfEntity, kinds, type Kind } from '#contract/kinds.ts'
import {
  batchAnswerSchema,
  type BatchAnswer,
  type BatchInput,
  type BatchRecord,
} from '#contract/resources/batch.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { TrashedKey } from '#contract/resources/trash.ts'
import { newId } from '#server/base/db/id.ts'
import type { Queryable } from '#server/base/db/types.ts'
import {
  findChange,
  listBatchEntries,
  listEntriesById,
  type BatchEntry,
} from '#server/staff/audit/batch-entries.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { answerOnce, claimKey, type CreationTry } from './creation-keys.ts'
import type { Publishers, Publishing } from './publishing.ts'
import type { BatchAct, BatchStep, StaleRecord } from './record-batches.ts'
import { listThere, listTrashed } from './trash.repository.ts'
import { writeAllAudited } from './write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from './write-audited.ts'

/** Acts on many records: each is one transaction, one batch in the log, and can be undone as a whole. */
export interface Batches {
  /**
   * Does an act on records of a kind: all of them, or none.
   * Errors: `stale_records`, which names each record that has changed since and by whom; `needs_confirmation`, `key_used`.
   */
  apply(kind: Kind, input: BatchInput, who: BatchPerson): Promise<BatchAnswer>
  /**
   * Adds the records that `act` gives, in the transaction in which it has looked at what they are made of: all, or none.
   * Errors: `invalid_fields`, `key_used`, and those of `act`.
   */
  add(who: BatchPerson, act: (transaction: AuditedTransaction) => Promise<Addition>): Promise<BatchAnswer>
  /**
   * Makes a batch not have been; `except` stay as they are, and where that is all of it, it stays to be undone.
   * Errors: `batch_not_found`, `batch_undone`, `stale_records`, also of what is gone for ever, `record_files_gone`.
   */
  undo(id: string, except: readonly string[], who: BatchPerson): Promise<BatchAnswer>
  /**
   * Makes the change not have been that gave a record this version, in who sees it too.
   * Errors: `no_change`, `stale_records`, `record_files_gone`.
   */
  undoChange(kind: Kind, record: BatchRecord, who: BatchPerson): Promise<BatchAnswer>
  /**
   * Makes a record what an entry of the log left it as; who sees it stays as it is now.
   * Errors: `audit_entry_not_found`, `no_state`, `stale_records`, `record_files_gone`.
   */
  returnTo(entryId: string, version: number, who: BatchPerson): Promise<BatchAnswer>
  /**
   * Puts deleted records back, each named by the entry that deleted it.
   * Errors: `not_restorable`, `record_files_gone`, `not_in_trash`.
   */
  restore(entries: readonly string[], who: BatchPerson): Promise<BatchAnswer>
  /**
   * Puts records of the trash back: all of them, or none. Errors: `record_exists` where those that have left the trash
   * are back, `not_in_trash` where some are gone for ever, both with them in `stale`; `record_files_gone`.
   */
  restoreTrashed(records: readonly TrashedKey[], who: BatchPerson): Promise<BatchAnswer>
}

/** Who acts, and under which key; the same key and body again get the first answer. */
export interface BatchPerson {
  actor: Actor
  attempt: CreationTry | undefined
}

/** Records to add, and what else is written when they have got their ids. */
export interface Addition {
  records: readonly NewRecord[]
  /** `ids` stand in the order of `records`. */
  written(ids: readonly string[], batchId: string): Promise<void>
}

interface Given {
  writing: Writing
  publishers: Publishers
  publishing: Pick<Publishing, 'makeReady'>
}

function publicationOf({ action, publishAt }: BatchInput): PublicationInput | undefined {
  if (action === 'publish') return { state: 'published' }
  if (action === 'hide') return { state: 'draft' }
  return action === 'schedule' ? { state: 'scheduled', publishAt } : undefined
}

function actOf(input: BatchInput): BatchAct {
  const publication = publicationOf(input)
  if (publication) return { action: 'publish', publication }
  return input.action === 'delete' ? { action: 'delete' } : { action: 'change', values: input.values ?? {} }
}

/**
 * In one order for everybody, as the records of each kind are when they are locked or put back, so that two batches wait
 * for each other instead of locking each other out.
 */
function byKind(entries: readonly BatchEntry[]): [Kind, BatchEntry[]][] {
  const ofKind = Map.groupBy(entries, kindOf)
  return kindNames.flatMap(kind => {
    const own = ofKind.get(kind)
    return own ? [[kind, own]] : []
  })
}

/** Opens the acts on many records. Source: S14.1, S14.2. */
export function createBatches({ writing, publishers, publishing }: Given): Batches {
  const db = writing.database.kysely

  /** Writes the steps under one batch, or nothing where a record has changed since. */
  async function writeBatch(
    { actor, attempt }: BatchPerson,
    steps: (transaction: AuditedTransaction, id: string) => AsyncIterable<BatchStep>,
  ): Promise<BatchAnswer> {
    const id = newId()
    let count = 0
    await writeAllAudited(
      writing,
      actor,
      async (transaction, write) => {
        const stale: StaleRecord[] = []
        await transaction.insertInto('batches').values({ id }).execute()
        for await (const step of steps(transaction, id)) {
          stale.push(...step.stale)
          if (stale.length > 0) continue
          await write(...step.writes)
          count += step.writes.length
        }
        if (stale.length > 0) throw refusalOf(stale)
        await claimKey(transaction, attempt, { id, count })
      },
      id,
    )
    return { id, count }
  }

  /** Files of the record that are gone are named as wrong fields of an input that nobody typed. */
  async function puttingBack(act: () => Promise<BatchAnswer>): Promise<BatchAnswer> {
    try {
      return await act()
    } catch (error) {
      if (errorCodeOf(error) === 'invalid_fields') throw new AppError('record_files_gone', { cause: error })
      throw error
    }
  }

  /** Puts back what these deletions took. */
  async function putBack(
    person: BatchPerson,
    deletionsOf: (from: Queryable) => Promise<readonly BatchEntry[]>,
  ): Promise<BatchAnswer> {
    await makeReadyAgain(await deletionsOf(db))
    return writeBatch(person, async function* steps(transaction) {
      for (const [kind, entries] of byKind(await deletionsOf(transaction))) {
        const snapshots = entries.map(({ oldData }) => oldData)
        yield await publishers[kind].restoreWithin(transaction, snapshots)
      }
    })
  }

  /** Makes ready what a step back shows or hides; what was public before it has been looked at then. */
  async function makeReadyAgain(entries: readonly BatchEntry[]): Promise<void> {
    const wasPublic = (data: unknown) => stateOf(data) === 'published'
    const changed = entries.filter(({ oldData, newData }) => wasPublic(oldData) !== wasPublic(newData))
    for (const state of ['published', 'draft'] as const) {
      const own = changed.filter(({ oldData }) => wasPublic(oldData) === (state === 'published'))
      const records = own.map(entry => ({ kind: kindOf(entry), id: entry.entityId }))
      const confirmed = records.map(({ id }) => id)
      if (records.length > 0) await publishing.makeReady({ records, publication: { state }, confirmed })
    }
  }

  const once = (person: BatchPerson, act: () => Promise<BatchAnswer>) =>
    answerOnce(db, person.attempt, act, kept => batchAnswerSchema.parse(kept))

  return {
    apply(kind, input, person) {
      return once(person, async () => {
        const { records } = input
        const publication = publicationOf(input)
        const confirmed = input.confirmed ?? []
        if (publication) {
          const addresses = records.map(({ id }) => ({ kind, id }))
          await publishing.makeReady({ records: addresses, publication, confirmed })
        }
        const act = actOf(input)
        return writeBatch(person, async function* steps(transaction) {
          yield await publishers[kind].stepWithin(transaction, records, act, person.actor)
        })
      })
    },

    add(person, act) {
      const addAll = () =>
        writeBatch(person, async function* steps(transaction, id) {
          const { records, written } = await act(transaction)
          const at = new Date()
          const writes: AuditedWrite<{ id: string }>[] = []
          for (const record of records) writes.push(await addOne(publishers, transaction, record, at))
          yield { writes, stale: [] }
          const ids = writes.map(({ result }) => result.id)
          await written(ids, id)
        })
      return once(person, addAll)
    },

    undo(id, except, person) {
      const entriesOf = async (from: Queryable) => {
        const entries = await listBatchEntries(from, id)
        return entries.filter(({ entityId }) => !except.includes(entityId))
      }
      const undo = async () => {
        await makeReadyAgain(await entriesOf(db))
        return writeBatch(person, async function* steps(transaction, undoneBy) {
          await lockUndoable(transaction, id)
          let count = 0
          for (const [kind, entries] of byKind(await entriesOf(transaction))) {
            const step = await publishers[kind].undoWithin(transaction, entries, person.actor)
            count += step.writes.length
            yield step
          }
          if (count > 0)
            await transaction.updateTable('batches').set({ undoneBy }).where('id', '=', id).execute()
        })
      }
      return once(person, () => puttingBack(undo))
    },

    undoChange(kind, { id, version }, person) {
      const undo = async () => {
        const entry = await findChange(db, kinds[kind].entity, id, version)
        if (!entry) throw new AppError('no_change')
        await makeReadyAgain([entry])
        return writeBatch(person, async function* steps(transaction) {
          yield await publishers[kind].undoWithin(transaction, [entry], person.actor)
        })
      }
      return once(person, () => puttingBack(undo))
    },

    returnTo(entryId, version, person) {
      const goBack = () =>
        writeBatch(person, async function* steps(transaction) {
          const [entry] = await listEntriesById(transaction, [entryId])
          if (!entry) throw new AppError('audit_entry_not_found')
          if (entry.newData === null || !isKindEntity(entry.entity)) throw new AppError('no_state')
          const record = { id: entry.entityId, version }
          yield await publishers[kindOf(entry)].returnWithin(transaction, record, entry.newData, person.actor)
        })
      return once(person, () => puttingBack(goBack))
    },

    restore(ids, person) {
      const deletionsOf = async (from: Queryable) => {
        const entries = await listEntriesById(from, ids)
        const deletions = entries.filter(({ action, oldData }) => action === 'DELETE' && oldData !== null)
        if (deletions.length < new Set(ids).size) throw new AppError('not_restorable')
        return deletions
      }
      return once(person, () => puttingBack(() => putBack(person, deletionsOf)))
    },

    restoreTrashed(records, person) {
      const deletionsOf = async (from: Queryable) => {
        const deletions = await listTrashed(from, records)
        const trashed = new Set(deletions.map(entry => keyOf({ kind: kindOf(entry), id: entry.entityId })))
        const left = records.filter(record => !trashed.has(keyOf(record)))
        if (left.length === 0) return deletions
        const stale = left.map(({ id }) => id)
        const there = await listThere(from, stale)
        throw new AppError(stale.every(id => there.has(id)) ? 'record_exists' : 'not_in_trash', { stale })
      }
      return once(person, () => puttingBack(() => putBack(person, deletionsOf)))
    },
  }
}

function addOne(
  publishers: Publishers,
  transaction: AuditedTransaction,
  { kind, input }: NewRecord,
  at: Date,
): Promise<AuditedWrite<{ id: string }>> {
  if (kind === 'book') return publishers.book.addWithin(transaction, input, at)
  if (kind === 'note') return publishers.note.addWithin(transaction, input, at)
  if (kind === 'exam') return publishers.exam.addWithin(transaction, input, at)
  return publishers.result.addWithin(transaction, input, at)
}

/** The state in which a state of the log says that its record is. */
function stateOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'state' in data ? data.state : undefined
}

const keyOf = ({ kind, id }: TrashedKey) => `${kind}/${id}`

function kindOf({ entity }: BatchEntry): Kind {
  if (!isKindEntity(entity)) throw new AppError('not_restorable')
  return kindOfEntity[entity]
}

function refusalOf(stale: readonly StaleRecord[]): AppError {
  return new AppError('stale_records', {
    errors: stale.map(({ sentence }) => sentence),
    stale: stale.map(({ id }) => id),
  })
}

/** Has a batch to undo for this transaction alone; of two who undo it at once the second one is refused. */
async function lockUndoable(transaction: AuditedTransaction, id: string): Promise<void> {
  const batch = await transaction
    .selectFrom('batches')
    .select('undoneBy')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw new AppError('batch_not_found')
  if (batch.undoneBy !== null) throw new AppError('batch_undone')
}
