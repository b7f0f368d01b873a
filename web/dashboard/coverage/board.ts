import { cities } from '#contract/codes/cities.ts'
import { examSubjects, subjectLabels, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { isMinisterialGradeCode, type GradeCode } from '#contract/codes/grades.ts'
import { rounds } from '#contract/codes/rounds.ts'
import { boardKinds } from '#contract/resources/coverage.ts'
import type { Coverage, CoverageBoard, CoverageCell, CoverageWish } from '#contract/resources/coverage.ts'

/**
 * Published; published with a damaged file; with a dead link elsewhere; with a text that cannot be searched; with a heavy file
 * alone; only seen by staff; looked for and missing; missing.
 */
export type PlaceState = 'there' | 'damaged' | 'dead' | 'unread' | 'heavy' | 'hidden' | 'wanted' | 'missing'
/** What can be wrong with what is published, the worst first. */
const troubles = ['damaged', 'dead', 'unread', 'heavy'] as const

type Row = CoverageCell['row']

/** A place of a board with what is there and what is looked for. */
export interface Place extends Spot {
  state: PlaceState
  published: number
  hidden: number
  /** How many of both are of all branches. */
  common: number
  searches: number
  requests: number
  /** Something of the same kind, year and round is there: the exam was held, the results were announced. */
  isExpected: boolean
}

/** The places of a row under one heading: a year with its rounds, or a kind. */
export interface PlaceGroup {
  key: string
  places: Place[]
}

/** A subject or a city. */
export interface BoardRow {
  row: Row
  label: string
  groups: PlaceGroup[]
}

/** A board with its sums: of the places where something is to be expected those that are filled. */
export interface Board {
  rows: BoardRow[]
  filled: number
  hidden: number
  expected: number
  /** What is looked for and not there, the most wanted first. */
  wanted: CoverageWish[]
}

interface Asked {
  board: CoverageBoard
  stage: GradeCode
  /** The newest year of the board. */
  year: number
}

const yearsShown = 10
/** The preliminary round and exams without one stand only where there are some. */
const usualRounds = rounds.filter(round => round < 4)

/** Where something stands, or should. */
export type Spot = Pick<CoverageCell, 'kind' | 'row' | 'releaseYear' | 'try'>
const keyOf = ({ kind, row, releaseYear, try: round }: Spot) => [kind, row, releaseYear, round].join('/')
/** What all rows of a board share: an exam's or release's year and round. */
const timeOf = ({ kind, releaseYear, try: round }: Spot) => [kind, releaseYear, round].join('/')

/** The row of a spot by the name of its field. */
export function namedRow({ kind, row }: Pick<Spot, 'kind' | 'row'>): Record<string, string> {
  return { [kind === 'result' ? 'city' : 'subject']: row }
}

function rowsOf({ board, stage }: Asked, coverage: Coverage): Row[] {
  if (board === 'results') return [...cities]
  const usual: readonly Row[] =
    board === 'exams' && isMinisterialGradeCode(stage) ? examSubjects[stage] : subjectsOfGrade(stage)
  return [...new Set([...usual, ...coverage.cells.map(({ row }) => row)])]
}

/** The headings of a board with the spots below each. */
function headingsOf(
  { board, year }: Asked,
  coverage: Coverage,
): { key: string; spots: Omit<Spot, 'row'>[] }[] {
  if (board === 'books')
    return boardKinds[board].map(kind => ({
      key: kind,
      spots: [{ kind, releaseYear: null, try: null }],
    }))
  const [kind] = boardKinds[board]
  return Array.from({ length: yearsShown }, (_, at) => year - at).map(releaseYear => {
    const known = coverage.cells.flatMap(cell => (cell.releaseYear === releaseYear ? (cell.try ?? []) : []))
    const shown = [...new Set([...usualRounds, ...known])].toSorted((a, b) => (a || 9) - (b || 9))
    return { key: String(releaseYear), spots: shown.map(round => ({ kind, releaseYear, try: round })) }
  })
}

/** Whether one of these stands where a wish looks; a wish may leave open the year or the round. */
const answers = (wish: CoverageWish) => (cell: CoverageCell) =>
  cell.published > 0 &&
  cell.kind === wish.kind &&
  cell.row === wish.row &&
  (wish.releaseYear === null || cell.releaseYear === wish.releaseYear) &&
  (wish.try === null || cell.try === wish.try)

/** Lays out what there is and what is looked for. */
export function boardOf(asked: Asked, coverage: Coverage): Board {
  const cells = new Map(coverage.cells.map(cell => [keyOf(cell), cell]))
  const wishes = new Map(coverage.wishes.map(wish => [keyOf(wish), wish]))
  const held = new Set(coverage.cells.map(timeOf))
  const taught = new Set(coverage.cells.map(({ row }) => row))
  const headings = headingsOf(asked, coverage)
  const placeAt = (spot: Spot): Place => {
    const cell = cells.get(keyOf(spot))
    const { published = 0, hidden = 0, common = 0 } = cell ?? {}
    const ofPublished = troubles.find(trouble => cell !== undefined && cell[trouble] > 0) ?? 'there'
    const { searches = 0, requests = 0 } = wishes.get(keyOf(spot)) ?? {}
    const isWanted = searches + requests > 0
    return {
      ...spot,
      state: published > 0 ? ofPublished : hidden > 0 ? 'hidden' : isWanted ? 'wanted' : 'missing',
      published,
      hidden,
      common,
      searches,
      requests,
      isExpected:
        asked.board === 'books' ||
        (held.has(timeOf(spot)) && (asked.board === 'results' || taught.has(spot.row))),
    }
  }
  const rows = rowsOf(asked, coverage).map(row => ({
    row,
    label: row in subjectLabels ? subjectLabels[row as keyof typeof subjectLabels] : row,
    groups: headings.map(({ key, spots }) => ({ key, places: spots.map(spot => placeAt({ ...spot, row })) })),
  }))
  const expected = rows
    .flatMap(({ groups }) => groups.flatMap(({ places }) => places))
    .filter(place => place.isExpected)
  return {
    rows,
    filled: expected.filter(({ published }) => published > 0).length,
    hidden: expected.filter(({ state }) => state === 'hidden').length,
    expected: expected.length,
    wanted: coverage.wishes.filter(wish => !coverage.cells.some(answers(wish))),
  }
}
