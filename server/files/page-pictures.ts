import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { Turns } from '#server/base/turns.ts'
import type { FileParts, OpenFile, PagePictures } from './files.types.ts'
import type { KnownFile } from './known-file.ts'
import { writeNewFile } from './new-file.ts'
import { pagePictureKey } from './object-keys.ts'
import { newIncomingPath } from './receive.ts'
import { findSealed, seal } from './sealed.ts'

/** So many pages that could not be drawn are remembered. */
const maxFailed = 2000

/** Makes the pictures of pages over the store of the originals; `find` and `open` are those of the files service. */
export function createPagePictures(
  { objects, inspector, incoming }: Pick<FileParts, 'objects' | 'inspector' | 'incoming'>,
  find: (sha256: string) => Promise<KnownFile>,
  open: (sha256: string) => Promise<OpenFile>,
): PagePictures {
  const making = new Map<string, Promise<Buffer>>()
  const failed = new Set<string>()
  const turns = new Turns({
    atOnce: 1,
    maxWaiting: limits.pagePicturesWaiting,
    maxWaitingEach: limits.pagePicturesWaitingEach,
    maxWaitMs: limits.pagePictureWaitMs,
  })

  async function make(sha256: string, page: number, key: string): Promise<Buffer> {
    const original = newIncomingPath(incoming)
    const target = newIncomingPath(incoming)
    try {
      const content = await (await open(sha256)).read()
      await writeNewFile(original, sink => pipeline(content, sink))
      await inspector.run({ act: 'draw-page', file: original, target, page })
      const picture = await readFile(target)
      await writeFile(target, seal(picture))
      await objects.put(key, target, 'application/octet-stream')
      return picture
    } catch (error) {
      if (errorCodeOf(error) !== 'wrong_file_type') throw error
      if (failed.size >= maxFailed) failed.clear()
      failed.add(key)
      throw new AppError('file_not_found', { cause: error })
    } finally {
      await rm(original, { force: true })
      await rm(target, { force: true })
    }
  }

  async function get(sha256: string, page: number, asker?: string): Promise<Buffer> {
    const { type } = await find(sha256)
    const key = pagePictureKey(sha256, page)
    const isPage = page >= 1 && page <= limits.maxDrawnPage && Number.isInteger(page)
    if (type !== 'application/pdf' || !isPage || failed.has(key)) throw new AppError('file_not_found')
    const kept = await findSealed(objects, key)
    if (kept !== undefined) return kept
    const running = making.get(key)
    if (running !== undefined) return running
    const run = turns.take(() => make(sha256, page, key), asker).finally(() => making.delete(key))
    making.set(key, run)
    return run
  }

  return {
    get,
    async size(sha256, waitMs) {
      const late = new AbortController()
      try {
        const picture = get(sha256, 1)
        picture.catch(() => undefined)
        const bytes = await Promise.race([picture, wait(waitMs, undefined, { signal: late.signal })])
        const { width, height } = bytes ? await sharp(bytes).metadata() : {}
        return width && height ? { width, height } : undefined
      } catch {
        return undefined
      } finally {
        late.abort()
      }
    },
  }
}
