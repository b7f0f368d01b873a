import { execFile, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { root } from './source-files.ts'

/** Says that it runs, and then does so until it is told to stop. */
const waiting = `
  const work = setInterval(() => undefined, 60_000)
  process.on('SIGTERM', signal => {
    clearInterval(work)
    console.log('stopped by ' + signal)
  })
  console.log('running')`

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-pin-node-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

it('keeps what it compiled of the code for the next start', async () => {
  const program = path.join(folder, 'cache.mjs')
  fs.writeFileSync(
    program,
    `import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir())`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/pin-node.mjs', program], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  })
  expect(stdout).toContain(path.join(root, 'node_modules/.cache/compiled'))
})

it.skipIf(process.platform === 'win32')(
  'ends what it started when the shell of npm is ended above it',
  async () => {
    const program = path.join(folder, 'waiting.mjs')
    fs.writeFileSync(program, waiting)
    // Without the second command the shell would become the first one, and there would be nobody to end.
    const shell = spawn('/bin/sh', ['-c', `"$0" tools/pin-node.mjs "$1"; true`, process.execPath, program], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    const closed = new Promise<void>(resolve => shell.once('close', () => resolve()))
    const running = Promise.withResolvers<void>()
    shell.stdout.on('data', chunk => {
      output += String(chunk)
      if (output.includes('running')) running.resolve()
    })
    await running.promise
    shell.kill('SIGTERM')
    // The pipe closes when the last process that writes to it has ended.
    await closed
    expect(output).toMatch(/running\nstopped by SIGTERM/)
  },
  20_000,
)

it('has the memory of large blocks given back, unless the operator says otherwise', () => {
  const program = path.join(folder, 'limits.mjs')
  const names = ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_ARENA_MAX']
  fs.writeFileSync(program, `console.log(${JSON.stringify(names)}.map(name => process.env[name]).join())`)
  const limitsUnder = (set: Record<string, string>) => {
    const bare = Object.entries(process.env).filter(([name]) => !names.includes(name))
    const options = { cwd: root, env: { ...Object.fromEntries(bare), ...set }, encoding: 'utf8' as const }
    return spawnSync(process.execPath, ['tools/pin-node.mjs', program], options).stdout.trim()
  }
  expect(limitsUnder({})).toBe('32768,131072,1')
  expect(limitsUnder({ MALLOC_TRIM_THRESHOLD_: '4096' })).toBe('32768,4096,1')
})

it('bounds the young objects of a server and lets it free memory; a command compiles the database as it does', () => {
  const program = path.join(folder, 'other.mjs')
  fs.writeFileSync(program, '')
  const say = path.join(folder, 'say.mjs')
  const isTarget = '/(main|command)\\.ts$|other\\.mjs$/.test(process.argv[1])'
  fs.writeFileSync(say, `if (${isTarget}) { console.log(process.execArgv.join()); process.exit() }`)
  const argumentsOf = (target: string, options = '') =>
    spawnSync(process.execPath, ['tools/pin-node.mjs', target], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: `--import=${say} ${options}` },
    }).stdout.trim()
  expect(argumentsOf('server/main.ts')).toBe(
    '--max-semi-space-size=4,--wasm-tiering-budget=200000000,--expose-gc',
  )
  expect(argumentsOf('server/main.ts', '--max_semi_space_size=8')).toBe(
    '--wasm-tiering-budget=200000000,--expose-gc',
  )
  expect(argumentsOf('server/backup/backup.command.ts')).toBe('--wasm-tiering-budget=200000000')
  expect(argumentsOf(program)).toBe('')
})
