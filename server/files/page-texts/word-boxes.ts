import type { Box } from '#server/reading/page.types.ts'

const whole = 10_000
const bytesEach = 8

/** Boxes as bytes. Shape: for each box left, top, width and height as 16 bits, low byte first. Units: 1/10,000 of the page. */
export function packBoxes(boxes: readonly Box[]): Buffer {
  const bytes = Buffer.alloc(boxes.length * bytesEach)
  for (const [index, box] of boxes.entries()) {
    for (const [side, value] of box.entries())
      bytes.writeUInt16LE(Math.round(Math.min(1, Math.max(0, value)) * whole), index * bytesEach + side * 2)
  }
  return bytes
}

/** The boxes that `packBoxes` has packed. Units: fractions of the page. */
export function unpackBoxes(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const value = (box: number, side: number) => view.getUint16(box * bytesEach + side * 2, true) / whole
  return Array.from({ length: Math.floor(bytes.byteLength / bytesEach) }, (_, box) => [
    value(box, 0),
    value(box, 1),
    value(box, 2),
    value(box, 3),
  ])
}
