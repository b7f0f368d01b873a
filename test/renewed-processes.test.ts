import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-processes-'))
const mostFiles = 3
const files = 7

/** What a file found when it began. */
interface Found {
  pid: number
  used: number
  isStubbed: boolean
  isClockFake: boolean
  setting: string | undefined
  mocked: string
}

/** Looks at what is there and leaves everything behind that a file can leave. */
const testFile = `
import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { used } from './used.ts'
import { name } from './named.ts'

it('leaves things behind', async () => {
  const found = { pid: process.pid, used: used.length, isStubbed: 'left' in globalThis, isClockFake: vi.isFakeTimers(),
    setting: process.env.LEFT_SETTING, mocked: name }
  fs.appendFileSync(${JSON.stringify(path.join(folder, 'found.jsonl'))}, JSON.stringify(found) + '\\n')
  used.push('used')
  vi.stubGlobal('left', 1)
  vi.stubEnv('LEFT_SETTING', 'left')
  vi.doMock('./named.ts', () => ({ name: 'mocked' }))
  vi.useFakeTimers()
})
`

const config = `
import { renewedProcesses } from ${JSON.stringify(path.join(root, 'test/renewed-processes.ts'))}
export default {
  test: {
    include: ['*.test.ts'], isolate: false, maxWorkers: 2, pool: renewedProcesses(${mostFiles}),
    setupFiles: [${JSON.stringify(path.join(root, 'test/fresh-file.ts'))}],
  },
}
`

let found: Found[] = []

beforeAll(async () => {
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  fs.writeFileSync(path.join(folder, 'vitest.config.ts'), config)
  fs.writeFileSync(path.join(folder, 'used.ts'), 'export const used: string[] = []')
  fs.writeFileSync(path.join(folder, 'named.ts'), `export const name = 'real'`)
  for (let index = 0; index < files; index += 1)
    fs.writeFileSync(path.join(folder, `${index}.test.ts`), testFile)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  await promisify(execFile)(process.execPath, [vitest, 'run'], { cwd: folder })
  const lines = fs.readFileSync(path.join(folder, 'found.jsonl'), 'utf8').trim().split('\n')
  found = lines.map(line => JSON.parse(line) as Found)
}, 120_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

it('gives each file of a process modules, globals, settings and clocks that no other has touched', () => {
  expect(found).toHaveLength(files)
  for (const { pid, ...begin } of found)
    expect(begin, String(pid)).toEqual({ used: 0, isStubbed: false, isClockFake: false, mocked: 'real' })
})

it('runs some files in a process, and no more', () => {
  const counts = [...Map.groupBy(found, ({ pid }) => pid).values()].map(own => own.length)
  expect(Math.max(...counts)).toBeGreaterThan(1)
  expect(Math.max(...counts)).toBeLessThanOrEqual(mostFiles)
})
