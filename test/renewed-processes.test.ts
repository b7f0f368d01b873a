import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
  written: string | undefined
  folder: string
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
    setting: process.env.LEFT_SETTING, written: process.env.WRITTEN, folder: process.cwd(), mocked: name }
  fs.appendFileSync(${JSON.stringify(path.join(folder, 'found.jsonl'))}, JSON.stringify(found) + '\\n')
  used.push('used')
  vi.stubGlobal('left', 1)
  vi.stubEnv('LEFT_SETTING', 'left')
  process.env.WRITTEN = 'left'
  process.chdir('/')
  vi.doMock('./named.ts', () => ({ name: 'mocked' }))
  vi.useFakeTimers()
})
`

/** Files of which one hangs in code that gives no turn back, and one takes its process with it. */
const badFiles = {
  'hangs.test.ts': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'dies.test.ts': `process.kill(process.pid, 'SIGKILL')`,
  'passes.test.ts': '',
}

const configOf = (mostSilenceMs: number) => `
import { renewedProcesses } from ${JSON.stringify(path.join(root, 'test/renewed-processes.ts'))}
export default {
  test: {
    include: ['*.test.ts'], isolate: false, maxWorkers: 2, pool: renewedProcesses({ mostFiles: ${mostFiles}, mostSilenceMs: ${mostSilenceMs} }),
    setupFiles: [${JSON.stringify(path.join(root, 'test/fresh-file.ts'))}],
  },
}
`

/** Runs Vitest in a new folder of these files. Shape: the folder, how the run ended, and what it has said. */
async function runFiles(name: string, mostSilenceMs: number, texts: Record<string, string>) {
  const own = path.join(folder, name)
  fs.mkdirSync(own)
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(own, 'node_modules'), 'junction')
  fs.writeFileSync(path.join(own, 'vitest.config.ts'), configOf(mostSilenceMs))
  for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(own, file), text)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  return new Promise<{ code: number | null; said: string }>(resolve => {
    const child = execFile(process.execPath, [vitest, 'run'], { cwd: own }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stripVTControlCharacters(stdout + stderr) }),
    )
  })
}

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('files that leave everything behind', () => {
  let found: Found[] = []

  beforeAll(async () => {
    const names = Array.from({ length: files }, (_, index) => `${index}.test.ts`)
    const { code, said } = await runFiles('left', 60_000, {
      'used.ts': 'export const used: string[] = []',
      'named.ts': `export const name = 'real'`,
      ...Object.fromEntries(names.map(each => [each, testFile])),
    })
    expect(code, said).toBe(0)
    const lines = fs.readFileSync(path.join(folder, 'found.jsonl'), 'utf8').trim().split('\n')
    found = lines.map(line => JSON.parse(line) as Found)
  }, 120_000)

  it('find modules, globals, settings, clocks and a folder that no other has touched', () => {
    expect(found).toHaveLength(files)
    const untouched = { used: 0, isStubbed: false, isClockFake: false, mocked: 'real' }
    for (const { pid, ...begin } of found)
      expect(begin, String(pid)).toEqual({ ...untouched, folder: path.join(folder, 'left') })
  })

  it('are some for each process, and no more', () => {
    const counts = [...Map.groupBy(found, ({ pid }) => pid).values()].map(own => own.length)
    expect(Math.max(...counts)).toBeGreaterThan(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(mostFiles)
  })
})

it('fails a file that hangs and one that ends its process, by their names, and runs the others', async () => {
  const texts = Object.entries(badFiles).map(([name, act]) => [
    name,
    `import { it } from 'vitest'\nit('goes on', () => {\n${act}\n})`,
  ])
  const { code, said } = await runFiles('bad', 6_000, Object.fromEntries(texts))
  expect(code, said).toBe(1)
  expect(said).toMatch(/nothing was heard of it for 6 s: .*hangs\.test\.ts/)
  expect(
    said
      .match(/while running test file .*/g)
      ?.map(line => path.basename(line))
      .toSorted(),
  ).toEqual(['dies.test.ts', 'hangs.test.ts'])
  expect(said).toMatch(/✓ passes\.test\.ts/)
}, 120_000)
