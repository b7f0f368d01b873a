import { sql } from 'kysely'

const usesBeforeNaming = 3
const maxNames = 200
const maxCounted = 2_000
const maxStatementLetters = 10_000

const nameable = /^\s*(select|insert|update|delete|with)\b/i

/**
 * Stands before a statement whose best plan depends on its values, which is then planned for them each time: a plan for any
 * values reads every page that has a word, where those for its values stop at the first ones.
 */
export const plannedAnew = sql.raw('/* planned anew */ ')

/**
 * Decides which statements are prepared under a name, so that a hot one is parsed and planned once.
 * Naming roughly halves the latency of a by-id read; the number of names is bounded because each costs memory
 * in every session. What begins with `plannedAnew` never is.
 */
export class StatementNames {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** The name to prepare this statement under, or undefined to leave it unnamed. */
  nameOf(statement: string): string | undefined {
    const known = this.#names.get(statement)
    if (known !== undefined) return known
    if (this.#names.size >= maxNames || statement.length > maxStatementLetters) return undefined
    const uses = (this.#counts.get(statement) ?? 0) + 1
    if (uses < usesBeforeNaming) {
      if (this.#counts.size >= maxCounted) this.#counts.clear()
      this.#counts.set(statement, uses)
      return undefined
    }
    this.#counts.delete(statement)
    if (!nameable.test(statement)) return undefined
    const name = `rafid_${this.#names.size}`
    this.#names.set(statement, name)
    return name
  }
}
