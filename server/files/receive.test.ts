import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { filesUnder, makePdf, makeTestDirectory, sha256Of, streamOf } from '#test/files.ts'
import { receiveFile } from './receive.ts'

const directory = makeTestDirectory()

afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

describe('receiving a file', () => {
  it('hashes and counts on the way, however the bytes are cut', async () => {
    const pdf = await makePdf(3)
    for (const chunkBytes of [1, 7, 4100, 4101, 1_000_000]) {
      const received = await receiveFile(streamOf(pdf, chunkBytes), { directory })
      expect(received).toMatchObject({ size: pdf.length, sha256: sha256Of(pdf), type: 'application/pdf' })
      expect(fs.readFileSync(received.path).equals(pdf)).toBe(true)
      fs.rmSync(received.path)
    }
  })

  it('cuts a body that drips, and one that stops', async () => {
    const pdf = await makePdf(3)
    const dripping = new PassThrough()
    let at = 0
    const timer = setInterval(() => dripping.write(pdf.subarray(at, (at += 1))), 5)
    const stopping = new PassThrough()
    stopping.write(pdf.subarray(0, 3000))
    for (const source of [dripping, stopping]) {
      const receiving = receiveFile(source, { directory, stallMs: 150 })
      await expect(receiving).rejects.toMatchObject({ code: 'upload_stalled' })
    }
    clearInterval(timer)
    expect(filesUnder(directory)).toEqual([])
  })

  it('lets go of what has passed, of many small files as of a large one', async () => {
    const pdf = await makePdf(3)
    async function* megabyte() {
      for (let piece = 0; piece < 16; piece += 1) {
        const bytes = Buffer.alloc(64 * 1024)
        pdf.copy(bytes)
        yield bytes
      }
    }
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    for (let file = 0; file < 72; file += 1) {
      const { path } = await receiveFile(Readable.from(megabyte()), { directory })
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      fs.rmSync(path)
    }
    expect(most).toBeLessThan(32 * 1024 * 1024)
  })

  it('stops at once when its request is given up', async () => {
    const gone = new AbortController()
    const pdf = await makePdf(3)
    const slow = new PassThrough()
    slow.write(pdf.subarray(0, 3000))
    const receiving = expect(receiveFile(slow, { directory, signal: gone.signal })).rejects.toThrow()
    await expect.poll(() => filesUnder(directory)).toHaveLength(1)
    gone.abort()
    await receiving
    expect(filesUnder(directory)).toEqual([])
  })

  it.runIf(process.platform !== 'win32')(
    'says that the disk is full, leaves nothing, and goes on afterwards',
    async () => {
      const database = await openTestDatabase('pglite')
      const { dataDir } = database.options
      await database.close()
      const program = fileURLToPath(new URL('../../test/full-disk.program.ts', import.meta.url))
      const blocksOf512 = 20 * 2048
      const { stdout, stderr } = spawnSync(
        'sh',
        ['-c', `ulimit -f ${blocksOf512}; exec "$0" "$@"`, process.execPath, program, dataDir, '26000000'],
        { encoding: 'utf8' },
      )
      expect(JSON.parse(stdout || JSON.stringify({ stderr }))).toEqual({
        refused: 'disk_full',
        left: [],
        smallPages: 1,
      })
      await database.cleanup()
    },
    60_000,
  )
})
