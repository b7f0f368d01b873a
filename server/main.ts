import { readConfig } from './config.ts'
import { startFailure } from './base/start-failure.ts'
import { readWorkerArguments } from './worker-arguments.ts'

/* Each is loaded where it is needed: whoever keeps several processes serves nothing itself. */
async function main(): Promise<void> {
  const config = readConfig()
  if (config.workers > 1) {
    const { keepWorkers } = await import('./keep-workers.ts')
    await keepWorkers(config)
  } else {
    const { serve } = await import('./serve.ts')
    await serve(config, readWorkerArguments(process.argv))
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exit(1)
})
