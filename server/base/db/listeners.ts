import { outsideTransaction } from './one-connection-guard.ts'
import type { DatabaseLog, NotificationHandler } from './types.ts'

interface Listener {
  handler: NotificationHandler
  onGap: (() => void) | undefined
}

/** Who listens to which channel; one per open database. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>()
  readonly #log: DatabaseLog

  constructor(log: DatabaseLog) {
    this.#log = log
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  /** Shape: `isFirst` and `isLast` tell the caller when the engine has to be told. */
  add(channel: string, handler: NotificationHandler, onGap?: () => void) {
    const listener: Listener = { handler, onGap }
    const existing = this.#byChannel.get(channel)
    const listeners = existing ?? new Set()
    listeners.add(listener)
    this.#byChannel.set(channel, listeners)
    return {
      isFirst: existing === undefined,
      remove: (): { isLast: boolean } => {
        const wasThere = listeners.delete(listener)
        const isLast = wasThere && listeners.size === 0
        if (isLast) this.#byChannel.delete(channel)
        return { isLast }
      },
    }
  }

  deliver(channel: string, payload: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) this.#call(() => listener.handler(payload))
  }

  reportGap(): void {
    for (const listeners of this.#byChannel.values()) {
      for (const listener of listeners) this.#call(() => listener.onGap?.())
    }
  }

  #call(act: () => void): void {
    try {
      outsideTransaction(act)
    } catch (error) {
      this.#log.error({ err: error }, 'database: a listener failed')
    }
  }
}

const channelPattern = /^[a-z_][a-z0-9_]{0,62}$/

/** The channel as an SQL name. Errors: throws on names that would need quoting. */
export function channelName(channel: string): string {
  if (!channelPattern.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}
