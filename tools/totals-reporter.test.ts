import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from './source-files.ts'
import type { TestTotals } from './totals-reporter.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-totals-'))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const texts = {
  'mixed.test.ts': `
import { describe, expect, it } from 'vitest'
let tries = 0
describe('a group', () => {
  it('passes', () => {})
  it.runIf(false)('is left out', () => {})
  it('fails', () => expect({ lines: Array.from({ length: 90 }, (_, line) => line) }).toEqual({ lines: [] }))
  it('passes then', () => expect((tries += 1)).toBe(2))
})
`,
  'broken.test.ts': `throw new Error('not to be loaded')`,
  'unprepared.test.ts': `
import { beforeAll, describe, it } from 'vitest'
describe('a group', () => {
  beforeAll(() => Promise.reject(new Error('not to be prepared')))
  it('never runs', () => {})
})
`,
  'late.test.ts': `
import { it } from 'vitest'
it('leaves a promise behind', () => void Promise.reject(new Error('of nobody')))
`,
  'vitest.config.ts': `
export default { test: { retry: 1, reporters: [${JSON.stringify(path.join(root, 'tools/totals-reporter.ts'))}] } }
`,
}

it('counts each test once, and names what failed and what passed at its second try', async () => {
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(folder, file), text)
  const file = path.join(folder, 'totals.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, TEST_TOTALS_FILE: file }
  await new Promise<void>(resolve => {
    execFile(process.execPath, [vitest, 'run'], { cwd: folder, env }, () => resolve())
  })
  const totals = JSON.parse(fs.readFileSync(file, 'utf8')) as TestTotals
  expect(totals).toMatchObject({ passed: 3, failed: 4, skipped: 2 })

  const failures = totals.failures.toSorted()
  expect(failures).toHaveLength(4)
  expect(
    failures.find(each => each.includes('mixed.test.ts > a group > fails'))?.split('\n').length,
  ).toBeLessThan(15)
  expect(failures.find(each => each.includes('broken.test.ts'))).toContain('not to be loaded')
  expect(failures.find(each => each.includes('unprepared.test.ts'))).toContain('not to be prepared')
  expect(failures.find(each => each.startsWith('outside of any test'))).toContain('of nobody')
  expect(totals.secondTries).toHaveLength(1)
  expect(totals.secondTries[0]).toContain('mixed.test.ts > a group > passes then\n  expected 1 to be 2')
})
