import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

const folder = path.join(root, 'bench')

/** The programs of `bench/` by name: a file that another one imports is a part of programs and no program itself. */
export function listBenchmarks(): string[] {
  const files = readdirSync(folder).filter(name => /^[a-z0-9-]+\.ts$/.test(name))
  const parts = new Set(
    files.flatMap(name => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return Array.from(
        text.matchAll(/(?:from|import\()\s*'(?:\.|#bench)\/([a-z0-9-]+\.ts)'/g),
        ([, part]) => part,
      )
    }),
  )
  return files.filter(name => !parts.has(name)).map(name => name.replace(/\.ts$/, ''))
}

function run(wanted: string | undefined, args: string[]): number {
  const names = listBenchmarks()
  if (wanted !== undefined && names.includes(wanted)) {
    const file = path.join(folder, `${wanted}.ts`)
    // What stays in memory is measured once what nobody holds is gone.
    return spawnSync(process.execPath, ['--expose-gc', file, ...args], { stdio: 'inherit' }).status ?? 1
  }
  if (wanted !== undefined) console.error(`There is no benchmark ${wanted}.`)
  console.log(`npm run bench -- NAME [arguments]\n${names.map(name => `  ${name}`).join('\n')}`)
  return wanted === undefined ? 0 : 1
}

if (import.meta.main) {
  const [wanted, ...args] = process.argv.slice(2)
  process.exitCode = run(wanted, args)
}
