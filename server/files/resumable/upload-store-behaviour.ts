import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/base/db/id.ts'
import { filesUnder } from '#test/files.ts'
import { uploadObjectKey } from '../object-keys.ts'
import type { ObjectStore } from '../object-store.types.ts'
import type { StoredUpload, UploadStore } from './upload-store.types.ts'

interface Place {
  uploads: UploadStore
  objects: ObjectStore
  /** Where files on their way in are written. */
  incoming: string
}

const typeOf = 'application/pdf'

/** What every store of uploads must do. `open` gives the same place each time, as another process would open it. */
export function describeUploadStore(name: string, open: () => Promise<Place>): void {
  describe(name, () => {
    let place: Place
    let other: Place

    beforeAll(async () => {
      place = await open()
      other = await open()
    })

    afterAll(() => {
      place.objects.close()
      other.objects.close()
    })

    async function begin(size: number): Promise<StoredUpload> {
      const id = newId()
      const objectKey = uploadObjectKey(id)
      return { id, size, received: 0, objectKey, state: await place.uploads.begin(objectKey) }
    }

    let number = 0
    const takeNumber = async () => (number += 1)

    /** Appends, and records it as the database would. */
    async function append(upload: StoredUpload, bytes: Buffer, by = place): Promise<void> {
      const appended = await by.uploads.append({ ...upload }, bytes, takeNumber)
      Object.assign(upload, { received: upload.received + bytes.length, state: appended.state })
      await appended.settle()
    }

    async function wholeOf(upload: StoredUpload, by = place): Promise<Buffer> {
      const whole = await by.uploads.openWhole(upload)
      try {
        return fs.readFileSync(whole.path)
      } finally {
        await whole.release()
      }
    }

    async function leftOf({ id }: StoredUpload): Promise<string[]> {
      const keys: string[] = []
      for (const prefix of ['pieces/', 'objects/']) {
        for await (const { key } of place.objects.list(prefix)) if (key.includes(id)) keys.push(key)
      }
      return keys
    }

    it.each([
      ['in one piece', [1000]],
      ['in pieces of all sizes', [1, 512 * 1024, 3_000_000, 8 * 1024 * 1024, 17, 9_000_001, 5]],
      ['in very many', Array.from({ length: 70 }, (_unused, index) => 100 + index)],
    ])('joins what comes %s, whichever process takes it', async (_how, sizes) => {
      const content = randomBytes(sizes.reduce((sum, size) => sum + size, 0))
      const upload = await begin(content.length)
      for (const [index, size] of sizes.entries()) {
        const by = index % 2 === 0 ? place : other
        await append(upload, content.subarray(upload.received, upload.received + size), by)
      }
      const whole = await place.uploads.openWhole(upload)
      expect(fs.readFileSync(whole.path).equals(content)).toBe(true)
      await place.uploads.place(upload, whole, typeOf)
      await whole.release()
      expect((await buffer(await place.objects.read(upload.objectKey))).equals(content)).toBe(true)
      expect(await leftOf(upload)).toEqual([upload.objectKey])
      expect(filesUnder(place.incoming)).toEqual([])
    })

    it('writes over what was never recorded, whoever wrote it and however much', async () => {
      const content = randomBytes(20_000_000)
      const upload = await begin(content.length)
      await append(upload, content.subarray(0, 300))
      for (const lost of [randomBytes(9_000_000), randomBytes(50)]) {
        const appended = await other.uploads.append({ ...upload }, lost, takeNumber)
        await appended.undo()
      }
      await append(upload, content.subarray(300, 9_000_000))
      // The other process was slower: what it sends for the same place comes after this one was recorded.
      const late = other.uploads.append({ ...upload }, randomBytes(8 * 1024 * 1024), takeNumber)
      await (await late).undo()
      await append(upload, content.subarray(9_000_000))
      expect((await wholeOf(upload)).equals(content)).toBe(true)
    })

    it('gives the whole again after its object took its place and the process died', async () => {
      const content = randomBytes(100_000)
      const upload = await begin(content.length)
      await append(upload, content)
      const whole = await place.uploads.openWhole(upload)
      await place.uploads.place(upload, whole, typeOf)
      expect((await wholeOf(upload, other)).equals(content)).toBe(true)
      expect((await wholeOf(upload, other)).equals(content)).toBe(true)
      await whole.release()
      expect(filesUnder(place.incoming)).toEqual([])
    })

    it('removes all that it holds, twice without an error, and never the object', async () => {
      const begun = await begin(20_000_000)
      for (const size of [10, 9_000_000, 20]) await append(begun, randomBytes(size))
      await place.uploads.remove(begun)
      await place.uploads.remove(begun)
      expect(await leftOf(begun)).toEqual([])
      const finished = await begin(10)
      await append(finished, randomBytes(10))
      const whole = await place.uploads.openWhole(finished)
      await place.uploads.place(finished, whole, typeOf)
      await place.uploads.remove(finished)
      await whole.release()
      expect(await leftOf(finished)).toEqual([finished.objectKey])
    })

    it('says so when what was recorded is not there any more', async () => {
      const upload = await begin(20_000_000)
      await append(upload, randomBytes(9_000_000))
      await place.uploads.remove(upload)
      const gone = { code: expect.stringMatching(/^(?:upload_not_found|unavailable)$/) }
      await expect(place.uploads.openWhole(upload)).rejects.toMatchObject(gone)
      expect(filesUnder(place.incoming)).toEqual([])
    })

    it('writes each byte once when pieces come as it likes them', async () => {
      const { pieceBytes } = place.uploads
      const content = randomBytes(pieceBytes * 2 + 1000)
      const upload = await begin(content.length)
      for (const end of [pieceBytes, pieceBytes * 2, content.length]) {
        const appended = await place.uploads.append(
          { ...upload },
          content.subarray(upload.received, end),
          takeNumber,
        )
        Object.assign(upload, { received: end, state: appended.state })
        // Nothing lies apart that would have to be joined later.
        expect(appended.state ?? '"held":[]').toContain('"held":[]')
      }
      expect((await wholeOf(upload)).equals(content)).toBe(true)
    })
  })
}
