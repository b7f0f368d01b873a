import { sql, type RawBuilder } from 'kysely'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { mostDifferentMarks, type Likeness } from '#server/files/likeness/likeness.types.ts'

/** So many that are nearest are looked at. */
const lookedAt = 8

/**
 * Covers of one series differ in a few words: only those of the same grade and year are compared, first pages of PDFs, which say
 * less, within the subject, with covers too.
 */
interface Series {
  stage: GradeCode | undefined
  releaseYear: number | undefined
  subject?: SubjectCode | undefined
}

/** A PDF that was saved again may have so many pages more or fewer, or one in so many. */
const pagesApart = 2
const shareApart = 20

/** True for PDFs with about as many pages, and where one of the two is none. */
export function areAboutAsLong(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${one} is null or ${other} is null
    or abs(${other} - ${one}) <= greatest(${pagesApart}::int, ${one} / ${shareApart}::int))`
}

interface ShownPicture {
  kind: 'book' | 'note' | 'exam'
  /** The field that shows it. */
  field: 'image' | 'directLink' | 'files'
  address: string | null | undefined
  /** Absent where every record of the kind is compared. */
  series?: Series
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
  directLink: 'الصفحة الأولى تشبه غلاف سجل موجود أو صفحته الأولى.',
  files: 'الصورة الأولى تشبه صورة في سجل موجود.',
}

/** What a book or a handout is known by: its cover; without one, the first page of its PDF. */
export function knownBy({
  image,
  directLink,
  ...series
}: {
  image?: string | null | undefined
  directLink?: string | null | undefined
} & Series): Required<Pick<ShownPicture, 'series' | 'field'>> & Pick<ShownPicture, 'address'> {
  return image
    ? { field: 'image', address: image, series }
    : { field: 'directLink', address: directLink, series }
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
  const { stage, releaseYear, subject } = series ?? {}
  const isKnown = stage && releaseYear && (subject || shown.field === 'image')
  if (!sha256 || (series && !isKnown)) return []
  const warnings = new Map<string, Warning>()
  await likeness.within(patience, async isOver => {
    const mark = await likeness.markOf(sha256)
    if (mark === undefined) return
    for (const { id, title, version, fileId } of await listNear(db, sha256, mark, { series, ...shown })) {
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

/**
 * The records whose marks are near, the nearest first, and other pictures of a record after all records; for a PDF those
 * whose PDF has about as many pages.
 */
async function listNear(
  db: Queryable,
  sha256: string,
  mark: string,
  { kind, field, series, except }: Omit<ShownPicture, 'address'>,
): Promise<Found[]> {
  const { entity, list } = kinds[kind]
  const { stage, releaseYear, subject } = series ?? {}
  const isCover = field === 'image' ? sql`shown.type like 'image/%'` : sql`false`
  const isOfSeries = series
    ? sql`l.stage = ${stage} and l.release_year = ${releaseYear} and (l.subject = ${subject ?? ''} or ${isCover})`
    : sql`true`
  const distance = sql`bit_count(m.mark # ${mark}::bit(256))`
  const { rows } = await sql<Found>`
    select l.id, l.title, l.version, m.file_hash as "fileId"
    from picture_marks m
    join files shown on shown.id = m.file_hash
    join files asked on asked.id = ${sha256}
    join file_references r on r.file_id = m.file_hash and r.entity = ${entity}
    join ${sql.table(list)} l on l.id = r.record_id
    where ${distance} <= ${mostDifferentMarks} and l.id <> all(${[...except]}::text[])
      and ${isOfSeries}
      and (asked.page_count is null or exists (
        select from file_references p join files f on f.id = p.file_id
        where p.entity = r.entity and p.record_id = r.record_id
          and f.page_count is not null and ${areAboutAsLong(sql`asked.page_count`, sql`f.page_count`)}))
    order by row_number() over (partition by l.id order by ${distance}, m.file_hash), ${distance}, l.id
    limit ${lookedAt}`.execute(db)
  return rows
}
