import { readFile, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { imageWidths, renditionFormats, renditionWidths } from '#contract/resources/file.ts'
import type { ImageWidth, RenditionFormat } from '#contract/resources/file.ts'
import type { FileParts, OpenFile, Renditions } from './files.types.ts'
import type { KnownFile } from './known-file.ts'
import { writeNewFile } from './new-file.ts'
import { renditionKey } from './object-keys.ts'
import { newIncomingPath } from './receive.ts'
import { findSealed, seal } from './sealed.ts'

/** Gives an image of 16 pixels and one of 160 the same smallest picture. Units: pixels. */
function nearestOffered(file: KnownFile, width: ImageWidth): ImageWidth {
  const offered = renditionWidths(file.width)
  return offered.includes(width) ? width : (offered.at(-1) ?? width)
}

/** The width and format of a rendition's address, or undefined. Shape: `640.webp`. */
export function parseRendition(name: string): { width: ImageWidth; format: RenditionFormat } | undefined {
  const [digits, ending, ...rest] = name.split('.')
  const width = imageWidths.find(candidate => String(candidate) === digits)
  const format = renditionFormats.find(candidate => candidate === ending)
  return width === undefined || format === undefined || rest.length > 0 ? undefined : { width, format }
}

/** Makes the smaller pictures over the store of the originals; `find` and `open` are those of the files service. */
export function createRenditions(
  { objects, inspector, incoming, log }: Omit<FileParts, 'database'>,
  find: (sha256: string) => Promise<KnownFile>,
  open: (sha256: string) => Promise<OpenFile>,
): Renditions {
  const making = new Map<string, Promise<Buffer>>()

  async function make(sha256: string, width: ImageWidth, format: RenditionFormat, key: string) {
    const original = newIncomingPath(incoming)
    const target = newIncomingPath(incoming)
    try {
      const file = await open(sha256)
      const content = await file.read()
      await writeNewFile(original, sink => pipeline(content, sink))
      await inspector.run({ act: 'draw-rendition', file: original, target, widthPx: width, format })
      const picture = await readFile(target)
      await writeFile(target, seal(picture))
      await objects.put(key, target, 'application/octet-stream')
      return picture
    } finally {
      await rm(original, { force: true })
      await rm(target, { force: true })
    }
  }

  async function getOf(file: KnownFile, wanted: ImageWidth, format: RenditionFormat): Promise<Buffer> {
    if (!file.type.startsWith('image/')) throw new AppError('file_not_found')
    const width = nearestOffered(file, wanted)
    const key = renditionKey(file.id, width, format)
    const kept = await findSealed(objects, key)
    if (kept !== undefined) return kept
    const running = making.get(key)
    if (running !== undefined) return running
    const run = make(file.id, width, format, key).finally(() => making.delete(key))
    making.set(key, run)
    return run
  }

  async function prepareAll(sha256: string): Promise<void> {
    const file = await find(sha256)
    for (const format of renditionFormats) {
      for (const width of renditionWidths(file.width)) await getOf(file, width, format)
    }
  }

  return {
    get: async (sha256, wanted, format) => getOf(await find(sha256), wanted, format),
    prepare(sha256) {
      prepareAll(sha256).catch((error: unknown) => {
        // Whatever is missing is made when a page asks for it.
        if (errorCodeOf(error) !== 'unavailable') log.warn({ err: error, sha256 }, 'files: smaller pictures')
      })
    },
  }
}
