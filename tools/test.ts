import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.ts'
import { runChecks } from './check.ts'
import nodeSettings from './node-settings.json' with { type: 'json' }
import { root } from './source-files.ts'
import type { TestTotals } from './totals-reporter.ts'

/** The totals of one part of the whole test. */
interface Part extends TestTotals {
  name: string
  durationMs: number
}

/**
 * The environment without what keeps the memory of a server small: tests are processes of some seconds, which would ask the
 * system for their memory again and again.
 */
function testEnvironment(): NodeJS.ProcessEnv {
  const settings: Record<string, string> = nodeSettings.environment
  return Object.fromEntries(Object.entries(process.env).filter(([name, value]) => settings[name] !== value))
}

/** Runs one Vitest project; a run that dies before it has counted is one failure. */
async function runVitest(project: string, args: string[]): Promise<Part> {
  const startedAt = performance.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'rafid-test-'))
  const file = path.join(folder, 'totals.json')
  const command = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...args]
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...testEnvironment(), TEST_TOTALS_FILE: file },
  })
  const code = await new Promise<number>(resolve => {
    child.on('error', () => resolve(1))
    child.on('close', status => resolve(status ?? 1))
  })
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] }
  try {
    Object.assign(totals, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    console.error(`The ${project} tests ended (code ${code}) before they were counted.`)
  }
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0 && totals.failed === 0) {
    totals.failed = 1
    totals.failures.push(`the ${project} tests ended with code ${code}`)
  }
  return { name: project, durationMs: performance.now() - startedAt, ...totals }
}

async function checkPart(): Promise<Part> {
  const startedAt = performance.now()
  const results = await runChecks()
  const failures = results.filter(result => !result.isPassed).map(result => result.name)
  const passed = results.length - failures.length
  const durationMs = performance.now() - startedAt
  return { name: 'check', passed, failed: failures.length, skipped: 0, failures, secondTries: [], durationMs }
}

function buildPart(): Part {
  const startedAt = performance.now()
  const failures: string[] = []
  try {
    buildIfStale()
  } catch (error) {
    console.error(error)
    failures.push(String(error))
  }
  const failed = failures.length
  return {
    name: 'build',
    passed: 1 - failed,
    failed,
    skipped: 0,
    failures,
    secondTries: [],
    durationMs: performance.now() - startedAt,
  }
}

function totalLine(part: Pick<TestTotals, 'passed' | 'failed' | 'skipped'>): string {
  const skipped = part.skipped > 0 ? `, ${part.skipped} skipped` : ''
  return `${part.passed} passed, ${part.failed} failed${skipped}`
}

/** Without arguments everything; `unit` or `browser` that project only, further arguments go to Vitest. */
async function main(): Promise<void> {
  const [only, ...args] = process.argv.slice(2)
  const parts: Part[] = []
  if (only === undefined) parts.push(await checkPart())
  const isNarrow = only === 'unit' && args.length > 0
  if (!isNarrow) parts.push(buildPart())
  if (only !== 'browser') parts.push(await runVitest('unit', args))
  if (only !== 'unit') parts.push(await runVitest('browser', args))

  // Below all that was printed: of a long run, mostly its last lines are read.
  for (const { name, failures, secondTries } of parts) {
    for (const failure of failures) console.log(`\nFailed: ${name}: ${failure}`)
    for (const test of secondTries) console.log(`\nPassed at the second try: ${name}: ${test}`)
  }

  const sum = (key: 'passed' | 'failed' | 'skipped') => parts.reduce((total, part) => total + part[key], 0)
  console.log('')
  for (const part of parts) {
    console.log(`${part.name.padEnd(8)} ${totalLine(part)} (${(part.durationMs / 1000).toFixed(1)} s)`)
  }
  console.log(totalLine({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }))
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

await main()
