import { readConfig, type Config } from './config.ts'
import { startFailure } from './base/start-failure.ts'
import { readWorkerArguments } from './worker-arguments.ts'

/**
 * Serves as the environment says, or keeps those that do; each is loaded where it is needed. `from` is the file that this was
 * loaded from, for the log. Errors: ends the process.
 */
export async function begin(from: string): Promise<void> {
  try {
    await open(readConfig(), from)
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exit(1)
  }
}

async function open(config: Config, from: string): Promise<void> {
  if (config.workers > 1) {
    const { keepWorkers } = await import('./keep-workers.ts')
    await keepWorkers(config)
  } else {
    const { serve } = await import('./serve.ts')
    await serve(config, readWorkerArguments(process.argv), from)
  }
}
