import { sharp } from '#server/base/pictures-library.ts'
import { findPlacing, worstField } from './compare-pictures.ts'
import type { Shades } from './compare-pictures.ts'

/** Where one picture lies in the other is looked for in few points; whether they are one, in more. */
const placed = { width: 48, height: 64 }
const judged = { width: 160, height: 224 }
/** The field that fits worst has to fit so well: a title that is another one fills few fields. */
const leastTogether = 0.68
/** Below this no field is looked at. */
const leastWhole = 0.75

async function shadesOf(picture: Buffer, { width, height }: typeof judged): Promise<Shades> {
  const pixels = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width, height, pixels }
}

/** Whether one picture is a copy of the other: scaled, packed anew, cut or turned by a hair, lighter, darker or grey. */
export async function areAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const { placing, value } = findPlacing(await shadesOf(one, placed), await shadesOf(other, placed))
  if (value < leastWhole) return false
  return worstField(await shadesOf(one, judged), await shadesOf(other, judged), placing) >= leastTogether
}
