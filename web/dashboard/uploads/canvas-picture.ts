/** Above this some phones give a canvas no pixels. Units: pixels. */
export const maxCanvasPixels = 16_000_000

/** What a canvas shows, as a file; its pixels are let go of. Undefined when the browser cannot. `quality`: 0 to 1. */
export function takePicture(
  canvas: HTMLCanvasElement,
  type: 'image/jpeg' | 'image/png',
  quality?: number,
): Promise<Blob | undefined> {
  return new Promise(resolve =>
    canvas.toBlob(
      blob => {
        // Some browsers keep the pixels of a canvas until it has none.
        canvas.width = 0
        canvas.height = 0
        resolve(blob ?? undefined)
      },
      type,
      quality,
    ),
  )
}

/** Lets what was clear become paper, not black: JPEG has nothing clear. */
export function layPaper(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

/** A drawn picture under the name of the file that it was drawn from. */
export function drawnFile(blob: Blob, from: Pick<File, 'name'> & { lastModified?: number }): File {
  const ending = blob.type === 'image/png' ? 'png' : 'jpg'
  const name = `${from.name.replace(/\.[a-z0-9]+$/iu, '')}.${ending}`
  return new File([blob], name, { type: blob.type, lastModified: from.lastModified ?? Date.now() })
}
