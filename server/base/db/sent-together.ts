import pg from 'pg'
import type { PostgresQueryResult } from 'kysely'

/** A statement as it is sent. */
export interface SentStatement {
  text: string
  values: readonly unknown[]
  /** It is prepared under this, and only once for a line; absent: each time. */
  name: string | undefined
}

type Answered = (error: Error | null, result: PostgresQueryResult<unknown>) => void

/** A query of the driver as its client uses it, of which its types know a part. */
interface DriverQuery {
  text: string
  name: string | undefined
  callback: Answered
  submit(connection: DriverConnection): Error | null
  handleCommandComplete(message: unknown, connection: DriverConnection): void
  handleDataRow(message: unknown): void
  handleError(error: Error, connection: DriverConnection): void
}

interface DriverConnection extends Omit<pg.Connection, 'bind' | 'describe' | 'execute' | 'parse'> {
  /** What each name stands for that the server has, and that it is about to have. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string | undefined }): void
  bind(bound: { statement: string | undefined; values: unknown[] }): void
  describe(described: { type: 'P' }): void
  execute(executed: object): void
}

const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** One query to the driver, several statements to the server, which answers them at once. */
class QueryOfMany extends DriverQuery {
  readonly statements: readonly SentStatement[]
  /** Which of them is answered next. */
  #at = 0

  constructor(statements: readonly SentStatement[], callback: Answered) {
    super('')
    this.statements = statements
    this.callback = callback
    this.#turnTo(0)
  }

  /** The driver keeps the name of a statement when the server has parsed it. */
  #turnTo(at: number): void {
    this.#at = at
    const statement = this.statements[at]
    if (statement === undefined) return
    this.text = statement.text
    this.name = statement.name
  }

  get #isAtLast(): boolean {
    return this.#at === this.statements.length - 1
  }

  override submit(connection: DriverConnection): Error | null {
    let prepared: unknown[][]
    try {
      prepared = this.statements.map(({ values }) => values.map(value => prepareValue(value)))
    } catch (error) {
      return error as Error
    }
    const { parsedStatements, submittedNamedStatements } = connection
    connection.stream.cork()
    for (const [at, { text, name }] of this.statements.entries()) {
      const isKnown =
        name !== undefined &&
        (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined)
      if (!isKnown) connection.parse({ text, name })
      if (!isKnown && name !== undefined) submittedNamedStatements[name] = text
      connection.bind({ statement: name, values: prepared[at] ?? [] })
      if (at === this.statements.length - 1) connection.describe({ type: 'P' })
      connection.execute({})
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  override handleDataRow(message: unknown): void {
    if (this.#isAtLast) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#isAtLast) super.handleCommandComplete(message, connection)
    else this.#turnTo(this.#at + 1)
  }

  /** The server has skipped the rest. */
  override handleError(error: Error, connection: DriverConnection): void {
    for (const { name } of this.statements.slice(this.#at))
      if (name !== undefined) delete connection.submittedNamedStatements[name]
    super.handleError(error, connection)
  }
}

/**
 * Sends statements in one packet, to which the server gives one answer: that of the last. Each must be a single
 * statement, and all of one transaction. Errors: that of the first that fails; those behind it are not run, a commit as little.
 */
export function sendTogether(
  client: pg.PoolClient,
  statements: readonly SentStatement[],
): Promise<PostgresQueryResult<unknown>> {
  return new Promise((resolve, reject) => {
    const query = new QueryOfMany(statements, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as unknown as pg.Submittable)
  })
}
