/**
 * Sends what nobody thought of to every call of the OpenAPI document for longer than the tests do.
 * Usage: node bench/fuzz.ts [minutes, default 10] [seed]. Exit code 1 when something answers with 5xx, a stack trace, a
 * sentence that is not Arabic, or not at all.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const [minutes = '10', seed] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const only = ['run', '--project', 'unit', 'test/refusals.test.ts', '-t', 'near to its schemas']
const { status } = spawnSync(process.execPath, [vitest, ...only], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_MS: String(Number(minutes) * 60_000), ...(seed && { FUZZ_SEED: seed }) },
})
process.exitCode = status ?? 1
