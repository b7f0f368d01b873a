import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { answerClock, unanswered } from './answer-clock.ts'
import { sendTogether, type SentStatement } from './sent-together.ts'
import { StatementNames } from './statement-names.ts'
import { isUnawaited } from './unawaited.ts'
import type { DatabaseLog } from './types.ts'

/** How the driver reads values: 64-bit integers as numbers, dates without a time as their text. */
export const typeParsers = (types: typeof pg.types): pg.CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === types.builtins.INT8) return Number
    if (format !== 'binary' && oid === types.builtins.DATE) return String
    return types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
})

/** How many lines a pool has, has to give, and is asked for in vain at the moment. */
export const connectionsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** How long an engine is waited for. */
export interface Line {
  /** What `begin` gives, or `unavailable` when the engine is found to be away. */
  during<Result>(begin: () => Promise<Result>, late?: (result: Result) => void): Promise<Result>
  /** How long whoever asks now waits for a free line; undefined for as long as the pool waits. */
  linePatienceMs(): number | undefined
  /** Longest wait for the answer to one statement that is sent now, from when those before it are answered; undefined for as long as it takes. */
  answerLimitMs(): number | undefined
  /** Statements that nobody reads are sent without waiting for them: worth it where an answer has a way to come. */
  sendsAhead: boolean
}

/** The embedded engine keeps its own time. */
const localLine: Line = {
  during: begin => begin(),
  linePatienceMs: () => undefined,
  answerLimitMs: () => undefined,
  sendsAhead: false,
}

/**
 * Wraps a `pg` pool for Kysely.
 * Errors: `unavailable` when no connection can be had in time or the line broke; a commit that the engine turned
 * into a rollback throws; a rollback on a broken line leaves the first error to be seen.
 */
export function guardedPool(pool: pg.Pool, log: DatabaseLog, line: Line = localLine): PostgresPool {
  const names = new StatementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  return {
    async connect() {
      const client = await line
        .during(
          () => takeLine(pool, line.linePatienceMs()),
          unwanted => unwanted.release(),
        )
        .catch((cause: unknown) => {
          throw cause instanceof AppError ? cause : new AppError('unavailable', { cause })
        })
      let guarded = wrapped.get(client)
      if (guarded === undefined) {
        guarded = guardedClient(client, { names, log, line })
        wrapped.set(client, guarded)
      }
      return guarded
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * A line of the pool, waited for no longer than that: one that comes later goes back. No clock runs while one is free.
 * Errors: `unavailable` after that long; those of the pool.
 */
async function takeLine(pool: pg.Pool, patienceMs: number | undefined): Promise<pg.PoolClient> {
  const taken = pool.connect()
  if (patienceMs === undefined || pool.idleCount >= pool.waitingCount) return taken
  const { promise: tired, reject } = Promise.withResolvers<never>()
  let isTired = false
  const clock = setTimeout(() => {
    isTired = true
    reject(new AppError('unavailable', { cause: new Error('No line of the pool became free in time.') }))
  }, patienceMs)
  const inTime = taken.then(client => {
    if (isTired) client.release()
    return client
  })
  try {
    return await Promise.race([inTime, tired])
  } finally {
    clearTimeout(clock)
  }
}

interface Guard {
  names: StatementNames
  log: DatabaseLog
  line: Line
}

function guardedClient(client: pg.PoolClient, { names, log, line }: Guard): PostgresPoolClient {
  let broken: Error | undefined
  // While a client is checked out nobody but its user hears of a broken line, and an unheard 'error' ends the process.
  client.on('error', error => {
    broken = error
  })
  const inTime = answerClock()
  let isInTransaction = false
  /** What is sent with the next statement that is waited for, or at the end of this turn. */
  const heldBack: SentStatement[] = []
  let letOutSoon: NodeJS.Immediate | undefined
  /** What was sent and not waited for; the first of it that failed. */
  let ahead: Promise<unknown> | undefined
  let failure: { error: unknown } | undefined

  const named = (text: string, values: readonly unknown[]) => ({ text, values, name: names.nameOf(text) })

  /** Sends a statement whose answer nobody reads. */
  function runAhead(text: string, values: readonly unknown[]): PostgresQueryResult<unknown> {
    heldBack.push(named(text, values))
    letOutSoon ??= setImmediate(letOut)
    return { command: 'SELECT', rowCount: 0, rows: [] } as unknown as PostgresQueryResult<unknown>
  }

  function takeHeldBack(): SentStatement[] {
    clearImmediate(letOutSoon)
    letOutSoon = undefined
    return heldBack.splice(0)
  }

  function letOut(): void {
    const statements = takeHeldBack()
    if (statements.length === 0) return
    const sent = run(statements).catch((error: unknown) => {
      failure ??= { error }
    })
    ahead = Promise.all([ahead, sent])
  }

  /** Waits for what was not waited for. Shape: the first of it that failed. */
  async function catchUp(): Promise<typeof failure> {
    letOut()
    await ahead
    const found = failure
    ahead = undefined
    failure = undefined
    return found
  }

  /** Sends a statement at once; what was sent before it is answered first, and fails it where that failed. */
  async function runAfter(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    /* A text without values may be several statements, which go alone. */
    const isOne = values.length > 0 || text === 'commit'
    if (!isOne) letOut()
    const answer = run([...takeHeldBack(), named(text, values)])
    if (ahead === undefined) return answer
    const [failed] = await Promise.all([catchUp(), answer.catch(() => undefined)])
    if (failed) throw failed.error
    return answer
  }

  function begin(text: string, values: readonly unknown[]): PostgresQueryResult<unknown> {
    isInTransaction = true
    return runAhead(text, values)
  }

  async function commit(): Promise<PostgresQueryResult<unknown>> {
    isInTransaction = false
    const result = await runAfter('commit', [])
    if ((result.command as string) === 'ROLLBACK') {
      throw new Error(
        'The transaction was rolled back: a statement in it failed and the failure was passed over.',
      )
    }
    return result
  }

  async function rollback(): Promise<PostgresQueryResult<unknown>> {
    isInTransaction = false
    try {
      await catchUp()
      return await run([named('rollback', [])])
    } catch (error) {
      log.warn({ err: error }, 'database: a rollback did not reach the engine, the connection is dropped')
      broken ??= error instanceof Error ? error : new Error(String(error))
      return { command: 'ROLLBACK', rowCount: 0, rows: [] } as unknown as PostgresQueryResult<unknown>
    }
  }

  /** Shape: what the last of them gives. */
  async function run(statements: readonly SentStatement[]): Promise<PostgresQueryResult<unknown>> {
    if (broken !== undefined) throw new AppError('unavailable', { cause: broken })
    const startedAt = performance.now()
    try {
      const limitMs = line.answerLimitMs()
      return await line.during(() =>
        inTime(send(client, statements), limitMs === undefined ? undefined : limitMs * statements.length),
      )
    } catch (error) {
      /* Made where the answer was read: whoever asked is to be seen. */
      if (error instanceof Error) Error.captureStackTrace(error)
      const code = codeOf(error)
      if (isStalePlan(error) || isUnanswered(error)) broken ??= error as Error
      if (isUnanswered(error)) hangUp()
      const isAway = code === undefined ? isLineMessage(error) : lineOrLimitCodes.test(code)
      if (broken !== undefined || isAway) throw new AppError('unavailable', { cause: error })
      throw error
    } finally {
      const ms = Math.round(performance.now() - startedAt)
      if (ms > limits.slowStatementMs)
        log.warn({ ms, statement: statements.map(withoutLiterals).join('; ') }, 'database: a slow statement')
    }
  }

  /** Closes the line at once: asked in order, the driver first waits for the answers that do not come. */
  function hangUp(): void {
    wireOf(client).stream.destroy()
  }

  async function query(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    if (text === 'commit') return commit()
    if (text === 'rollback') return rollback()
    if (line.sendsAhead && beginning.test(text)) return begin(text, values)
    return line.sendsAhead && isInTransaction && isUnawaited(text)
      ? runAhead(text, values)
      : runAfter(text, values)
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

/** What the driver reads of a query of its own, which its types do not know. */
interface DriverQuery {
  name: string | undefined
  callback: (error: Error | null, result: PostgresQueryResult<unknown>) => void
}

/**
 * Sends statements. A query made of its text is not copied by the driver, as a description of one is, for a tenth of what
 * sending costs.
 */
function send(
  client: pg.PoolClient,
  statements: readonly SentStatement[],
): Promise<PostgresQueryResult<unknown>> {
  const [one, ...more] = statements
  if (one === undefined || more.length > 0) return sendTogether(client, statements)
  return new Promise((resolve, reject) => {
    const query = new pg.Query(one.text, one.values as unknown[])
    const callback: DriverQuery['callback'] = (error, result) => (error ? reject(error) : resolve(result))
    client.query(Object.assign(query, { name: one.name, callback } satisfies DriverQuery))
  })
}

/** What the driver's client sits on, which its types do not know. */
const wireOf = (client: pg.PoolClient): pg.Connection =>
  (client as pg.PoolClient & { connection: pg.Connection }).connection

const beginning = /^(?:begin|start transaction)\b/

/** A statement as the log names it: what stands in it as a text or a number may be somebody's. */
function withoutLiterals({ text }: SentStatement): string {
  return text
    .replace(/'(?:[^']|'')*'/g, `'…'`)
    .replace(/(?<![\w$.])\d{4,}/g, '…')
    .slice(0, maxNamedLetters)
}

const maxNamedLetters = 1000

/**
 * The line broke, the server goes away, a statement, a lock or an idle transaction took longer than allowed, or two
 * transactions waited for each other and this one was ended.
 */
const lineOrLimitCodes = /^(08...|57P0.|57014|55P03|40P01|25P03|E[A-Z]+)$/

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The driver's own errors about the line carry no code. */
function isLineMessage(error: unknown): boolean {
  return error instanceof Error && /connection|client was closed|timeout/i.test(error.message)
}

/** The statement may still be running: whatever came back on this line next would be its answer. */
function isUnanswered(error: unknown): boolean {
  return error instanceof AppError || (error instanceof Error && error.message === unanswered)
}

/** A prepared statement that the engine has lost, or whose table changed shape: only a new session forgets it. */
function isStalePlan(error: unknown): boolean {
  const code = codeOf(error)
  if (code === '26000') return true
  return code === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'
}
