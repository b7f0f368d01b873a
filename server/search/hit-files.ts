import type { SearchHit } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** Files of hits by the id of their record, in reading order. Shape: SHA-256; no entry where none of them are ours. */
export type HitFiles = ReadonlyMap<string, readonly string[]>

/** The files whose pages some hits show. */
export async function filesOfHits(
  db: Queryable,
  hits: readonly Pick<SearchHit, 'type' | 'id'>[],
): Promise<HitFiles> {
  const files = new Map<string, string[]>()
  if (hits.length === 0) return files
  const rows = await db
    .selectFrom('searchFiles')
    .select(['recordId', 'fileHash'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('type', 'recordId'),
        'in',
        hits.map(({ type, id }) => tuple(type, id)),
      ),
    )
    .orderBy('place')
    .execute()
  for (const { recordId, fileHash } of rows) files.set(recordId, [...(files.get(recordId) ?? []), fileHash])
  return files
}
