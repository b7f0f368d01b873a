import { ForksPoolWorker } from 'vitest/node'
import type { PoolOptions, PoolRunnerInitializer, WorkerRequest } from 'vitest/node'

const name = 'renewed-processes'

class RenewedProcess extends ForksPoolWorker {
  override readonly name = name
  readonly #mostFiles: number
  #files = 0

  constructor(options: PoolOptions, mostFiles: number) {
    super(options)
    this.#mostFiles = mostFiles
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'run') this.#files += 1
    super.send(message)
  }

  canReuse(): boolean {
    return this.#files < this.#mostFiles
  }
}

/**
 * Vitest's processes for files that are not isolated, of which each gives way to a new one after `mostFiles`: its memory has
 * grown with them.
 */
export function renewedProcesses(mostFiles: number): PoolRunnerInitializer {
  return { name, createPoolWorker: options => new RenewedProcess(options, mostFiles) }
}
