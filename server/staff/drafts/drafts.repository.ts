import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { FormDraftsTable } from './drafts.table.ts'

export type FormDraftRow = Selectable<FormDraftsTable>

/** Makes whoever keeps a draft of this person wait: their number is counted. Entries of the log, which name the person, do not wait. */
export async function lockOwner(transaction: Transaction, ownerId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

/** A draft of this person; those of others are not there. */
export function findDraft(db: Queryable, ownerId: string, id: string): Promise<FormDraftRow | undefined> {
  return db
    .selectFrom('formDrafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same draft, which nobody else changes or drops until the transaction ends. */
export function lockDraft(transaction: Transaction, ownerId: string, id: string) {
  return transaction
    .selectFrom('formDrafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The drafts of a form and the forms below it, or all, without what is in them; the last kept first. */
export function listDrafts(db: Queryable, ownerId: string, form: string | undefined) {
  const own = db
    .selectFrom('formDrafts')
    .select(['id', 'form', 'title', 'version', 'changedAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('changedAt', 'desc')
    .orderBy('id')
  if (form === undefined) return own.execute()
  const isBelow = sql<boolean>`starts_with(form, ${`${form}/`})`
  return own.where(({ eb, or }) => or([eb('form', '=', form), isBelow])).execute()
}

/** How many drafts a person has, all forms together. */
export async function countDrafts(db: Queryable, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('formDrafts')
    .where('ownerId', '=', ownerId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a draft of this id is there, whoever has it. */
export async function isTaken(db: Queryable, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('formDrafts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

export async function insertDraft(db: Queryable, row: Insertable<FormDraftsTable>): Promise<void> {
  await db.insertInto('formDrafts').values(row).execute()
}

export async function replaceDraft(
  db: Queryable,
  { id, ...row }: Pick<FormDraftRow, 'id' | 'title' | 'content' | 'version' | 'writer' | 'changedAt'>,
): Promise<void> {
  await db.updateTable('formDrafts').set(row).where('id', '=', id).execute()
}

export async function removeDrafts(db: Queryable, ids: readonly string[]): Promise<void> {
  await sql`delete from form_drafts where id = any(${[...ids]})`.execute(db)
}

/** So many of those that were last kept before a moment, which nobody keeps again until the transaction ends. */
export async function lockLeft(transaction: Transaction, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from form_drafts where changed_at < ${before}
    order by changed_at limit ${limit} for update skip locked`.execute(transaction)
  return rows.map(({ id }) => id)
}
