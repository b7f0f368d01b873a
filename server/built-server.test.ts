import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeTestDirectory } from '#test/files.ts'
import { builtFolder, builtNote, findBuilt, partOf } from './built-server.ts'

const root = makeTestDirectory()
const source = path.join(root, 'serve.ts')
const note = path.join(root, builtFolder, builtNote)

beforeEach(() => {
  fs.mkdirSync(path.dirname(note), { recursive: true })
  fs.writeFileSync(source, 'serve()')
  fs.writeFileSync(path.join(root, 'package-lock.json'), '{}')
  const parts = ['serve.ts', 'package-lock.json'].map(file => partOf(file, root))
  fs.writeFileSync(note, JSON.stringify({ folder: 'one', parts }))
})

it('is taken while everything that it was made from is as it was', () => {
  expect(findBuilt(root)).toBe(path.join(root, builtFolder, 'one/begin.js'))
})

it.each([
  ['a file has another length', () => fs.appendFileSync(source, '\n')],
  ['a file was written again', () => fs.utimesSync(source, 1, 1)],
  ['a file is gone', () => fs.rmSync(source)],
  ['its note is cut off', () => fs.truncateSync(note, 10)],
  ['nothing was built', () => fs.rmSync(note)],
])('is left where %s', (_what, change) => {
  change()
  expect(findBuilt(root)).toBeUndefined()
})
