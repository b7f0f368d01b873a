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

/** A record at the version that somebody has looked at; without one, whatever it is. */
export interface SeenRecord {
  id: string
  version?: number | undefined
}

/** What came of the one that was given. */
function the<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('A write of one record gave nothing')
  return item
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
    const after = stateAfter(before, change)
    return the(await writes.replace(transaction, [{ before, after, description: describe(after) }]))
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
    /** Calls `handler` after every change of what everybody sees of the kind, of this process and of others. */
    onChange: (handler: () => void) => writing.changes.onChange(tags => tags.includes(kind.tag) && handler()),
    /** For a transaction that writes several records: a new one, its insertion, and the change of one that is there. */
    begin: writes.begin,
    insertWithin: writes.insert,
    changeWithin,

    /** Adds a record inside a transaction that writes others too. */
    addWithin(transaction: AuditedTransaction, input: Input, at: Date): Promise<AuditedWrite<State>> {
      return writes.insert(transaction, writes.begin(input, at))
    },

    /**
     * Changes who may see records, inside a transaction that changes others too.
     *
     * Shape: nothing of those that are so already, as for the second of two people who announce at once.
     */
    async publishWithin(
      transaction: AuditedTransaction,
      records: readonly SeenRecord[],
      publication: PublicationInput,
      actor: Actor,
    ): Promise<AuditedWrite<State>[]> {
      const seen = new Map(records.map(({ id, version }) => [id, version]))
      const found = await store.lock(transaction, [...seen.keys()])
      if (found.length < seen.size) throw new AppError(kind.notFound)
      const changed = found.flatMap(before => {
        const after = stateAfter(before, { publication })
        return isUnchanged(before, after) ? [] : { before, after, description: sentences.changed(after) }
      })
      for (const { before } of changed)
        await refuseChanged(transaction, before, { actor, base: seen.get(before.id) })
      return writes.replace(transaction, changed)
    },

    async get(id: string, state: StateFilter = 'published'): Promise<Item & Publication> {
      const item = await find(id, state)
      if (!item) throw new AppError(kind.notFound)
      return item
    },

    /**
     * What a form holds, as visitors would see it once it is saved; nothing is written. `id` names the record that it
     * changes. Errors: `invalid_fields`.
     */
    async preview(input: Input, id?: string): Promise<{ state: State; item: Item & Publication }> {
      const begun = writes.begin(input, new Date())
      const known = id === undefined ? undefined : await store.find(db, id, 'any')
      const own = known && { id: known.id, version: known.version, createdAt: known.createdAt }
      const state = { ...begun, ...own, ...kind.valuesOf(input) }
      return { state, item: await presentOne(state) }
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

    /** Moves a record to the trash, unless it is not any more at the version `base`; without one, whatever it is. */
    async delete(id: string, actor: Actor, base?: number): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await writes.lock(transaction, id)
        await refuseChanged(transaction, before, { actor, base })
        return writes.remove(transaction, [before]).then(the)
      })
      return { id, auditId }
    },

    /** Puts a deleted record back as its audit entry holds it. Errors: `record_exists`, `not_in_trash`. */
    async restore(snapshot: unknown, actor: Actor): Promise<Item & Publication> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const restored = await writes.restore(transaction, [snapshot])
        if (restored.gone.length > 0) throw new AppError('not_in_trash')
        const [write] = restored.writes
        if (!write) throw new AppError('record_exists')
        return write
      })
      return presentOne(result)
    },
  }
}
