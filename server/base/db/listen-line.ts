import pg from 'pg'
import type { Listeners } from './listeners.ts'
import type { DatabaseLog } from './types.ts'

const firstRetryMs = 250
const longestRetryMs = 15_000

export interface ListenLine {
  listen(channel: string): Promise<void>
  unlisten(channel: string): Promise<void>
  /** Opens the line a little later, and again until it is there; then listeners hear of a gap. */
  retry(): void
  close(): Promise<void>
}

/**
 * A connection of its own for LISTEN, opened with the first channel and opened again whenever it breaks.
 * After a break the listeners hear of a gap, since notifications of that time are lost. A line that was cut without being
 * closed is noticed after two beats at most.
 */
export function openListenLine(
  config: pg.ClientConfig,
  listeners: Listeners,
  log: DatabaseLog,
  beatMs: number,
): ListenLine {
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let isClosed = false

  function retry(): void {
    if (isClosed || retryTimer !== undefined) return
    retryTimer = setTimeout(() => {
      retryTimer = undefined
      connect().then(
        () => listeners.reportGap(),
        (error: unknown) => {
          log.warn({ err: error }, 'database: the notification line is still away')
          retryMs = Math.min(retryMs * 2, longestRetryMs)
          retry()
        },
      )
    }, retryMs)
    retryTimer.unref()
  }

  async function open(): Promise<void> {
    const next = new pg.Client({ ...config, query_timeout: config.connectionTimeoutMillis })
    next.on('error', error => log.warn({ err: error }, 'database: the notification line broke'))
    next.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''))
    next.on('end', () => {
      if (client === next) {
        client = undefined
        retry()
      }
    })
    try {
      await next.connect()
      for (const channel of listeners.channels) await next.query(`listen ${channel}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isClosed) {
      await next.end()
      return
    }
    client = next
    retryMs = firstRetryMs
    beat(next)
  }

  /** Asks whether the line is still there until it is not. */
  function beat(line: pg.Client): void {
    const timer = setInterval(() => {
      // `pg` takes a limit for one query, which its types do not know.
      const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: beatMs }
      line.query(question).catch((error: unknown) => {
        if (client !== line) return
        log.warn({ err: error }, 'database: the notification line is silent, another is opened')
        void line.end()
      })
    }, beatMs)
    timer.unref()
    line.once('end', () => clearInterval(timer))
  }

  function connect(): Promise<void> {
    connecting ??= open().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  return {
    retry,
    async listen(channel) {
      if (connecting !== undefined) await connecting
      if (client === undefined) await connect()
      await client?.query(`listen ${channel}`)
    },
    async unlisten(channel) {
      await client?.query(`unlisten ${channel}`)
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      await connecting?.catch(() => undefined)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
