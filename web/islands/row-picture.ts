import type { BucketPage, PictureBox, RowPicture } from '#contract/resources/lookup.ts'
import { layOutRow } from '#web/school/row-pieces.ts'

/** A row of an answer: the page that it stands on, and where. */
export interface FoundRow {
  match: BucketPage
  row: PictureBox
}

/**
 * The student's own line alone, cut out of the picture of the page: nobody else's is kept or handed on.
 * Errors: where the picture of the page does not come, or cannot be drawn.
 */
export async function cutOutRow(picture: RowPicture): Promise<Blob> {
  const { width, height, pieces } = layOutRow(picture)
  const whole = Object.assign(new Image(), { src: picture.url })
  await whole.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(width),
    height: Math.ceil(height),
  })
  const brush = canvas.getContext('2d')
  for (const { from, at } of pieces) {
    const size = [from.width, from.height] as const
    brush?.drawImage(whole, from.x, from.y, ...size, at.x, at.y, ...size)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The row cannot be drawn'))), 'image/png')
  })
}
