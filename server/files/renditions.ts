import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import {
  firstPageFormat,
  firstPageWidth,
  imageWidths,
  renditionFormats,
  renditionWidths,
} from '#contract/resources/file.ts'
import type { ImageWidth, RenditionFormat } from '#contract/resources/file.ts'
import type { FileParts, OpenFile, Renditions } from './files.types.ts'
import { writeNewFile } from './new-file.ts'
import { renditionKey } from './object-keys.ts'
import { newIncomingPath } from './receive.ts'

const pdfType = 'application/pdf'

/** Gives an image of 16 pixels and one of 160 the same smallest picture. Units: pixels. */
function nearestOffered(file: OpenFile, width: ImageWidth): ImageWidth {
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

/** Makes the smaller pictures over the store of the originals. */
export function createRenditions({ objects, inspector, incoming, log }: FileParts): Renditions {
  const making = new Map<string, Promise<{ key: string; size: number }>>()

  async function make(file: OpenFile, width: ImageWidth, format: RenditionFormat, key: string) {
    const original = newIncomingPath(incoming)
    const page = newIncomingPath(incoming)
    const target = newIncomingPath(incoming)
    try {
      const content = await file.read()
      await writeNewFile(original, sink => pipeline(content, sink))
      if (file.type === pdfType) {
        await inspector.run({ act: 'draw-first-page', file: original, target: page, widthPx: width })
      }
      const picture = file.type === pdfType ? page : original
      await inspector.run({ act: 'draw-rendition', file: picture, target, widthPx: width, format })
      await objects.put(key, target, `image/${format}`)
    } finally {
      await rm(original, { force: true })
      await rm(page, { force: true })
      await rm(target, { force: true })
    }
    const made = await objects.stat(key)
    if (made === undefined) throw new AppError('unavailable')
    return made
  }

  async function get(file: OpenFile, wanted: ImageWidth, format: RenditionFormat) {
    const isFirstPage = file.type === pdfType && wanted === firstPageWidth && format === firstPageFormat
    if (!file.type.startsWith('image/') && !isFirstPage) throw new AppError('file_not_found')
    const width = isFirstPage ? wanted : nearestOffered(file, wanted)
    const key = renditionKey(file.sha256, width, format)
    const kept = await objects.stat(key)
    if (kept !== undefined) return kept
    const running = making.get(key)
    if (running !== undefined) return running
    const run = make(file, width, format, key).finally(() => making.delete(key))
    making.set(key, run)
    return run
  }

  async function prepareAll(file: OpenFile): Promise<void> {
    for (const format of renditionFormats) {
      for (const width of renditionWidths(file.width)) await get(file, width, format)
    }
  }

  return {
    get,
    prepare(file) {
      prepareAll(file).catch((error: unknown) => {
        // Whatever is missing is made when a page asks for it.
        if (errorCodeOf(error) !== 'unavailable')
          log.warn({ err: error, sha256: file.sha256 }, 'files: smaller pictures')
      })
    },
  }
}
