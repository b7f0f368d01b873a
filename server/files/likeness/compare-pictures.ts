/** Shades of a picture, row by row. Units: 0 to 255. */
export interface Shades {
  width: number
  height: number
  pixels: Uint8Array
}

/** Where one picture lies in the other: shares of its sides that are cut away, less than nothing for a margin; radians. */
type Placing = [left: number, right: number, top: number, bottom: number, turn: number]

/** Half and half of these are tried until the finest. */
const firstStep = 0.02
const lastStep = 0.0025
const mostCut = 0.09
const mostTurn = 0.04
/** Of the picture at least so much has to lie in the other one. */
const leastCommon = 0.75
const leastGain = 1e-5
const unmoved: Placing = [0, 0, 0, 0, 0]
const beginnings: Placing[] = [
  unmoved,
  [0.035, 0.035, 0.035, 0.035, 0],
  [-0.035, -0.035, -0.035, -0.035, 0],
  [0.035, 0, 0, 0.035, 0],
  [0, 0.035, 0, 0.035, 0],
  [0.035, 0, 0.035, 0, 0],
  [0, 0.035, 0.035, 0, 0],
]

const outside = -1
/** A field of the grid, and how far around it is looked for. Units: points. */
const fieldSide = 16
const moves = [-2, -1, 0, 1, 2]
/** Of a field at least so much has to lie in the other picture. */
const leastOfField = 0.6
/** Units: shades squared. */
const calm = 60

/** The shade of `other` where each point of `one` lies in it; less than nothing outside. */
function place(
  one: Shades,
  other: Shades,
  [left, right, top, bottom, turn]: Placing,
  into: Float32Array,
): void {
  const { width, height } = one
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)]
  const [wide, high] = [other.width * (1 - left - right), other.height * (1 - top - bottom)]
  const { pixels } = other
  for (let y = 0; y < height; y += 1) {
    const v = ((y + 0.5) / height - 0.5) * high
    for (let x = 0; x < width; x += 1) {
      const u = ((x + 0.5) / width - 0.5) * wide
      const atX = other.width * left + wide / 2 + u * cosine - v * sine - 0.5
      const atY = other.height * top + high / 2 + u * sine + v * cosine - 0.5
      const at = y * width + x
      if (atX < -0.5 || atY < -0.5 || atX > other.width - 0.5 || atY > other.height - 0.5) {
        into[at] = outside
        continue
      }
      const x0 = Math.min(Math.max(Math.floor(atX), 0), other.width - 2)
      const y0 = Math.min(Math.max(Math.floor(atY), 0), other.height - 2)
      const [fx, fy] = [atX - x0, atY - y0]
      const p = y0 * other.width + x0
      const upper = (pixels[p] ?? 0) * (1 - fx) + (pixels[p + 1] ?? 0) * fx
      const lower = (pixels[p + other.width] ?? 0) * (1 - fx) + (pixels[p + other.width + 1] ?? 0) * fx
      into[at] = upper * (1 - fy) + lower * fy
    }
  }
}

/** How shades go together, from -1 to 1, as they come; `calm` is what says little when both are almost plain. */
class Together {
  #count = 0
  #sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 }

  add(a: number, b: number): void {
    this.#count += 1
    this.#sums.a += a
    this.#sums.b += b
    this.#sums.aa += a * a
    this.#sums.bb += b * b
    this.#sums.ab += a * b
  }

  /** -1 for fewer than so many points. */
  value(leastCount: number, calm = 0): number {
    const count = this.#count
    if (count < leastCount) return -1
    const { a, b, aa, bb, ab } = this.#sums
    const [ownSpread, otherSpread] = [aa / count - (a / count) ** 2, bb / count - (b / count) ** 2]
    const spread = Math.sqrt(Math.max(0, ownSpread) * Math.max(0, otherSpread)) + calm
    return spread === 0 ? -1 : (ab / count - (a * b) / count ** 2 + calm) / spread
  }
}

/** Finds where `one` lies in `other`. Shape: the placing, and how well all of it goes together there, from -1 to 1. */
export function findPlacing(one: Shades, other: Shades): { placing: Placing; value: number } {
  const values = new Float32Array(one.width * one.height)
  const judge = (placing: Placing): number => {
    const [left, right, top, bottom, turn] = placing
    if ([left, right, top, bottom].some(part => Math.abs(part) > mostCut) || Math.abs(turn) > mostTurn)
      return -1
    place(one, other, placing, values)
    const together = new Together()
    for (const [at, value] of values.entries()) if (value >= 0) together.add(one.pixels[at] ?? 0, value)
    return together.value(leastCommon * values.length)
  }
  let [best = { placing: unmoved, value: -1 }] = beginnings
    .map(placing => ({ placing, value: judge(placing) }))
    .toSorted((a, b) => b.value - a.value)
  for (let step = firstStep; step >= lastStep; step /= 2) {
    for (let isBetter = true; isBetter;) {
      isBetter = false
      for (const part of unmoved.keys())
        for (const by of [-step, step]) {
          const placing = best.placing.with(part, (best.placing[part] ?? 0) + by) as Placing
          const value = judge(placing)
          if (value <= best.value + leastGain) continue
          best = { placing, value }
          isBetter = true
        }
    }
  }
  return best
}

/** How well the field of a grid goes together that does worst, each where it fits best, some points around. From -1 to 1. */
export function worstField(one: Shades, other: Shades, placing: Placing): number {
  const { width, height, pixels } = one
  const values = new Float32Array(width * height)
  place(one, other, placing, values)
  const togetherAt = ({ x, y }: { x: number; y: number }, moveX: number, moveY: number): number => {
    const together = new Together()
    for (let atY = Math.max(y, -moveY); atY < Math.min(y + fieldSide, height - moveY); atY += 1)
      for (let atX = Math.max(x, -moveX); atX < Math.min(x + fieldSide, width - moveX); atX += 1) {
        const value = values[(atY + moveY) * width + atX + moveX] ?? outside
        if (value >= 0) together.add(pixels[atY * width + atX] ?? 0, value)
      }
    return together.value(leastOfField * fieldSide ** 2, calm)
  }
  let worst = 1
  for (let y = 0; y + fieldSide <= height; y += fieldSide)
    for (let x = 0; x + fieldSide <= width; x += fieldSide) {
      const tries = moves.flatMap(moveY => moves.map(moveX => togetherAt({ x, y }, moveX, moveY)))
      const best = Math.max(...tries)
      if (best > -1) worst = Math.min(worst, best)
    }
  return worst
}
