import { sql, type RawBuilder } from 'kysely'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import type { CoverageBoard, CoverageCell, CoverageQuery } from '#contract/resources/coverage.ts'
import type { IngestKind } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countRowsByPart, countRowsBySchool } from '#server/base/row-counts.ts'
import { usesDamagedFile } from '#server/files/damaged.ts'
import { lacksLightCopy } from '#server/files/light-copies/light-copies.repository.ts'
import { isReadBadly } from '#server/files/page-texts/page-texts.repository.ts'
import { namesDeadMirror } from '#server/mirrors/mirrors.repository.ts'

/** What is told of a place. */
type Fact = 'published' | 'hidden' | 'damaged' | 'dead' | 'unread' | 'heavy'

type Place = Pick<CoverageCell, 'kind' | 'row' | 'releaseYear' | 'try'>

interface Counted extends Place {
  fact: Fact
  count: number
  /** Of those, the ones of no branch. */
  common: number
}

/** Of which kinds the database keeps what is published counted by its places. */
const counted: readonly IngestKind[] = ['book', 'note', 'exam']

/** Which records of a kind are of a fact; each but the first has an index of its own. */
function conditionsOf(kind: IngestKind): Record<Fact, RawBuilder<unknown>> {
  const { entity, list } = kinds[kind]
  return {
    published: sql`true`,
    hidden: sql`true`,
    damaged: usesDamagedFile(entity, list),
    dead: namesDeadMirror(list),
    unread: isReadBadly(entity, list),
    heavy: lacksLightCopy(entity, list),
  }
}

const placeOf: Record<IngestKind, RawBuilder<unknown>> = {
  book: sql`subject as row, null::int as release_year, null::int as try`,
  note: sql`subject as row, null::int as release_year, null::int as try`,
  exam: sql`subject as row, release_year, try`,
  result: sql`city as row, release_year, try`,
}

const kindsOf: Record<CoverageBoard, readonly IngestKind[]> = {
  books: ['book', 'note'],
  exams: ['exam'],
  results: ['result'],
}

/** What is to be looked for in the records of a grade. */
async function countFacts(db: Queryable, { board, stage, branch }: CoverageQuery): Promise<Counted[]> {
  const statements = kindsOf[board].flatMap(kind => {
    const isOfBranch =
      kind === 'exam' || branch === undefined ? sql`true` : sql`(branch = ${branch} or branch is null)`
    const isWhole = kind === 'result' ? sql`school is null` : sql`true`
    const common = kind === 'exam' ? sql`count(*)` : sql`count(*) filter (where branch is null)`
    return Object.entries(conditionsOf(kind))
      .filter(([fact]) => fact !== 'published' || !counted.includes(kind))
      .map(([fact, condition]) => {
        const state = fact === 'hidden' ? sql`state <> 'published'` : sql`state = 'published'`
        return sql`
          select ${kind}::text as kind, ${placeOf[kind]}, ${fact}::text as fact, count(*)::int as count, ${common}::int as common
          from ${sql.table(kinds[kind].list)}
          where ${state} and stage = ${stage} and ${isOfBranch} and ${isWhole} and ${condition}
          group by 2, 3, 4`
      })
  })
  const { rows } = await sql<Counted>`${sql.join(statements, sql` union all `)}`.execute(db)
  return rows
}

/** What is published of a grade, as the database keeps it counted. */
async function readCounted(db: Queryable, { board, stage, branch }: CoverageQuery): Promise<Counted[]> {
  const fact = 'published'
  if (board === 'exams') {
    const places = await countRowsByPart(db, 'exams.place')
    return places.flatMap(({ part, count }): Counted[] => {
      const [grade, subject, year, round] = part.split(' ')
      if (grade !== stage) return []
      const row = subject as SubjectCode
      return [
        { kind: 'exam', row, releaseYear: Number(year), try: Number(round), fact, count, common: count },
      ]
    })
  }
  if (board === 'results') return []
  const ofKinds = (['book', 'note'] as const).map(async kind => {
    const places = await countRowsBySchool(db, kinds[kind].list)
    return places
      .filter(place => place.stage === stage && (!branch || !place.branch || place.branch === branch))
      .map((place): Counted => {
        const common = place.branch === null ? place.count : 0
        return { kind, row: place.subject, releaseYear: null, try: null, fact, count: place.count, common }
      })
  })
  return (await Promise.all(ofKinds)).flat()
}

const inOrder = (one: Place, other: Place) =>
  compare(one.kind, other.kind) ||
  compare(one.row, other.row) ||
  (other.releaseYear ?? 0) - (one.releaseYear ?? 0) ||
  (one.try ?? 0) - (other.try ?? 0)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/**
 * What there is of a grade, place by place. What is published of books, handouts and exams is what the database keeps
 * counted; everything else is found by indexes that hold nothing but it.
 */
export async function countPlaces(db: Queryable, query: CoverageQuery): Promise<CoverageCell[]> {
  const found = (await Promise.all([readCounted(db, query), countFacts(db, query)])).flat()
  const cells = new Map<string, CoverageCell>()
  for (const { kind, row, releaseYear, try: round, fact, count, common } of found) {
    const place = { kind, row, releaseYear, try: round }
    const key = JSON.stringify(place)
    const cell = cells.get(key) ?? { ...place, ...nothing }
    const isCounted = fact === 'published' || fact === 'hidden'
    cells.set(key, { ...cell, [fact]: cell[fact] + count, common: cell.common + (isCounted ? common : 0) })
  }
  return [...cells.values()].toSorted(inOrder)
}

const nothing = { published: 0, hidden: 0, common: 0, damaged: 0, dead: 0, unread: 0, heavy: 0 }
