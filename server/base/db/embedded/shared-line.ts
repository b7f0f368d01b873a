import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { AppError } from '#contract/errors.ts'

/** Reads that stand alone and have the one line together, each sent without waiting for the answers to the others. */
interface Group {
  client: Promise<PostgresPoolClient>
  members: number
  /** The line is theirs; until then they wait for it. */
  hasLine: boolean
  /** What is not answered yet, in the order in which it is answered. */
  readonly sent: object[]
  /** What the line was lost with: of all that was not answered only the first was begun. */
  lostWith?: object | undefined
}

/** Whoever comes while so many are not answered waits for the line, as long as the pool lets anybody wait. */
const mostTogether = 32

/**
 * Lets reads that stand alone share the one line of a pool, each sent before the last is answered; what writes, and a transaction,
 * has the line for itself. Who waits has it in turn: nobody joins those who have the line while somebody waits for it.
 * Shape: a pool whose clients take the line with their first statement; `onWrite` is called as soon as something that may write is
 * about to be sent, so that what is read after that call is read after it. Errors: those of `lines`, with that statement; a read
 * behind another one with which the line is lost is sent once more.
 */
export function shareLine(
  lines: PostgresPool,
  isWaitedFor: () => boolean,
  onWrite: () => void = () => {},
): PostgresPool {
  let group: Group | undefined

  function join(): Group {
    if (group && group.members < mostTogether && (!group.hasLine || !isWaitedFor())) {
      group.members += 1
      return group
    }
    const begun: Group = { client: lines.connect(), members: 1, hasLine: false, sent: [] }
    begun.client.then(
      () => {
        begun.hasLine = true
      },
      () => close(begun),
    )
    group = begun
    return begun
  }

  /** Lets nobody join any more. */
  function close(left: Group): void {
    if (group === left) group = undefined
  }

  async function leave(left: Group): Promise<void> {
    left.members -= 1
    if (left.members > 0) return
    close(left)
    const client = await left.client
    client.release()
  }

  /** A place among those who have the line or wait for it. Who came later than the wait began may wait once more. */
  async function take(): Promise<{ joined: Group; client: PostgresPoolClient }> {
    const before = group
    const joined = join()
    try {
      return { joined, client: await joined.client }
    } catch (error) {
      if (joined !== before) throw error
    }
    const again = join()
    return { joined: again, client: await again.client }
  }

  async function read(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const { joined, client } = await take()
    const own = {}
    joined.sent.push(own)
    try {
      return await send(client, text, values)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Who comes next has another line.
      close(joined)
      joined.lostWith ??= joined.sent[0]
      if (joined.lostWith === own) throw error
    } finally {
      joined.sent.splice(joined.sent.indexOf(own), 1)
      await leave(joined)
    }
    return readAlone(text, values)
  }

  async function readAlone(text: string, values: readonly unknown[]) {
    const client = await lines.connect()
    try {
      return await send(client, text, values)
    } finally {
      client.release()
    }
  }

  function makeClient(): PostgresPoolClient {
    /** The line, for as long as it is this client's alone. */
    let own: Promise<PostgresPoolClient> | undefined
    return {
      async query(text: string, values: readonly unknown[]) {
        if (own === undefined && isRead(text)) return read(text, values)
        own ??= lines.connect()
        const line = await own
        if (!isRead(text)) onWrite()
        return send(line, text, values)
      },
      release() {
        // Given back unasked, it may still be waited for; who waits is told when it cannot be had.
        own?.then(
          line => line.release(),
          () => undefined,
        )
        own = undefined
      },
    } as PostgresPoolClient
  }

  return { ...lines, connect: async () => makeClient() }
}

function send(client: PostgresPoolClient, text: string, values: readonly unknown[]) {
  return client.query(text, values) as Promise<PostgresQueryResult<unknown>>
}

/** Whether a statement only reads, as far as its words show; one that is taken for a write waits for the line, and no more. */
function isRead(text: string): boolean {
  return /^(?:\s|\/\*.*?\*\/)*(?:select|with)\b/i.test(text) && !writing.test(text)
}

const writing = /\b(?:insert|update|delete|merge|set_config)\b/i
