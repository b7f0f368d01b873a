import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { lightCopyHolder } from './light-copies/light-copies.repository.ts'

/** True for rows of `table` that use a file whose stored bytes are damaged. */
export function usesDamagedFile(entity: AuditEntity, table: string) {
  return sql<SqlBool>`exists (
    select 1 from files join file_references on file_references.file_id = files.id
    where files.damage is not null and file_references.entity = ${entity}
      and file_references.record_id = ${sql.ref(`${table}.id`)})`
}

/** How many stored files are damaged; light copies are made anew by themselves and are left out. */
export async function countDamagedFiles(database: Queryable): Promise<number> {
  const { count } = await database
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('damage', 'is not', null)
    .where(
      sql<boolean>`not (
        exists (select from file_references r where r.file_id = files.id and r.entity = ${lightCopyHolder})
        and not exists (select from file_references r where r.file_id = files.id and r.entity <> ${lightCopyHolder}))`,
    )
    .executeTakeFirstOrThrow()
  return count
}
