import { sql } from 'kysely'
import type { Selectable, SqlBool } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { LightCopiesTable } from './light-copies.table.ts'
import type { LightCopy, RowFacts } from './light-copies.types.ts'

/** Rises when copies are made otherwise than before: they are then made anew. */
export const lightMaker = 2

/** What holds a light copy as a file of ours: the PDF that it is of. */
export const lightCopyHolder = 'LIGHT_COPIES'

/** The light copy of a file, where it has a sound one. */
export async function findLight(db: Queryable, fileHash: string): Promise<LightCopy | undefined> {
  return db
    .selectFrom('lightCopies')
    .innerJoin('files', 'files.id', 'lightCopies.lightHash')
    .select(['files.id as sha256', 'files.size'])
    .where('lightCopies.fileHash', '=', fileHash)
    .where('files.damage', 'is', null)
    .executeTakeFirst()
}

/** What is known of the light copy of a file. */
export async function findRow(
  db: Queryable,
  fileHash: string,
): Promise<Selectable<LightCopiesTable> | undefined> {
  return db
    .selectFrom('lightCopies')
    .selectAll()
    .where('fileHash', '=', fileHash)
    .where('makerVersion', '>=', lightMaker)
    .executeTakeFirst()
}

/** Whether a file has a light copy, by whichever maker; no other write changes that before the end of the transaction. */
export async function hasCopy(transaction: Transaction, fileHash: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('lightCopies')
    .select('lightHash')
    .where('fileHash', '=', fileHash)
    .forUpdate()
    .executeTakeFirst()
  return typeof row?.lightHash === 'string'
}

/** Takes down what came of a file. */
export async function putRow(transaction: Transaction, fileHash: string, facts: RowFacts): Promise<void> {
  const { lightHash = null, absence = null, failures = 0 } = facts
  const row = { lightHash, absence, failures, makerVersion: lightMaker, changedAt: new Date() }
  await transaction
    .insertInto('lightCopies')
    .values({ fileHash, ...row })
    .onConflict(conflict => conflict.column('fileHash').doUpdateSet(row))
    .execute()
}

/**
 * Those of these contents that may have a light copy, of which nobody has found out whether they do. `pauseMs`: as in
 * `isUnsettled`.
 */
export async function listUnsettled(
  db: Queryable,
  sha256s: readonly string[],
  pauseMs?: number,
): Promise<Set<string>> {
  if (sha256s.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from files where id = any(${[...sha256s]}::text[]) and ${isUnsettled(pauseMs)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Of `files`: worth a light copy, as far as its size and type tell, and not looked at by the maker of today; nor too large,
 * when that is what it was then. What was too complex may have met a machine that had too much to do: it is looked at again
 * `pauseMs` later.
 */
export const isUnsettled = (pauseMs: number = limits.tooComplexPauseMs) => sql<boolean>`(
  files.type = 'application/pdf' and files.damage is null and files.size >= ${limits.minLightSourceBytes}
  and not exists (
    select from light_copies l where l.file_hash = files.id and l.maker_version >= ${lightMaker}
      and (
        (l.absence is not null and (l.absence <> 'too-large' or files.size > ${limits.maxLightSourceBytes})
          and (l.absence <> 'too-complex' or l.changed_at > now() - ${pauseMs}::float8 * interval '1 millisecond'))
        or exists (select from files light where light.id = l.light_hash and light.damage is null))))`

/** True for rows of `table` with a file that should have a light copy, and of which none could be made. */
export function lacksLightCopy(entity: AuditEntity, table: string) {
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (
    select r.record_id from light_copies l join file_references r on r.file_id = l.file_hash
    where l.light_hash is null and l.absence <> 'not-lighter' and r.entity = ${entity})`
}
