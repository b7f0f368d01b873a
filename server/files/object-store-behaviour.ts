import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestDirectory } from '#test/files.ts'
import type { ObjectStore } from './object-store.types.ts'

/** What every object store must do; run by the test of each. */
export function describeObjectStore(name: string, open: () => Promise<ObjectStore>): void {
  describe(name, () => {
    let store: ObjectStore
    const outside = makeTestDirectory()

    beforeAll(async () => {
      store = await open()
    })

    afterAll(() => {
      store.close()
      fs.rmSync(outside, { recursive: true, force: true })
    })

    function localFile(bytes: Buffer): string {
      const file = path.join(outside, randomBytes(8).toString('hex'))
      fs.writeFileSync(file, bytes)
      return file
    }

    async function keysUnder(prefix: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of store.list(prefix)) keys.push(key)
      return keys.sort()
    }

    it('gives back what was put in', async () => {
      const bytes = randomBytes(100_000)
      await store.put('objects/ab/one', localFile(bytes), 'application/pdf')
      expect(await buffer(await store.read('objects/ab/one'))).toEqual(bytes)
      expect(await store.stat('objects/ab/one')).toMatchObject({ key: 'objects/ab/one', size: bytes.length })
    })

    it('keeps an empty object and one that is sent in several parts', async () => {
      await store.put('objects/ab/empty', localFile(Buffer.alloc(0)), 'application/zip')
      expect((await store.stat('objects/ab/empty'))?.size).toBe(0)
      const large = randomBytes(20 * 1024 * 1024 + 7)
      await store.put('objects/ab/large', localFile(large), 'application/zip')
      expect((await buffer(await store.read('objects/ab/large'))).equals(large)).toBe(true)
      const range = { start: 9_000_000, end: 9_000_099 }
      expect(await buffer(await store.read('objects/ab/large', range))).toEqual(
        large.subarray(9_000_000, 9_000_100),
      )
    })

    it.each([
      [0, 1],
      [0, 9],
      [90, 99],
      [99, 99],
    ])('gives the part from %i to %i', async (start, end) => {
      const bytes = randomBytes(100)
      const key = `objects/cd/part-${start}-${end}`
      await store.put(key, localFile(bytes), 'image/png')
      expect(await buffer(await store.read(key, { start, end }))).toEqual(bytes.subarray(start, end + 1))
    })

    it('hands out a whole and a part piece by piece, and stops when the taker does', async () => {
      const bytes = randomBytes(1_000_003)
      await store.put('objects/cd/copied', localFile(bytes), 'image/png')
      const copied = async (range?: { start: number; end: number }) => {
        const pieces: Buffer[] = []
        await store.copy('objects/cd/copied', range, async piece => void pieces.push(Buffer.from(piece)))
        return Buffer.concat(pieces)
      }
      expect((await copied()).equals(bytes)).toBe(true)
      expect((await copied({ start: 77, end: 700_000 })).equals(bytes.subarray(77, 700_001))).toBe(true)
      let taken = 0
      const stopping = store.copy('objects/cd/copied', undefined, async () => {
        taken += 1
        throw new Error('enough')
      })
      await expect(stopping).rejects.toThrow('enough')
      expect(taken).toBe(1)
      await expect(store.copy('objects/cd/none', undefined, async () => undefined)).rejects.toMatchObject({
        code: 'file_not_found',
      })
    })

    it('says so when there is no such object', async () => {
      expect(await store.stat('objects/ab/none')).toBeUndefined()
      await expect(store.read('objects/ab/none')).rejects.toMatchObject({ code: 'file_not_found' })
    })

    it('forgets what is removed, and removing twice is no error', async () => {
      await store.put('objects/ef/gone', localFile(randomBytes(10)), 'image/png')
      await store.remove('objects/ef/gone')
      await store.remove('objects/ef/gone')
      expect(await store.stat('objects/ef/gone')).toBeUndefined()
    })

    it('lists what is under a prefix, with sizes and ages', async () => {
      const keys = ['renditions/ab/x/160.avif', 'renditions/ab/x/160.webp', 'renditions/cd/y/320.webp']
      for (const key of keys) await store.put(key, localFile(Buffer.from('12345')), 'image/webp')
      expect(await keysUnder('renditions/')).toEqual(keys)
      expect(await keysUnder('renditions/ab/')).toEqual(keys.slice(0, 2))
      expect(await keysUnder('nothing/')).toEqual([])
      for await (const object of store.list('renditions/cd/')) {
        expect(object.size).toBe(5)
        expect(Math.abs(Date.now() - object.modifiedAt.getTime())).toBeLessThan(60_000)
      }
    })

    it('lets many be written and read at once', async () => {
      const all = Array.from({ length: 20 }, (_unused, index) => ({
        key: `objects/aa/many-${index}`,
        bytes: randomBytes(50_000),
      }))
      await Promise.all(all.map(({ key, bytes }) => store.put(key, localFile(bytes), 'image/png')))
      const read = await Promise.all(all.map(async ({ key }) => buffer(await store.read(key))))
      read.forEach((bytes, index) => expect(bytes.equals(all[index]?.bytes ?? Buffer.alloc(0))).toBe(true))
    })

    it('fails clearly when the local file is not there, and keeps nothing', async () => {
      await expect(
        store.put('objects/ab/never', path.join(outside, 'missing'), 'image/png'),
      ).rejects.toThrow()
      expect(await store.stat('objects/ab/never')).toBeUndefined()
    })
  })
}
