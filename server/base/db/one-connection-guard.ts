import { AsyncLocalStorage } from 'node:async_hooks'
import type { ConnectionProvider, DatabaseConnection, Driver } from 'kysely'

interface Holding {
  open: boolean
}

const holding = new AsyncLocalStorage<Holding>()

/** Runs `act` outside of whatever transaction the caller may be in. */
export function outsideTransaction<Result>(act: () => Result): Result {
  return holding.exit(act)
}

/**
 * Hands out connections, and refuses a second one to code that already holds one.
 * The embedded engine has a single session, where such a query would wait for its own transaction for ever;
 * on a server it would read outside the transaction and can drain the pool. So both engines refuse it.
 */
export class OneConnectionGuard implements ConnectionProvider {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (holding.getStore()?.open) {
      throw new Error(
        'A query went through the pool inside an open transaction. Use the transaction handle that was given instead.',
      )
    }
    const connection = await this.#driver.acquireConnection()
    const held: Holding = { open: true }
    try {
      return await holding.run(held, () => consumer(connection))
    } finally {
      held.open = false
      await this.#driver.releaseConnection(connection)
    }
  }
}
