import { drawnFile, layPaper, takePicture } from '../uploads/canvas-picture.ts'
import { cropPixels, turnedSize } from './crop.ts'
import type { PictureEdit, Size } from './crop.ts'
import { editedSize } from './edited-size.ts'

const jpegQuality = 0.9
/** As much as a screen shows of a picture while it is edited. Units: pixels. */
const previewSide = 1200

/** A picture whose pixels can be drawn, upright as its camera was held. Errors: throws for what the browser does not read. */
export function openPicture(content: Blob): Promise<ImageBitmap> {
  return createImageBitmap(content, { imageOrientation: 'from-image' })
}

/** Draws a picture turned, `part` of it over the whole canvas. Units of `part`: pixels of the turned picture. */
function drawTurned(
  context: CanvasRenderingContext2D,
  bitmap: ImageBitmap,
  turns: PictureEdit['turns'],
  part: Size & { x: number; y: number },
): void {
  const { width, height } = turnedSize(bitmap, turns)
  context.imageSmoothingQuality = 'high'
  context.scale(context.canvas.width / part.width, context.canvas.height / part.height)
  context.translate(-part.x, -part.y)
  const [toX, toY] = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  )[turns]
  context.translate(toX, toY)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(bitmap, 0, 0)
}

/** Draws the whole picture, turned, in the size of a screen. */
export function drawPreview(
  canvas: HTMLCanvasElement,
  bitmap: ImageBitmap,
  turns: PictureEdit['turns'],
): void {
  const whole = turnedSize(bitmap, turns)
  const scale = Math.min(1, previewSide / Math.max(whole.width, whole.height))
  canvas.width = Math.max(1, Math.round(whole.width * scale))
  canvas.height = Math.max(1, Math.round(whole.height * scale))
  const context = canvas.getContext('2d')
  if (context) drawTurned(context, bitmap, turns, { ...whole, x: 0, y: 0 })
}

/**
 * The edited picture as a file of its own: PNG of a PNG, else JPEG. Undefined when the browser cannot make it.
 * `type`: of the picture that came.
 */
export async function drawEdited(
  bitmap: ImageBitmap,
  edit: PictureEdit,
  from: { name: string; type: string; lastModified?: number },
): Promise<File | undefined> {
  const part = cropPixels(edit.crop, turnedSize(bitmap, edit.turns))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, editedSize(edit, bitmap))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const isPng = from.type === 'image/png'
  if (!isPng) layPaper(context)
  drawTurned(context, bitmap, edit.turns, part)
  const blob = await takePicture(canvas, isPng ? 'image/png' : 'image/jpeg', jpegQuality)
  return blob && drawnFile(blob, from)
}
