import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { isBuildStale } from './build.ts'

if (isBuildStale()) {
  // A process of its own, so that the compiler's memory is gone before the server starts.
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
await import('#server/main.ts')
