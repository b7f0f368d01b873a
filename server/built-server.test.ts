import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeTestDirectory } from '#test/files.ts'
import { builtFolder, builtNote, findBuilt, partOf } from './built-server.ts'

const root = makeTestDirectory()
const source = path.join(root, 'serve.ts')
const note = path.join(root, builtFolder, builtNote)
const begin = path.join(root, builtFolder, 'one/begin.js')
const late = path.join(root, builtFolder, 'one/late-1a2b3c.js')

afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

beforeEach(() => {
  fs.mkdirSync(path.dirname(begin), { recursive: true })
  for (const file of [begin, late]) fs.writeFileSync(file, 'built()')
  fs.writeFileSync(source, 'serve()')
  fs.writeFileSync(path.join(root, 'package-lock.json'), '{}')
  const files = [begin, late].map(file => [path.basename(file), fs.statSync(file).size])
  const parts = ['serve.ts', 'package-lock.json'].map(file => partOf(file, root))
  fs.writeFileSync(note, JSON.stringify({ folder: 'one', files, parts }))
})

it('is taken while everything that it was made from is as it was', () => {
  expect(findBuilt(root)).toBe(begin)
})

it('is taken from the layer of a container, which keeps whole seconds', () => {
  fs.utimesSync(source, 1, Math.floor(fs.statSync(source).mtimeMs / 1000))
  expect(findBuilt(root)).toBe(begin)
})

it.each([
  ['a file has another length', () => fs.appendFileSync(source, '\n')],
  ['a file was written again', () => fs.utimesSync(source, 1, 1)],
  [
    'a file was written again at once',
    () => fs.utimesSync(source, 1, fs.statSync(source).mtimeMs / 1000 + 0.01),
  ],
  ['a file is gone', () => fs.rmSync(source)],
  ['its note is cut off', () => fs.truncateSync(note, 10)],
  ['nothing was built', () => fs.rmSync(note)],
  ['its folder is gone', () => fs.rmSync(path.dirname(begin), { recursive: true })],
  ['what it loads late is gone', () => fs.rmSync(late)],
  ['it is cut off', () => fs.truncateSync(begin, 3)],
])('is left where %s', (_what, change) => {
  change()
  expect(findBuilt(root)).toBeUndefined()
})
