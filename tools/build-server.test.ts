import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BuiltServer, builtFolder, builtNote, findBuilt } from '#server/built-server.ts'
import { makeTestDirectory } from '#test/files.ts'
import { buildServer } from './build-server.ts'

const folder = makeTestDirectory()
/* As somebody may name a folder. */
const root = path.join(folder, 'our 100%20 school')
const all = path.join(root, builtFolder)
const day = 24 * 60 * 60 * 1000

const sources: Record<string, string> = {
  'server/begin.ts':
    "import { seats } from './seats.ts'\nexport const begin = async () => seats + (await import('./late.ts')).late\n" +
    "export const data = () => new URL('data.json', import.meta.url).href\n",
  'server/seats.ts': '/** كم مقعدًا في القاعة */\nexport const seats = 30\n',
  'server/late.ts': 'export const late = 4\n',
  'server/unused.ts': 'export const unused = 1\n',
  'node_modules/.package-lock.json': '{}',
  'package-lock.json': '{}',
  'package.json': '{ "type": "module" }',
  'tools/boundaries.table.ts': '',
  'tools/build-server.ts': '',
  'web/held-narrow.ts': '',
  'tsconfig.json': '{}',
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

/* A moment of the past that can be set again. */
const asBefore = (file: string) => fs.utimesSync(path.join(root, file), 1e9, 1e9)

beforeEach(() => {
  fs.rmSync(root, { recursive: true, force: true })
  for (const [file, text] of Object.entries(sources)) write(file, text)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const noteNow = () => JSON.parse(fs.readFileSync(path.join(all, builtNote), 'utf8')) as BuiltServer
const run = async () =>
  (await import(/* @vite-ignore */ new URL(`file://${encodeURI(findBuilt(root) ?? '')}`).href)) as {
    begin: () => Promise<unknown>
    data: () => string
  }

it('makes a server of the files as they are, and knows all that it was made from', async () => {
  for (const file of Object.keys(sources)) asBefore(file)
  await buildServer(root)
  const { begin, data } = await run()
  expect(await begin()).toBe(34)
  expect(data()).toMatch(/our%20100%2520%20school\/server\/data\.json$/)
  const used = Object.keys(sources).filter(file => file !== 'server/unused.ts')
  expect(
    noteNow()
      .parts.map(([file]) => file)
      .toSorted(),
  ).toEqual(used.toSorted())
  for (const file of used) {
    const built = findBuilt(root)
    write(file, `${sources[file]} `)
    expect(findBuilt(root), file).toBeUndefined()
    write(file, sources[file] ?? '')
    asBefore(file)
    expect(findBuilt(root), file).toBe(built)
  }
})

it('is of signs that take one byte, and says what its files say', async () => {
  const said = ['ثلاثون مقعدًا', 'س\\،', '🎓']
  const text = `export const seats = ${JSON.stringify(said)}.map(word => word.replace(/[،🎓]/u, '\\؛'))`
  write('server/seats.ts', `/** مقاعد */\n${text}\n`)
  await buildServer(root)
  expect(await (await run()).begin()).toBe(`${said.map(word => word.replace(/[،🎓]/u, '؛')).join()}4`)
  const { folder: built, files } = noteNow()
  for (const [name] of files)
    expect(fs.readFileSync(path.join(all, built, name), 'utf8'), name).toMatch(/^[\u0000-\u007f]*$/)
})

it('is not taken where a file changed after it was read', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue()
  const changes = { name: 'changes', buildEnd: () => write('server/seats.ts', 'export const seats = 31\n') }
  await buildServer(root, [changes])
  expect(findBuilt(root)).toBeUndefined()
  expect(warning).toHaveBeenCalledOnce()
  await buildServer(root)
  expect(await (await run()).begin()).toBe(35)
})

it('stays file by file where nothing tells which packages are there', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue()
  fs.rmSync(path.join(root, 'node_modules/.package-lock.json'))
  await buildServer(root)
  expect(fs.existsSync(all)).toBe(false)
  expect(warning).toHaveBeenCalledOnce()
})

it('is made anew where a part of it is gone', async () => {
  await buildServer(root)
  const first = noteNow()
  const late = first.files.map(([name]) => name).find(name => name !== 'begin.js') ?? ''
  fs.rmSync(path.join(all, first.folder, late))
  await buildServer(root)
  expect(noteNow().folder).not.toBe(first.folder)
  expect(await (await run()).begin()).toBe(34)
})

it('leaves what a running server may load late for days after a newer one', async () => {
  const daysAgo = (days: number) => String(Date.now() - days * day)
  const [ancient, old, yesterday, today] = [daysAgo(30), daysAgo(20), daysAgo(1), daysAgo(0.1)]
  for (const name of [ancient, old, yesterday, today]) fs.mkdirSync(path.join(all, name), { recursive: true })
  await buildServer(root)
  expect(fs.readdirSync(all).toSorted()).toEqual(
    [old, yesterday, today, noteNow().folder, builtNote].toSorted(),
  )
})

it('counts no build that came to nothing as a newer one', async () => {
  await buildServer(root)
  const running = path.join(all, String(Date.now() - 20 * day))
  fs.renameSync(path.join(all, noteNow().folder), running)
  const seen = path.join(folder, 'seen')
  const fails = {
    name: 'fails',
    writeBundle() {
      fs.cpSync(all, seen, { recursive: true })
      throw new Error('no space left')
    },
  }
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 10 * day)
  await expect(buildServer(root, [fails])).rejects.toThrow('no space left')
  clock.mockRestore()
  expect.soft(fs.readdirSync(all).toSorted()).toEqual([path.basename(running), builtNote].toSorted())
  /* As the machine that goes away in the midst of it leaves them. */
  fs.cpSync(seen, all, { recursive: true })
  await buildServer(root)
  expect(fs.readdirSync(all).toSorted()).toEqual(
    [path.basename(running), noteNow().folder, builtNote].toSorted(),
  )
})
