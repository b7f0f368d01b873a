import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { kindNames, kinds } from '#contract/kinds.ts'
import { filePath } from '#contract/paths.ts'
import type { DamagedFile } from '#contract/resources/file.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { lightCopyHolder } from './light-copies/light-copies.repository.ts'

/** True for rows of `table` that use a file whose stored bytes are damaged. */
export function usesDamagedFile(entity: AuditEntity, table: string) {
  return sql<SqlBool>`exists (
    select 1 from files join file_references on file_references.file_id = files.id
    where files.damage is not null and file_references.entity = ${entity}
      and file_references.record_id = ${sql.ref(`${table}.id`)})`
}

/** The same records of one address of the API, each with those of its files that are damaged, for staff. Source: F3.3. */
export async function withDamagedFiles<Item extends { id: string }>(
  database: Queryable,
  apiPath: string,
  items: readonly Item[],
): Promise<(Item & { damagedFiles?: DamagedFile[] })[]> {
  const kind = kindNames.find(name => kinds[name].apiPath === apiPath)
  if (kind === undefined || items.length === 0) return [...items]
  const ids = items.map(({ id }) => id)
  const rows = await database
    .selectFrom('fileReferences')
    .innerJoin('files', 'files.id', 'fileReferences.fileId')
    .select(['recordId', 'files.id', 'name', 'type', 'damage'])
    .where('damage', 'is not', null)
    .where('entity', '=', kinds[kind].entity)
    .where(sql<SqlBool>`record_id = any(${ids}::text[])`)
    .orderBy('name')
    .orderBy('files.id')
    .execute()
  return items.map(item => {
    const own = rows.filter(({ recordId }) => recordId === item.id)
    if (own.length === 0) return item
    const damagedFiles = own.map(({ id, name, type, damage }) => ({
      url: filePath(id, name),
      name,
      type,
      ...(damage !== null && { damage }),
    }))
    return { ...item, damagedFiles }
  })
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
