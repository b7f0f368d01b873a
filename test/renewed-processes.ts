import type { ChildProcess } from 'node:child_process'
import { ForksPoolWorker } from 'vitest/node'
import type { PoolOptions, PoolRunnerInitializer, WorkerRequest } from 'vitest/node'

const name = 'renewed-processes'

interface Limits {
  /** Files that a process runs before it gives way to a new one: its memory has grown with them. */
  mostFiles: number
  /** For how long a process may say nothing while it runs a file: longer than any test or hook may take. */
  mostSilenceMs: number
}

class RenewedProcess extends ForksPoolWorker {
  override readonly name = name
  readonly #limits: Limits
  #files = 0
  #current: readonly string[] = []
  #silence: NodeJS.Timeout | undefined

  constructor(options: PoolOptions, limits: Limits) {
    super(options)
    this.#limits = limits
  }

  override async start(): Promise<void> {
    await super.start()
    this.on('message', (message: { type?: unknown }) => {
      if (message.type === 'testfileFinished') this.#hush()
      else this.#silence?.refresh()
    })
    this.on('exit', () => this.#hush())
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'run') {
      this.#files += 1
      this.#current = message.context.files.map(({ filepath }) => filepath)
      this.#silence = setTimeout(() => this.#end(), this.#limits.mostSilenceMs)
    }
    super.send(message)
  }

  #hush(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  /** Vitest then names the file as one that has failed. Nothing in the process itself can end code that gives no turn back. */
  #end(): void {
    const seconds = this.#limits.mostSilenceMs / 1000
    console.error(`Ended, since nothing was heard of it for ${seconds} s: ${this.#current.join(', ')}`)
    const child = this['fork'] as ChildProcess
    child.kill('SIGKILL')
  }

  canReuse(): boolean {
    return this.#files < this.#limits.mostFiles
  }
}

/** Vitest's processes for files that are not isolated, each for some of them; one that hangs is ended, and its file fails. */
export function renewedProcesses(limits: Limits): PoolRunnerInitializer {
  return { name, createPoolWorker: options => new RenewedProcess(options, limits) }
}
