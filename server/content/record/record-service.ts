import { AppError } from '#contract/errors.ts'
import type { Publication, PublicationInput } from '#contract/resources/publication.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { refuseStale } from '#server/staff/audit/refuse-stale.ts'
import { claimKey, type CreationOptions } from './creation-keys.ts'
import { publicationOf, withPublication } from './publication.ts'
import { recordBatches } from './record-batches.ts'
import type { RecordInput, RecordKind, Stamps } from './record-kind.ts'
import { isUnchanged, recordWrites, stateAfter, type NextState } from './record-writes.ts'
import type { StateFilter } from './visibility.ts'
import { writeAudited } from './write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from './write-audited.ts'

/** A change of a record: what it becomes, and the sentence that says so. */
interface Change<State> extends NextState<State> {
  actor: Actor
  /** The version that the change was based on; absent means "no check". */
  base: number | undefined
  describe: (state: State) => string
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
  const { entity, store, sentences } = kind
  const db = writing.database.kysely
  const writes = recordWrites(kind)

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
    { actor, base, describe, ...change }: Change<State>,
  ): Promise<AuditedWrite<State>> {
    const before = await writes.lock(transaction, id)
    await refuseChanged(transaction, before, { actor, base })
    return writes.replace(transaction, before, stateAfter(before, change), describe)
  }

  /** Errors: `stale_version`, when the record is not any more what the write was based on. */
  function refuseChanged(
    transaction: AuditedTransaction,
    row: State,
    { actor, base }: Pick<Change<State>, 'actor' | 'base'>,
  ): Promise<void> {
    const current = () => ({ ...kind.presentStale(row), ...publicationOf(row) })
    return refuseStale(writing, transaction, { actor, entity, row, base, current })
  }

  return {
    ...recordBatches(writing, kind),
    find,
    present,
    change,
    /** For a transaction that writes several records: a new one, its insertion, and the change of one that is there. */
    begin: writes.begin,
    insertWithin: writes.insert,
    changeWithin,

    /**
     * Changes who may see a record, inside a transaction that changes others too. `seen`: the version that somebody
     * has looked at.
     *
     * Shape: undefined where it is so already, as for the second of two people who announce at once.
     */
    async publishWithin(
      transaction: AuditedTransaction,
      id: string,
      publication: PublicationInput,
      seen?: { actor: Actor; version: number },
    ): Promise<AuditedWrite<State> | undefined> {
      const before = await writes.lock(transaction, id)
      const after = stateAfter(before, { publication })
      if (isUnchanged(before, after)) return undefined
      if (seen) await refuseChanged(transaction, before, { actor: seen.actor, base: seen.version })
      return writes.replace(transaction, before, after, sentences.changed)
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
      const state = writes.begin(input, at)
      const item = await presentOne(state)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, { ...kind.presentStale(state), ...item })
        return writes.insert(transaction, state)
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
      const { auditId } = await writeAudited(writing, actor, async transaction =>
        writes.remove(transaction, await writes.lock(transaction, id)),
      )
      return { id, auditId }
    },

    /** Puts a deleted record back as its audit entry holds it. Errors: `record_exists`. */
    async restore(snapshot: unknown, actor: Actor): Promise<Item & Publication> {
      const { result } = await writeAudited(writing, actor, transaction =>
        writes.restore(transaction, snapshot),
      )
      return presentOne(result)
    },
  }
}
