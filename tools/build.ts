import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBuilt } from '#server/built-server.ts'
import { buildServer } from './build-server.ts'
import { root } from './source-files.ts'

/** What the built files depend on: change one of these and they are stale. */
const inputs = [
  'web',
  'contract',
  'server/base/db/embedded/cluster.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tools/build.ts',
]
const dist = path.join(root, 'dist')
const stamp = path.join(dist, '.inputs')

function filesUnder(place: string): string[] {
  const full = path.join(root, place)
  if (!existsSync(full)) return []
  const entries = readdirSync(full, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && !/\.(test|md)\b/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
}

/** One hash over the names and bytes of everything that the build reads. */
function hashInputs(): string {
  const hash = createHash('sha256')
  for (const place of inputs) {
    const files = path.extname(place) === '' ? filesUnder(place) : [path.join(root, place)]
    for (const file of files) {
      const bytes = readFileSync(file)
      hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes)
    }
  }
  return hash.digest('hex')
}

function isSiteStale(): boolean {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashInputs()
}

/**
 * Builds everything that web/vite.config.ts declares, an empty database for first starts, and the server, into dist/, unless dist/
 * was made from the same inputs, in a process of its own: a build is made for production, and whoever asks for it may not be.
 */
export function buildIfStale(): void {
  if (!isSiteStale() && findBuilt() !== undefined) return
  const { status } = spawnSync(process.execPath, [import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The build failed.')
}

/** Builds here and now. The stamp goes first and comes back last, so that an interrupted build counts as none. */
async function buildSite(): Promise<void> {
  const wanted = hashInputs()
  const startedAt = performance.now()
  console.log('Building the site and the dashboard…')
  rmSync(stamp, { force: true })
  mkdirSync(dist, { recursive: true })
  process.env.NODE_ENV = 'production'
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({
    configFile: path.join(root, 'web/vite.config.ts'),
    mode: 'production',
  })
  await builder.buildApp()
  const { makeEmptyCluster } = await import('#server/base/db/embedded/cluster.ts')
  await makeEmptyCluster()
  if (hashInputs() === wanted) writeFileSync(stamp, wanted)
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

if (import.meta.main) {
  if (isSiteStale()) await buildSite()
  await buildServer()
}
