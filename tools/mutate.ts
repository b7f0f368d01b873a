import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.ts'
import { listMutations, mutate, type Mutation } from './mutations.ts'
import { listPaths, listSourceFiles, root } from './source-files.ts'

/** The parts whose tests are held to notice faults, and those tests. */
const areas: Record<string, { files: RegExp; tests: string[] }> = {
  record: {
    files: /^server\/content\/record\//,
    // What all kinds do alike is tried with one kind, and with books for their versions.
    tests: [
      'server/content/record',
      'server/content/results',
      'server/content/books',
      'server/staff/overview',
      'server/site/other-process',
    ],
  },
  files: { files: /^server\/files\//, tests: ['server/files'] },
  accounts: {
    files: /^server\/staff\/(?:accounts|session)\//,
    tests: ['server/staff/accounts', 'test/routes.test.ts'],
  },
  http: {
    files: /^server\/base\/http\//,
    tests: ['server/base/http', 'server/site', 'test/routes.test.ts', 'test/refusals.test.ts'],
  },
  dashboard: {
    files:
      /^web\/(?:api-client|dashboard\/(?:standard\/(?:use-record-form|draft-hold|conflict-choice)|uploads\/resumable-transfer))\.ts$/,
    tests: ['web/api-client.test.ts', 'web/dashboard/standard', 'web/dashboard/uploads'],
  },
}

const isProduct = (name: string) => !/\.test\.ts$|-behaviour\.ts$|\.command\.ts$|\.types\.ts$/.test(name)
const timeoutMs = 10 * 60_000

/** A copy of the project in which faults are tried, so that nobody's work is touched. */
function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'rafid-mutate-'))
  for (const name of listPaths()) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(copy, name))
  }
  for (const folder of ['node_modules', 'dist']) symlinkSync(path.join(root, folder), path.join(copy, folder))
  return copy
}

/** True when a test of the copy fails, or never ends. `isTold` shows what fails. */
async function isNoticed(copy: string, tests: string[], isTold = false): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'unit', '--bail', '1', '--silent=true', ...tests],
    {
      cwd: copy,
      stdio: isTold ? 'inherit' : 'ignore',
    },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  clearTimeout(timer)
  return code !== 0
}

/** The quick question first: does the test beside the file fail? */
async function isNoticedBeside(copy: string, file: string): Promise<boolean> {
  const test = file.replace(/\.ts$/, '.test.ts')
  return existsSync(path.join(copy, test)) && isNoticed(copy, [test])
}

/** A choice that is the same for the same count: every n-th fault. */
function sample(mutations: Mutation[], count: number): Mutation[] {
  const step = Math.max(1, mutations.length / count)
  return Array.from({ length: Math.min(count, mutations.length) }, (_, index) =>
    mutations.at(Math.floor(index * step)),
  ).filter(mutation => mutation !== undefined)
}

async function main(): Promise<number> {
  const [name = '', countText = '40'] = process.argv.slice(2)
  const area = areas[name]
  const count = Number(countText)
  if (!area || !Number.isInteger(count) || count < 1) {
    console.error(`npm run mutate -- ${Object.keys(areas).join('|')} [how many faults, 40]`)
    return 1
  }
  const files = listSourceFiles()
  const chosen = files.filter(file => area.files.test(file.path) && isProduct(file.path))
  const all = chosen.flatMap(listMutations)
  const texts = new Map(chosen.map(file => [file.path, file.text]))
  buildIfStale()
  const copy = copyProject()
  try {
    if (await isNoticed(copy, area.tests, true)) {
      console.error('The tests fail without any fault: mend them first.')
      return 1
    }
    let noticed = 0
    const tried = sample(all, count)
    for (const [index, mutation] of tried.entries()) {
      const text = texts.get(mutation.path) ?? ''
      const place = path.join(copy, mutation.path)
      writeFileSync(place, mutate(text, mutation))
      const isSeen = (await isNoticedBeside(copy, mutation.path)) || (await isNoticed(copy, area.tests))
      writeFileSync(place, text)
      if (isSeen) noticed += 1
      const answer = isSeen ? 'noticed    ' : 'not noticed'
      const number = `${index + 1}`.padStart(`${tried.length}`.length)
      console.log(`${number}  ${answer}  ${mutation.path}:${mutation.line}  ${mutation.change}`)
    }
    console.log(`${name}: ${noticed} of ${tried.length} faults noticed (${all.length} possible)`)
    return 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exitCode = await main()
