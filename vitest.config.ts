import { defineConfig } from 'vitest/config'
import { renewedProcesses } from './test/renewed-processes.ts'

export default defineConfig({
  test: {
    reporters: ['default', './tools/totals-reporter.ts'],
    hookTimeout: 60_000,
    // CI has two cores. A test that waits (for a deadline, a browser, a server that starts) leaves its core to the third.
    maxWorkers: 3,
    // V8 would compile what of the embedded database runs for a moment once more, and better. Every file has a database that
    // lives for seconds: only what runs for long is worth that.
    execArgv: ['--wasm-tiering-budget=1000000000'],
    allowOnly: false,
    // A shared, busy machine may miss a moment once; what fails twice is at fault.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,demo,server,tools,test}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          // A process runs many files, each with modules of its own: what packages and the embedded database take to load is paid once.
          isolate: false,
          pool: renewedProcesses({ mostFiles: 15, mostSilenceMs: 360_000 }),
          setupFiles: ['./test/fresh-file.ts'],
          testTimeout: 20_000,
          // Threads that give way to everybody have what others leave of two cores.
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.e2e.ts'],
          // Each file opens an application of its own; loading its code and a Chromium anew for each would be a tenth of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // As long as Playwright waits for what a person would see.
          expect: { poll: { timeout: 15_000 } },
          // After the unit project.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
