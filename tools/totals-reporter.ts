import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What one run of Vitest counted. A file that could not be loaded and an unhandled error count as failures. */
export interface TestTotals {
  passed: number
  failed: number
  skipped: number
}

/** Writes the totals of a run into the file that TEST_TOTALS_FILE names, for tools/test.ts to add up. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.TEST_TOTALS_FILE
    if (!file) return
    const totals: TestTotals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed' || state === 'skipped') totals[state] += 1
      }
      const isBroken = module.state() === 'failed' && tests.every(test => test.result().state !== 'failed')
      if (isBroken) totals.failed += 1
    }
    writeFileSync(file, JSON.stringify(totals))
  }
}
