import { fileRules } from '#contract/resources/file.ts'
import { drawnFile, layPaper, takePicture } from './canvas-picture.ts'
import { refusalsOf, type Refusal } from './check-file.ts'

/** The longest sides that are tried for a picture that is too large, from the sharpest. Units: pixels. */
const sides = [4000, 3000, 2400, 1800] as const
const quality = 0.86
/* A moving picture would stand still. */
const redrawn = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Whether a picture of this type can be drawn anew without losing what it is. */
export function canRedraw(type: string): boolean {
  return redrawn.includes(type)
}

const unreadable =
  'لا يقرأ هذا المتصفح صور HEIC. افتحها في سفاري، أو اختر في إعدادات كاميرا الهاتف «الأكثر توافقاً»، أو أرسلها إلى نفسك صورة JPG، ثم أعد اختيارها'

/** Whether a phone has stored the picture in the way that few browsers read. */
export function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  const isUntold = type === '' || type === 'application/octet-stream'
  return /^image\/hei[cf]/u.test(type) || (isUntold && /\.hei[cf]$/iu.test(name))
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']
const textOf = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer())

/** Whether a file that goes by another name is stored so: messengers give such photos the name of a JPEG. */
async function isHeicWithin(file: File): Promise<boolean> {
  if (file.type === 'image/avif') return false
  const begin = await textOf(file.slice(4, 12))
  return begin.startsWith('ftyp') && heicBrands.includes(begin.slice(4))
}

/** Whether a picture is sent as it is. */
export function isFitting(file: Pick<File, 'name' | 'type' | 'size'>): boolean {
  const isLarge = file.size > fileRules.image.maxBytes && canRedraw(file.type)
  return !isHeic(file) && !isLarge
}

async function jpegOf(bitmap: ImageBitmap, longest: number): Promise<Blob | undefined> {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  layPaper(context)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return takePicture(canvas, 'image/jpeg', quality)
}

/** A picture that can be sent, or the sentence that says why there is none. */
export type FittedPicture = { file: File } | { problem: string }

/**
 * Makes a picture that is too large smaller, upright as it is shown, and one of a phone into JPEG where this browser
 * reads it. Every other file stays as it is.
 */
export async function fitPicture(file: File): Promise<FittedPicture> {
  const isOfPhone = isHeic(file) || (await isHeicWithin(file))
  if (!isOfPhone && isFitting(file)) return { file }
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    // The browser says no more than that it cannot.
    return { problem: isOfPhone ? unreadable : fileRules.image.tooLarge }
  }
  try {
    for (const side of sides) {
      const blob = await jpegOf(bitmap, side)
      if (!blob || blob.size > fileRules.image.maxBytes) continue
      return { file: drawnFile(blob, file) }
    }
  } finally {
    bitmap.close()
  }
  return { problem: fileRules.image.tooLarge }
}

/** Many pictures one after the other, since each takes much memory; the others by their reason. */
export async function fitPictures(files: readonly File[]): Promise<{ fitted: File[]; refusals: Refusal[] }> {
  const fitted: File[] = []
  const refused: { name: string; reason: string }[] = []
  for (const file of files) {
    const outcome = await fitPicture(file)
    if ('file' in outcome) fitted.push(outcome.file)
    else refused.push({ name: file.name, reason: outcome.problem })
  }
  return { fitted, refusals: refusalsOf(refused) }
}
