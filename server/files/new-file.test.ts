import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { writeNewFile } from './new-file.ts'

/** How many files are being opened. */
const disk = vi.hoisted(() => ({ opening: 0, opened: 0 }))

/** A busy disk: files take a while to open. */
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<
    Record<string, never> & { createWriteStream: CallableFunction; open: CallableFunction }
  >()
  const open = (...args: unknown[]) => {
    const done = args.at(-1) as (...answer: unknown[]) => void
    disk.opening += 1
    const answer = (...result: unknown[]) => {
      disk.opening -= 1
      disk.opened += 1
      done(...result)
    }
    setTimeout(() => Reflect.apply(fs.open, fs, [...args.slice(0, -1), answer]), 20)
  }
  return {
    ...fs,
    createWriteStream: (file: string, options: object) =>
      fs.createWriteStream(file, { ...options, fs: { ...fs, open } }),
  }
})

const directory = mkdtempSync(path.join(tmpdir(), 'rafid-new-file-'))

afterAll(() => rmSync(directory, { recursive: true }))

async function* refuse(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of source) {
    if (chunk.length > 0) throw new Error('not what it claims to be')
    yield chunk
  }
}

it('leaves nothing behind when the content is refused while the file is still being opened', async () => {
  const attempts = Array.from({ length: 10 }, (_, index) =>
    writeNewFile(path.join(directory, `${index}.part`), sink =>
      pipeline(Readable.from([Buffer.from('بداية')]), refuse, sink),
    ),
  )
  const results = await Promise.allSettled(attempts)
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  await expect.poll(() => disk).toEqual({ opening: 0, opened: attempts.length })
  await expect.poll(() => readdirSync(directory)).toEqual([])
})

it('does not touch a file that is there already', async () => {
  const target = path.join(directory, 'kept.part')
  const write = (text: string) => writeNewFile(target, sink => pipeline(Readable.from([text]), sink))
  await write('first')
  await expect(write('second')).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readdirSync(directory)).toEqual(['kept.part'])
})
