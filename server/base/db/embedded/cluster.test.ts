import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bareEnvironment, briefProgram } from '#test/environment.ts'

const code = new URL('cluster.ts', import.meta.url).href
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-cluster-'))
/** What a build has made. */
const made = path.join(folder, 'made')

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(() => make(made))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** In a process of its own, which gives back the memory that making a cluster takes. */
async function run(call: string): Promise<void> {
  const program = `import { makeEmptyCluster, openCluster } from ${JSON.stringify(code)}; ${call}`
  await promisify(execFile)(process.execPath, [...briefProgram, '--input-type=module', '-e', program], {
    env: bareEnvironment,
  })
}

const make = (place: string) => run(`await makeEmptyCluster(${JSON.stringify(place)})`)

/** Opens a new database that may be copied from `source`. Shape: the directory. */
async function openFrom(source: string): Promise<string> {
  const directory = fs.mkdtempSync(path.join(folder, 'data-'))
  const database = path.join(directory, 'database')
  const counter = '{ count: 0, ms: 0, failure: undefined }'
  await run(
    `const engine = await openCluster(${JSON.stringify(database)}, ${counter}, ${JSON.stringify(source)}); await engine.close()`,
  )
  expect(fs.readdirSync(directory)).toEqual(['database'])
  return database
}

/** The number that a cluster has had since it was made. Source: PostgreSQL, pg_control.h. */
const readIdentifier = (cluster: string) =>
  fs.readFileSync(path.join(cluster, 'global/pg_control')).readBigUInt64LE(0)

const versionOf = (cluster: string) => fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()

const entriesOf = (directory: string) => fs.readdirSync(directory, { withFileTypes: true, recursive: true })

/** What of a tree its owner may not write. */
const lockedIn = (directory: string) =>
  entriesOf(directory)
    .map(entry => path.join(entry.parentPath, entry.name))
    .filter(file => (fs.statSync(file).mode & 0o200) === 0)

it('copies the cluster of the build', async () => {
  expect(readIdentifier(await openFrom(made))).toBe(readIdentifier(made))
})

it.skipIf(process.platform === 'win32')(
  'makes a copy of a build that nobody may write into one that its owner writes',
  async () => {
    const readOnly = path.join(folder, 'read-only')
    fs.cpSync(made, readOnly, { recursive: true })
    for (const entry of entriesOf(readOnly).toReversed())
      fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
    fs.chmodSync(readOnly, 0o555)
    const database = await openFrom(readOnly)
    expect(lockedIn(readOnly)).not.toEqual([])
    expect(lockedIn(database)).toEqual([])
    expect(fs.statSync(database).mode & 0o777).toBe(0o700)
    for (const entry of entriesOf(readOnly).filter(each => each.isDirectory()))
      fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755)
    fs.chmodSync(readOnly, 0o755)
  },
)

it('makes one where there is no build', async () => {
  const database = await openFrom(path.join(folder, 'never-built'))
  expect(versionOf(database)).toBe(versionOf(made))
  expect(readIdentifier(database)).not.toBe(readIdentifier(made))
})

it('makes one where the build is of another version', async () => {
  const older = path.join(folder, 'older')
  fs.cpSync(made, older, { recursive: true })
  fs.writeFileSync(path.join(older, 'PG_VERSION'), '17\n')
  const database = await openFrom(older)
  expect(versionOf(database)).toBe(versionOf(made))
  expect(readIdentifier(database)).not.toBe(readIdentifier(older))
})

it('lets two builds at once both come to an end, and leaves one whole cluster', async () => {
  const home = fs.mkdtempSync(path.join(folder, 'builds-'))
  const place = path.join(home, 'cluster')
  await make(place)
  const before = readIdentifier(place)
  await Promise.all([make(place), make(place)])
  expect(fs.readdirSync(home)).toEqual(['cluster'])
  expect(readIdentifier(place)).not.toBe(before)
  expect(readIdentifier(await openFrom(place))).toBe(readIdentifier(place))
})

it('removes what builds have left that were killed, and nothing of one that runs', async () => {
  const home = fs.mkdtempSync(path.join(folder, 'killed-'))
  const place = path.join(home, 'cluster')
  const ended = await new Promise<number>(resolve => {
    const child = execFile(process.execPath, ['-e', ''], () => resolve(child.pid ?? 0))
  })
  for (const name of [
    `cluster.${ended}.unfinished`,
    `cluster.${ended}.former`,
    `cluster.${process.pid}.unfinished`,
  ])
    fs.mkdirSync(path.join(home, name))
  await make(place)
  expect(fs.readdirSync(home).toSorted()).toEqual(['cluster', `cluster.${process.pid}.unfinished`])
})
