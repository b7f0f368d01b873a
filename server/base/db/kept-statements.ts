import type { Compilable, CompiledQuery } from 'kysely'
import type { Queryable } from './types.ts'

/** Each is kept with the tree that it was compiled from, some 10 KB. */
const mostKept = 200

/** A statement that is still to be built. */
interface Built<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>
}

/**
 * Statements of one kind as they were compiled, under what they follow from: to build one takes a fifth of the time of an
 * answer that asks nothing else of the database. Source: docs/decisions/083-what-an-answer-of-the-database-costs.md.
 */
export class KeptStatements {
  readonly #kept = new Map<string, CompiledQuery<unknown>>()

  /** The rows of the statement that `build` builds from `from` and nothing else, and once; each time where that is undefined. */
  async rows<Row>(db: Queryable, from: object | undefined, build: () => Built<Row>): Promise<Row[]> {
    if (from === undefined) return build().execute()
    const key = JSON.stringify(from)
    let statement = this.#kept.get(key) as CompiledQuery<Row> | undefined
    if (statement === undefined) {
      statement = build().compile()
      if (this.#kept.size >= mostKept) this.#kept.clear()
      this.#kept.set(key, statement)
    }
    const { rows } = await db.executeQuery(statement)
    return rows
  }
}
