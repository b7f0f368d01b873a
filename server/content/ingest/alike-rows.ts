import { sql } from 'kysely'
import { ingestOutcome } from '#contract/ingest-input.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { IngestChecks, IngestRow } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { areAboutAsLong } from '#server/content/record/likeness-warnings.ts'
import { mostDifferentMarks, type Likeness } from '#server/files/likeness/likeness.types.ts'

/** So many rows that are nearest to one are looked at. */
const lookedAt = 3

/** What the record of a row shows first, and among which rows it is looked for. */
interface Shown {
  row: string
  sha256: string
  series: string
}

interface Near {
  one: string
  other: string
  first: string
  second: string
}

/** As records are compared: pages of exams with all, first pages of books and handouts within grade, year and subject. */
function shownOf({ id, record, values, files }: IngestRow): Shown | undefined {
  const outcome = ingestOutcome(values, files)
  if (record !== null || !('record' in outcome) || outcome.record.kind === 'result') return undefined
  const { kind, input } = outcome.record
  const address = kind === 'exam' ? input.files[0] : input.directLink
  const sha256 = address && sha256OfFileAddress(address)
  const series = kind === 'exam' ? [kind] : [kind, input.stage, input.releaseYear, input.subject]
  return sha256 ? { row: id, sha256, series: series.join(' ') } : undefined
}

/** The pairs of rows, one of each asked for, whose marks are near: of each row the nearest ones. */
async function listNear(db: Queryable, all: readonly Shown[], asked: readonly string[]): Promise<Near[]> {
  const distance = sql`bit_count(m.mark # n.mark)`
  const columns = (['row', 'sha256', 'series'] as const).map(
    name => sql`${all.map(one => one[name])}::text[]`,
  )
  const { rows } = await sql<Near>`
    with shown as (select * from unnest(${sql.join(columns)}) as shown (row_id, sha256, series)),
    near as (
      select one.row_id as one, other.row_id as other, ${distance} as apart,
        least(one.sha256, other.sha256) as first, greatest(one.sha256, other.sha256) as second,
        row_number() over (partition by one.row_id order by ${distance}, other.row_id) as place
      from shown one
      join shown other on other.series = one.series and other.sha256 <> one.sha256
      join picture_marks m on m.file_hash = one.sha256
      join picture_marks n on n.file_hash = other.sha256
      join files f on f.id = one.sha256
      join files g on g.id = other.sha256
      where one.row_id = any(${[...asked]}::text[]) and ${distance} <= ${mostDifferentMarks}
        and ${areAboutAsLong(sql`greatest(f.page_count, g.page_count)`, sql`least(f.page_count, g.page_count)`)}
    )
    select one, other, first, second from near where place <= ${lookedAt} order by apart, one, other`.execute(
    db,
  )
  return rows
}

/**
 * Of these rows of an import, those others that show nearly the same picture or first page, and which rows were not compared
 * before `patience` was aborted. The same bytes are not meant.
 */
export async function findAlikeRows(
  db: Queryable,
  likeness: Likeness,
  rows: readonly IngestRow[],
  asked: readonly string[],
  patience: AbortSignal,
): Promise<Pick<IngestChecks, 'alike' | 'late'>> {
  const alike: IngestChecks['alike'] = {}
  const shown = rows.flatMap(row => shownOf(row) ?? [])
  const left = new Set(asked.filter(id => shown.some(({ row }) => row === id)))
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  await likeness.within(patience, async isOver => {
    const pairs = shown.length > 1 ? await listNear(db, shown, asked) : []
    for (const [at, { one, other, first, second }] of pairs.entries()) {
      isOver.throwIfAborted()
      if (await likeness.isAlike(first, second))
        alike[one] = [...(alike[one] ?? []), { id: other, version: versions.get(other) ?? 0 }]
      if (!pairs.slice(at + 1).some(pair => pair.one === one)) left.delete(one)
    }
    left.clear()
  })
  return { alike, late: [...left] }
}
