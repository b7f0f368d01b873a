import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import type { Queryable } from './types.ts'

/** The shapes that are kept of one statement: rows of an insertion, as a rule one, and what columns they name. */
const mostKept = 16
/** What has more, as a hundred rows have, is built each time: kept it would take some 70 KB. */
const mostValues = 1_000

/** The values of a statement by their names, or of rows by their columns; those that are undefined are left out. */
type Given = object | readonly object[]

/** A statement that is still to be compiled. */
export interface Built<Row> {
  compile(executorProvider: QueryExecutorProvider): CompiledQuery<Row>
}

/** Stands in a statement for the value of this place. */
class Mark {
  readonly place: number

  constructor(place: number) {
    this.place = place
  }
}

interface Kept {
  text: string
  /** Where the value of a place is a mark, the statement has what was given there. */
  values: readonly unknown[]
}

/**
 * A statement that is asked again and again with other values. It is built and compiled once for each shape of what it is
 * given: names, and number of rows. To build one anew takes as long as to send it and to read its answer.
 * Source: docs/decisions/081-what-a-write-costs.md.
 */
export class ShapedStatement {
  readonly #kept = new Map<string, Kept>()

  /**
   * The rows of the statement that `build` makes of what is given. It is shown marks in place of the values, as a rule, puts
   * each into the statement as it is, and looks at none.
   */
  async rows<const Own extends Given, Row>(
    db: Queryable,
    given: Own,
    build: (marks: Own) => Built<Row>,
  ): Promise<Row[]> {
    const { shape, values } = valuesOf(given)
    if (values.length > mostValues) {
      const { rows } = await db.executeQuery(build(given).compile(db))
      return rows
    }
    let kept = this.#kept.get(shape)
    if (kept === undefined) {
      kept = compiled(build(marksOf(given)).compile(db), values.length)
      if (this.#kept.size >= mostKept) this.#kept.clear()
      this.#kept.set(shape, kept)
    }
    const filled = kept.values.map(value => (value instanceof Mark ? values[value.place] : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(kept.text, filled) as CompiledQuery<Row>)
    return rows
  }
}

const rowsOf = (given: Given): readonly object[] =>
  Array.isArray(given) ? (given as readonly object[]) : [given]

function valuesOf(given: Given): { shape: string; values: unknown[] } {
  let shape = ''
  const values: unknown[] = []
  for (const row of rowsOf(given)) {
    for (const [name, value] of Object.entries(row)) {
      if (value === undefined) continue
      shape += name
      shape += ','
      values.push(value)
    }
    shape += ';'
  }
  return { shape, values }
}

function marksOf<Own extends Given>(given: Own): Own {
  let place = 0
  const marks = rowsOf(given).map(row =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, new Mark(place++)]],
      ),
    ),
  )
  return (Array.isArray(given) ? marks : marks[0]) as unknown as Own
}

/** Errors: throws where a value does not stand in the statement: it was looked at. */
function compiled({ sql, parameters }: CompiledQuery, places: number): Kept {
  const standing = new Set(parameters.flatMap(value => (value instanceof Mark ? value.place : [])))
  if (standing.size < places)
    throw new Error(`A value that was given does not stand in the statement: ${sql}`)
  return { text: sql, values: parameters }
}
