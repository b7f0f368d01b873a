/** A grey picture. Shape: rows without gaps. Units: 0 black to 255 white. */
export interface Grey {
  width: number
  height: number
  levels: Uint8Array
}

/** Which pixels are ink: 1, else 0. */
export interface Ink {
  width: number
  height: number
  bits: Uint8Array
}

const windowShare = 1 / 36
const minSkew = 0.05

/** Grey of BGRA pixels, turned to the right by quarters. */
export function greyOf(drawn: { width: number; height: number; pixels: Uint8Array }, turn: number): Grey {
  const { width, height, pixels } = drawn
  const levels = new Uint8Array(width * height)
  for (let index = 0, from = 0; index < levels.length; index += 1, from += 4) {
    levels[index] =
      ((pixels[from] ?? 0) * 29 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 77) >> 8
  }
  let grey: Grey = { width, height, levels }
  for (let quarter = 0; quarter < turn; quarter += 1) grey = turnedRight(grey)
  return grey
}

function turnedRight({ width, height, levels }: Grey): Grey {
  const turned = new Uint8Array(levels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = levels[y * width + x] ?? 0
  }
  return { width: height, height: width, levels: turned }
}

/**
 * How dark every pixel is beside its surroundings: shadows and yellow paper do not matter. 128 is the same. `reach`: how
 * far the surroundings go. Units: pixels.
 */
export function contrastOf(
  { width, height, levels }: Grey,
  reach = Math.max(8, Math.round(width * windowShare)),
): Uint8Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += levels[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  const contrast = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * (width + 1)
    const bottom = Math.min(height, y + reach + 1) * (width + 1)
    const rows = (bottom - top) / (width + 1)
    for (let x = 0; x < width; x += 1) {
      const left = x > reach ? x - reach : 0
      const right = Math.min(width, x + reach + 1)
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[top + right] ?? 0) -
        (sums[bottom + left] ?? 0) +
        (sums[top + left] ?? 0)
      const mean = sum / (rows * (right - left))
      contrast[y * width + x] = Math.min(255, (128 * (levels[y * width + x] ?? 255)) / Math.max(1, mean))
    }
  }
  return contrast
}

/** Ink is what is darker than `share` of its surroundings. */
export function inkOf({ width, height }: Grey, contrast: Uint8Array, share: number): Ink {
  const limit = 128 * share
  const bits = new Uint8Array(width * height)
  for (let index = 0; index < bits.length; index += 1) bits[index] = (contrast[index] ?? 255) < limit ? 1 : 0
  return { width, height, bits }
}

/** By how much lines of text and rules fall to the right. Units: degrees, between -3 and 3. */
export function skewOf(ink: Ink): number {
  const points: { x: number; y: number }[] = []
  const step = Math.max(1, Math.round(ink.width / 900))
  for (let y = 0; y < ink.height; y += step) {
    for (let x = 0; x < ink.width; x += step) {
      if (ink.bits[y * ink.width + x] === 1) points.push({ x: x / step, y: y / step })
    }
  }
  if (points.length < 200) return 0
  const sharpness = (degrees: number) => {
    const slope = Math.tan((degrees * Math.PI) / 180)
    const rows = new Float64Array(Math.ceil(ink.height / step) + 240)
    for (const { x, y } of points) {
      const row = Math.round((y - slope * x) * 2) / 2 + 100
      if (row >= 0 && row < rows.length) rows[Math.floor(row)] = (rows[Math.floor(row)] ?? 0) + 1
    }
    return rows.reduce((sum, count) => sum + count * count, 0)
  }
  const best = (angles: number[]) =>
    angles.map(angle => ({ angle, value: sharpness(angle) })).reduce((a, b) => (b.value > a.value ? b : a))
      .angle
  const coarse = best(Array.from({ length: 41 }, (_, index) => (index - 20) * 0.15))
  const fine = best(Array.from({ length: 15 }, (_, index) => coarse + (index - 7) * 0.02))
  return Math.abs(fine) < minSkew ? 0 : fine
}

/** Turns a picture to the left around its middle so that its lines lie flat; what comes in is white. */
export function straightened({ width, height, levels }: Grey, degrees: number): Grey {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const straight = new Uint8Array(width * height).fill(255)
  const middleX = width / 2
  const middleY = height / 2
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x - middleX
      const dy = y - middleY
      const fromX = middleX + dx * cos - dy * sin
      const fromY = middleY + dx * sin + dy * cos
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const across = fromX - left
      const down = fromY - top
      const at = top * width + left
      const above = (levels[at] ?? 0) * (1 - across) + (levels[at + 1] ?? 0) * across
      const below = (levels[at + width] ?? 0) * (1 - across) + (levels[at + width + 1] ?? 0) * across
      straight[y * width + x] = above * (1 - down) + below * down
    }
  }
  return { width, height, levels: straight }
}
