import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

const folder = path.join(root, 'bench')
const names = readdirSync(folder)
  .filter(name => /^[a-z0-9-]+\.ts$/.test(name))
  .map(name => name.replace(/\.ts$/, ''))
const [wanted, ...args] = process.argv.slice(2)

if (wanted === undefined || !names.includes(wanted)) {
  if (wanted !== undefined) console.error(`There is no benchmark ${wanted}.`)
  console.log(`npm run bench -- NAME [arguments]\n${names.map(name => `  ${name}`).join('\n')}`)
  process.exitCode = wanted === undefined ? 0 : 1
} else {
  const file = path.join(folder, `${wanted}.ts`)
  process.exitCode = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1
}
