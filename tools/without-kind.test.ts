import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolEnvironment, typeArgs } from './check.ts'
import { isProductCode } from './measure.ts'
import { listPaths } from './source-files.ts'
import { copyWithout, newsRemoval, removeCopy } from './without-kind.ts'

const run = promisify(execFile)

/* Words that the product knows whether or not anything is published under them. */
const vocabulary = [
  /^contract\/(?:paths|errors|counted-nouns|limit-numbers|codes\/.*|resources\/search)\.ts$/,
  /^server\/search\//,
  /^server\/base\/db\/migrations\//,
]
/* Codes of news among other codes that a screen shows by their label, and texts that link to all sections. */
const texts = [
  'web/dashboard/fields/options.tsx',
  'web/dashboard/standard/field-text.ts',
  'web/site/search/hit-details.tsx',
  'web/site/static/about.page.tsx',
  'web/site/static/faq.page.tsx',
]

describe('the product without news', () => {
  let copy: string
  const inCopy = (name: string) => path.join(copy, name)
  const isTest = (name: string) => /^test\/|\.test\.tsx?$/.test(name)

  beforeAll(() => {
    copy = copyWithout(newsRemoval)
  })
  afterAll(() => removeCopy(copy))

  /** What node says that it ran; a failure throws with all of it. */
  async function runInCopy(file: string, ...args: string[]): Promise<string> {
    try {
      const { stdout } = await run(process.execPath, [inCopy(`node_modules/${file}`), ...args], {
        cwd: copy,
        env: {
          ...process.env,
          ...toolEnvironment,
          VITEST: undefined,
          NODE_ENV: undefined,
          TEST_DATABASE_URL: undefined,
        },
        maxBuffer: 64 * 1024 * 1024,
      })
      return stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${stdout}\n${stderr}`, { cause: error })
    }
  }

  it('is left by taking its places and one entry in at most five lists', () => {
    expect(newsRemoval.entries.length).toBeLessThanOrEqual(5)
    const left = listPaths()
      .filter(name => isProductCode(name) && /\.tsx?$/.test(name))
      .filter(name => !newsRemoval.places.some(place => name.startsWith(place)))
      .filter(name => !vocabulary.some(pattern => pattern.test(name)) && !texts.includes(name))
      .filter(name => {
        const code = readFileSync(inCopy(name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*/gm, '')
        return /\bnews(?:Item)?\b(?!-)|\bNEWS\b/.test(code)
      })
    expect(left).toEqual([])
  })

  it('compiles: the whole product, and every unit test that does not speak of news', async () => {
    const settings = JSON.parse(readFileSync(inCopy('tsconfig.json'), 'utf8')) as object
    const ofNews = listPaths()
      .filter(name => /\.tsx?$/.test(name) && isTest(name))
      .filter(name => !newsRemoval.places.some(place => name.startsWith(place)))
      .filter(name => /news/i.test(readFileSync(inCopy(name), 'utf8')))
    writeFileSync(
      inCopy('tsconfig.json'),
      JSON.stringify({ ...settings, exclude: ['test/e2e', 'bench', ...ofNews] }),
    )
    await runInCopy('typescript/bin/tsc', ...typeArgs)
  }, 240_000)

  it('starts, and passes what is tried of the other kinds', async () => {
    const stdout = await runInCopy('vitest/vitest.mjs', 'run', '--project', 'unit', 'test/every-kind.test.ts')
    expect(stdout).toMatch(/Tests .*\d+ passed/)
  }, 240_000)
})
