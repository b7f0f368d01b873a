import { sql } from 'kysely'
import type { GradeCode } from '#contract/codes/grades.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { mostDifferentMarks, type Likeness } from '#server/files/likeness/likeness.types.ts'

/** So many that are nearest are looked at. */
const lookedAt = 8

interface ShownPicture {
  kind: 'book' | 'note' | 'exam'
  /** The field that shows it. */
  field: 'image' | 'files'
  address: string | null | undefined
  /**
   * Covers of one series differ in a few words: only those of the same grade and year are compared. Absent where every record of the
   * kind is compared.
   */
  series?: { stage: GradeCode | undefined; releaseYear: number | undefined }
  /** Records that do not count, or are named already. */
  except: readonly string[]
}

interface Found {
  id: string
  title: string
  version: number
  fileId: string
}

const sentences = {
  image: 'صورة الغلاف تشبه صورة في سجل موجود.',
  files: 'الصورة الأولى تشبه صورة في سجل موجود.',
}

/**
 * Warns of records that show the same picture, however it was packed. What is not known before `patience` is aborted, in
 * `likenessWaitMs` where there is none, or without an error is not told: all else that speaks against the save waits for it.
 */
export async function warnOfLikeness(
  db: Queryable,
  likeness: Likeness,
  { address, series, ...shown }: ShownPicture,
  patience?: AbortSignal,
): Promise<Warning[]> {
  const sha256 = address ? sha256OfFileAddress(address) : undefined
  if (!sha256 || (series && (!series.stage || !series.releaseYear))) return []
  const warnings = new Map<string, Warning>()
  await likeness.within(patience, async isOver => {
    const mark = await likeness.markOf(sha256)
    if (mark === undefined) return
    for (const { id, title, version, fileId } of await listNear(db, mark, { series, ...shown })) {
      isOver.throwIfAborted()
      if (warnings.size === limits.duplicatesShown) return
      if (warnings.has(id) || !(await likeness.isAlike(sha256, fileId))) continue
      const { field } = shown
      const record = { id, name: title, version }
      warnings.set(id, { code: 'likeness', field, message: sentences[field], record })
    }
  })
  return [...warnings.values()]
}

/** The records whose marks are near, the nearest first. */
async function listNear(
  db: Queryable,
  mark: string,
  { kind, series, except }: Omit<ShownPicture, 'field' | 'address'>,
): Promise<Found[]> {
  const { entity, list } = kinds[kind]
  const { rows } = await sql<Found>`
    select l.id, l.title, l.version, m.file_hash as "fileId"
    from picture_marks m
    join file_references r on r.file_id = m.file_hash and r.entity = ${entity}
    join ${sql.table(list)} l on l.id = r.record_id
    where bit_count(m.mark # ${mark}::bit(256)) <= ${mostDifferentMarks} and l.id <> all(${[...except]}::text[])
      and ${series ? sql`l.stage = ${series.stage} and l.release_year = ${series.releaseYear}` : sql`true`}
    order by bit_count(m.mark # ${mark}::bit(256)), l.id limit ${lookedAt}`.execute(db)
  return rows
}
