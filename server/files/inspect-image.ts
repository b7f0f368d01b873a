import { readFile } from 'node:fs/promises'
import { sharp } from '#server/base/pictures-library.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { refuseFile } from './refusals.ts'
import { hasZipAtItsEnd } from './file-tail.ts'

const sentences = {
  damaged: 'الصورة تالفة أو ناقصة. احفظها من جديد ثم ارفعها.',
  tooManyPixels: `أبعاد الصورة أكبر من المسموح (${formatPlainNumber(limits.maxImagePixels / 1_000_000)} مليون نقطة).`,
  twoFaced: 'الصورة تحمل في داخلها محتوى من نوع آخر. احفظها من جديد ثم ارفعها.',
}

const hiddenMarkup = /<(?:script|iframe|\?php\s|!doctype\s+html|html[\s>]|svg\s+xmlns|body\s+on)/i

const typeOfFormat: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
}

/**
 * Opens an image and decodes all of it.
 * Shape: what people see, after the camera's turn is applied. Units: pixels.
 * Errors: `wrong_file_type` for one that is damaged, too large or of two kinds at once.
 */
export async function inspectImage(file: string, type: string): Promise<{ width: number; height: number }> {
  const metadata = await sharp(file, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch((error: unknown) => {
      throw refuseFile(sentences.damaged, error)
    })
  const { width, height } = metadata
  if (typeOfFormat[metadata.format] !== type) throw refuseFile(sentences.damaged)
  const frames = metadata.pages ?? 1
  if (width * height * frames > limits.maxImagePixels) throw refuseFile(sentences.tooManyPixels)
  if (await hasZipAtItsEnd(file)) throw refuseFile(sentences.twoFaced)
  if (hiddenMarkup.test((await readFile(file)).toString('latin1'))) throw refuseFile(sentences.twoFaced)
  await sharp(file, { limitInputPixels: limits.maxImagePixels, failOn: 'truncated', animated: frames > 1 })
    .stats()
    .catch((error: unknown) => {
      throw refuseFile(sentences.damaged, error)
    })
  const isTurned = (metadata.orientation ?? 1) >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}
