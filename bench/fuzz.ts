/**
 * Sends what nobody thought of to every call of the OpenAPI document for longer than the tests do.
 * Usage: node bench/fuzz.ts [minutes, default 10] [engine: pglite (default) or postgres] [seed]. Exit code 1 when something
 * answers with 5xx, a stack trace, a sentence that is not Arabic, or not at all.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { openBenchEngine } from './bench-engine.ts'

const [minutes = '10', engine = 'pglite', seed] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const only = ['run', '--project', 'unit', 'test/refusals.test.ts', '-t', 'near to its schemas']
const server = await openBenchEngine(engine, 'rafid-fuzz-pg-')
try {
  const run = spawn(process.execPath, [vitest, ...only], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_MS: String(Number(minutes) * 60_000),
      ...(seed && { FUZZ_SEED: seed }),
      ...(server && { TEST_DATABASE_URL: server.databaseUrl('postgres') }),
    },
  })
  const [status] = (await once(run, 'exit')) as [number | null]
  process.exitCode = status ?? 1
} finally {
  await server?.stop()
}
