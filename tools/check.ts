import { spawn } from 'node:child_process'
import path from 'node:path'
import { checkBoundaries } from './boundaries.ts'
import { checkCitations } from './citations.ts'
import { findUnusedClasses } from './class-names.ts'
import { checkDependencies } from './dependencies.ts'
import { checkHouseRules } from './house-rules.ts'
import { checkPromiseTables } from './promise-tables.ts'
import { checkSecurityTable } from './security-table.ts'
import { listSourceFiles, root, type Finding } from './source-files.ts'

/** How one check went. `report` is what a person must read when it failed. */
export interface CheckResult {
  name: string
  isPassed: boolean
  report: string
  durationMs: number
}

interface ToolCheck {
  name: string
  file: string
  args: string[]
  /** Replaces `args` when faults are to be mended. */
  fixArgs?: string[]
}

/** Several checkers at once would each look at what they share: of two cores, that takes nearly twice as long. */
export const typeArgs = ['--noEmit', '--checkers', '1']

/** Of a tool written in Go, which has the memory for some seconds: it collects what it has left a third as often. */
export const toolEnvironment = { GOGC: '300' }

const toolChecks: ToolCheck[] = [
  { name: 'types', file: 'typescript/bin/tsc', args: typeArgs },
  {
    name: 'lint',
    file: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
    fixArgs: ['--type-aware', '--fix'],
  },
  { name: 'format', file: 'oxfmt/bin/oxfmt', args: ['--list-different', '.'], fixArgs: ['.'] },
  { name: 'dead code', file: 'knip/bin/knip.js', args: ['--no-progress', '--no-config-hints'] },
]

const ownChecks: { name: string; run: (files: ReturnType<typeof listSourceFiles>) => Finding[] }[] = [
  { name: 'import boundaries', run: checkBoundaries },
  { name: 'house rules', run: checkHouseRules },
  { name: 'classes in use', run: findUnusedClasses },
  { name: 'citations', run: checkCitations },
  { name: 'promises and their tests', run: checkPromiseTables },
  { name: 'packages and their reasons', run: checkDependencies },
  { name: 'the security standard', run: checkSecurityTable },
]

const toolHints: Record<string, string> = {
  format: 'These files are not formatted; "npm run format" does it.',
  'dead code': 'Remove what nothing uses, or use it.',
}

/** Runs one installed tool on this same Node and collects what it says. */
function runTool(check: ToolCheck, isFixing: boolean): Promise<CheckResult> {
  const startedAt = performance.now()
  const args = isFixing && check.fixArgs ? check.fixArgs : check.args
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', check.file), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...toolEnvironment },
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', code => {
      const hint = toolHints[check.name]
      const report = [Buffer.concat(chunks).toString('utf8').trim(), hint].filter(Boolean).join('\n')
      resolve({ name: check.name, isPassed: code === 0, report, durationMs: performance.now() - startedAt })
    })
  })
}

function runOwn(check: (typeof ownChecks)[number], files: ReturnType<typeof listSourceFiles>): CheckResult {
  const startedAt = performance.now()
  const findings = check.run(files)
  const report = findings.map(finding => `${finding.path}:${finding.line} ${finding.message}`).join('\n')
  return {
    name: check.name,
    isPassed: findings.length === 0,
    report,
    durationMs: performance.now() - startedAt,
  }
}

function print(result: CheckResult): void {
  const seconds = (result.durationMs / 1000).toFixed(1)
  console.log(`${result.isPassed ? '✓' : '✗'} ${result.name} (${seconds} s)`)
  if (!result.isPassed) console.log(`${result.report}\n`)
}

/** Runs every rule of the project, printing each result as it comes; with `isFixing` mends what can be mended. */
export async function runChecks(isFixing = false): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const take = (result: CheckResult) => {
    results.push(result)
    print(result)
  }
  if (isFixing) {
    for (const check of toolChecks.filter(tool => tool.fixArgs)) take(await runTool(check, true))
    return results
  }
  const files = listSourceFiles()
  for (const check of ownChecks) take(runOwn(check, files))
  // Two at a time: the machine that everybody has.
  const waiting = [...toolChecks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) take(await runTool(check, false))
  }
  await Promise.all([work(), work()])
  return results
}

if (import.meta.main) {
  const results = await runChecks(process.argv.includes('--fix'))
  const failed = results.filter(result => !result.isPassed).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
