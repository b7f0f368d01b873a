import { sharp } from '#server/base/pictures-library.ts'

/** How many points a side the mark compares. */
const side = 16
/** Units: pixels. */
const looked = 256
/** What differs from the corner by no more is margin. Units: shades of 256. */
const marginShades = 24
/** A margin that takes more than half of a side is the picture. */
const leastLeft = looked / 2
/** Fewer steps of so many shades say nothing: an almost empty page. */
const leastSteps = 12
const leastShades = 8

async function withoutMargins(picture: Buffer): Promise<Buffer> {
  const whole = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(looked, looked, { fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { data, info } = await sharp(whole)
    .trim({ threshold: marginShades })
    .toBuffer({ resolveWithObject: true })
  return Math.min(info.width, info.height) < leastLeft ? whole : data
}

/**
 * What a picture looks like without its margins: of 16 rows of 16 points each, whether it gets darker towards the next one.
 * Copies of other sizes, formats and qualities have nearly the same. Shape: noughts and ones; null when it is too plain to
 * say.
 */
export async function markOfPicture(picture: Buffer): Promise<string | null> {
  const points = await sharp(await withoutMargins(picture))
    .resize(side + 1, side, { fit: 'fill', kernel: 'cubic' })
    .normalise({ lower: 1, upper: 99 })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const steps = Array.from({ length: side * side }, (_, bit) => {
    const at = Math.floor(bit / side) * (side + 1) + (bit % side)
    return (points[at] ?? 0) - (points[at + 1] ?? 0)
  })
  if (steps.filter(step => Math.abs(step) > leastShades).length < leastSteps) return null
  return steps.map(step => (step > 0 ? '1' : '0')).join('')
}
