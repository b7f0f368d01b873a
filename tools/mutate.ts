import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.ts'
import { failureOf, listMutations, mutate, type Mutation, type RunReport } from './mutations.ts'
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

/** Runs tests of the copy; undefined when all pass, else why not. `isTold` shows what fails. */
async function failureIn(
  copy: string,
  tests: string[],
  isTold = false,
): Promise<'answer' | 'time' | undefined> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reportFile = path.join(copy, 'report.json')
  rmSync(reportFile, { force: true })
  const options = ['--bail', '1', '--silent=true', '--reporter=json', `--outputFile=${reportFile}`]
  if (isTold) options.push('--reporter=default')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'unit', ...options, ...tests], {
    cwd: copy,
    stdio: isTold ? 'inherit' : 'ignore',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  clearTimeout(timer)
  if (code === 0) return undefined
  return failureOf(
    existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as RunReport) : undefined,
  )
}

/**
 * True when a test fails because of the fault. A wait that came to its end tells only when it does so again, and not
 * without the fault. `setFault` puts the fault in, or takes it out.
 */
async function isNoticedBy(
  copy: string,
  tests: string[],
  setFault: (isIn: boolean) => void,
): Promise<boolean> {
  const failure = await failureIn(copy, tests)
  if (failure !== 'time') return failure === 'answer'
  if ((await failureIn(copy, tests)) === undefined) return false
  setFault(false)
  const isSound = (await failureIn(copy, tests)) === undefined
  setFault(true)
  return isSound
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
    if (await failureIn(copy, area.tests, true)) {
      console.error('The tests fail without any fault: mend them first.')
      return 1
    }
    let noticed = 0
    const tried = sample(all, count)
    for (const [index, mutation] of tried.entries()) {
      const text = texts.get(mutation.path) ?? ''
      const place = path.join(copy, mutation.path)
      const setFault = (isIn: boolean) => writeFileSync(place, isIn ? mutate(text, mutation) : text)
      setFault(true)
      // The quick question first: does the test beside the file fail?
      const beside = mutation.path.replace(/\.ts$/, '.test.ts')
      const isSeen =
        (existsSync(path.join(copy, beside)) && (await isNoticedBy(copy, [beside], setFault))) ||
        (await isNoticedBy(copy, area.tests, setFault))
      setFault(false)
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
