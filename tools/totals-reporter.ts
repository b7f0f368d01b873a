import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './source-files.ts'

/** What one run of Vitest counted. A file that could not be loaded and an unhandled error count as failures. */
export interface TestTotals {
  passed: number
  failed: number
  skipped: number
  /** Each failure by its file and name, with the first lines of its error. */
  failures: string[]
  /** Likewise each test that failed first and passed then. */
  secondTries: string[]
}

/** A difference of two large values fills pages, which the report of Vitest shows whole. */
const mostLines = 12
const mostLetters = 300

function told(where: string, error: unknown): string {
  const { message = error, diff = '' } = Object(error) as { message?: unknown; diff?: unknown }
  const lines = stripVTControlCharacters([message, diff].map(String).join('\n').trim()).split('\n')
  const shown = lines.slice(0, mostLines).map(line => `  ${line.slice(0, mostLetters)}`)
  if (lines.length > mostLines) shown.push(`  … ${lines.length - mostLines} lines more`)
  return [where, ...shown].join('\n')
}

/** Counts what a run gave, and names what did not pass at once. */
export function testTotals(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): TestTotals {
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] }
  const fail = (where: string, error: unknown) => {
    totals.failed += 1
    totals.failures.push(told(where, error))
  }
  for (const error of unhandledErrors) fail('outside of any test', error)
  for (const module of modules) {
    const file = path.relative(root, module.moduleId)
    const tests = [...module.children.allTests()]
    for (const test of tests) {
      const { state, errors } = test.result()
      const where = `${file} > ${test.fullName}`
      if (state === 'failed') fail(where, errors[0])
      else if (state !== 'pending') totals[state] += 1
      if (test.diagnostic()?.flaky) totals.secondTries.push(told(where, errors?.[0]))
    }
    const isBroken = module.state() === 'failed' && tests.every(test => test.result().state !== 'failed')
    // What comes before its tests stands at the file, or at the group whose preparation has failed.
    const before = [module, ...module.children.allSuites()].flatMap(each => each.errors())
    if (isBroken) fail(file, before[0])
  }
  return totals
}

/** Writes the totals of a run into the file that TEST_TOTALS_FILE names, for tools/test.ts to add up. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.TEST_TOTALS_FILE
    if (file) writeFileSync(file, JSON.stringify(testTotals(modules, unhandledErrors)))
  }
}
