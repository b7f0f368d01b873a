import fs from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTestDirectory } from '#test/files.ts'
import { MadeFiles } from './made-files.ts'

let directory: string

beforeEach(() => {
  directory = makeTestDirectory()
})
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

const write = (text: string) => (target: string) => writeFile(target, text)

async function textOf(
  files: MadeFiles,
  name: string,
  make: (target: string) => Promise<void>,
): Promise<string> {
  const { handle, size } = await files.open(name, make)
  const text = await handle.readFile('utf8')
  await handle.close()
  expect(size).toBe(Buffer.byteLength(text))
  return text
}

it('makes a file once for all who ask, and keeps it for the next run', async () => {
  let made = 0
  const make = async (target: string) => {
    made += 1
    await writeFile(target, 'picture')
  }
  const options = { directory, maxBytes: 100, atOnce: 1, maxWaiting: 0 }
  const files = new MadeFiles(options)
  const texts = await Promise.all([1, 2, 3].map(() => textOf(files, 'a', make)))
  expect(texts).toEqual(['picture', 'picture', 'picture'])
  expect(await textOf(new MadeFiles(options), 'a', make)).toBe('picture')
  expect(made).toBe(1)
})

it('stays within its bytes: what was unused longest goes, the newest stays', async () => {
  const files = new MadeFiles({ directory, maxBytes: 10, atOnce: 1, maxWaiting: 5 })
  await textOf(files, 'a', write('1234'))
  await textOf(files, 'b', write('1234'))
  await textOf(files, 'a', write('never'))
  await textOf(files, 'c', write('1234'))
  expect(fs.readdirSync(directory).toSorted()).toEqual(['a', 'c'])
  await textOf(files, 'large', write('x'.repeat(50)))
  expect(fs.readdirSync(directory)).toEqual(['large'])
})

it('makes no more than allowed at once and sends away those who would wait too long', async () => {
  const files = new MadeFiles({ directory, maxBytes: 1000, atOnce: 2, maxWaiting: 3 })
  const full = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const slow = async (target: string) => {
    running += 1
    most = Math.max(most, running)
    await full.promise
    await writeFile(target, 'x')
    running -= 1
  }
  const asked = Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => textOf(files, `file-${index}`, slow)),
  )
  await expect.poll(() => running).toBe(2)
  full.resolve()
  const answers = await asked
  expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(5)
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 4 }, () => 'unavailable'))
  expect(most).toBe(2)
  expect(await textOf(files, 'later', slow)).toBe('x')
})

it('leaves nothing behind when making fails, and tries again', async () => {
  const files = new MadeFiles({ directory, maxBytes: 100, atOnce: 1, maxWaiting: 0 })
  const failing = async (target: string) => {
    await writeFile(target, 'half')
    throw new Error('broke off')
  }
  await expect(files.open('a', failing)).rejects.toThrow('broke off')
  expect(fs.readdirSync(directory)).toEqual([])
  expect(await textOf(files, 'a', write('whole'))).toBe('whole')
})

it('makes a file again that somebody removed, and removes what an earlier run did not finish', async () => {
  const leftover = path.join(directory, 'old.part')
  fs.writeFileSync(leftover, 'half')
  fs.utimesSync(leftover, new Date(0), new Date(0))
  const files = new MadeFiles({ directory, maxBytes: 100, atOnce: 1, maxWaiting: 0 })
  await textOf(files, 'a', write('one'))
  fs.rmSync(path.join(directory, 'a'))
  expect(await textOf(files, 'a', write('two'))).toBe('two')
  expect(fs.readdirSync(directory)).toEqual(['a'])
})
