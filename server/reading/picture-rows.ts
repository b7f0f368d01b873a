import type { Grey, Ink } from './grey-picture.ts'
import type { PixelBox } from './digit-window.ts'

/** A stretch of a picture from one horizontal rule or gap to the next. Units: pixels. */
export interface PictureBand {
  top: number
  bottom: number
  left: number
  right: number
}

/** A connected mark of ink. */
export interface InkMark extends PixelBox {
  area: number
}

const ruleShare = 0.3
const minBandPx = 14
const maxBandShare = 0.12
/** Smaller marks are specks: the Arabic zero is the smallest digit. */
const leastTall = 0.11
const leastWide = 0.13

/** Bands between long horizontal rules; lines of text where there are no rules. */
export function findBands(ink: Ink): PictureBand[] {
  const rules = findRules(ink)
  const bands: PictureBand[] = []
  for (const [index, rule] of rules.entries()) {
    const next = rules[index + 1]
    if (next === undefined) break
    const height = next.top - rule.bottom
    const left = Math.max(rule.left, next.left)
    const right = Math.min(rule.right, next.right)
    if (height < minBandPx || height > ink.height * maxBandShare || right - left < ink.width * ruleShare)
      continue
    bands.push({ top: rule.bottom, bottom: next.top, left, right })
  }
  return bands.length >= 3 ? bands : textBands(ink)
}

/** Long dark rows, thick or thin, with their ends. */
function findRules(ink: Ink): PixelBox[] {
  const { width, height, bits } = ink
  const rules: PixelBox[] = []
  const isDark = (x: number, y: number) =>
    bits[y * width + x] === 1 ||
    (y > 0 && bits[(y - 1) * width + x] === 1) ||
    (y + 1 < height && bits[(y + 1) * width + x] === 1)
  for (let y = 0; y < height; y += 1) {
    let best = { left: 0, right: 0 }
    let left = 0
    let gap = 0
    let dark = 0
    for (let x = 0; x <= width; x += 1) {
      if (x < width && isDark(x, y)) {
        if (dark === 0) left = x
        dark += 1
        gap = 0
        continue
      }
      gap += 1
      if (gap <= 6 && x < width) continue
      const right = x - gap + 1
      if (dark > 0.85 * (right - left) && right - left > best.right - best.left) best = { left, right }
      dark = 0
      gap = 0
    }
    if (best.right - best.left < ruleShare * width) continue
    const last = rules.at(-1)
    if (last !== undefined && y - last.bottom <= 2) {
      last.bottom = y + 1
      last.left = Math.min(last.left, best.left)
      last.right = Math.max(last.right, best.right)
    } else rules.push({ ...best, top: y, bottom: y + 1 })
  }
  return rules
}

/** Lines of text by the rows of pixels that hold no ink. */
function textBands(ink: Ink): PictureBand[] {
  const { width, height, bits } = ink
  const bands: PictureBand[] = []
  let top = -1
  for (let y = 0; y <= height; y += 1) {
    let count = 0
    if (y < height) for (let x = 0; x < width; x += 1) count += bits[y * width + x] ?? 0
    const isText = count > width * 0.004
    if (isText && top < 0) top = y
    if (!isText && top >= 0) {
      if (y - top >= minBandPx / 2 && y - top < height * maxBandShare) {
        bands.push({ top: Math.max(0, top - 3), bottom: Math.min(height, y + 3), left: 0, right: width })
      }
      top = -1
    }
  }
  return bands
}

/** The connected marks inside a band. Units: pixels of the picture. */
export function marksIn(ink: Ink, band: PictureBand): InkMark[] {
  const { width, bits } = ink
  const from = Math.max(0, Math.round(band.left))
  const to = Math.min(width, Math.round(band.right))
  const columns = to - from
  const rows = band.bottom - band.top
  const seen = new Uint8Array(columns * rows)
  const marks: InkMark[] = []
  const stack: number[] = []
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue
    const x0 = start % columns
    const y0 = (start - x0) / columns
    if (bits[(band.top + y0) * width + from + x0] !== 1) continue
    seen[start] = 1
    stack.push(start)
    const mark = { left: x0, right: x0 + 1, top: y0, bottom: y0 + 1, area: 0 }
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % columns
      const y = (at - x) / columns
      mark.area += 1
      mark.left = Math.min(mark.left, x)
      mark.right = Math.max(mark.right, x + 1)
      mark.top = Math.min(mark.top, y)
      mark.bottom = Math.max(mark.bottom, y + 1)
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const nx = x + dx
          const ny = y + dy
          if (nx < 0 || ny < 0 || nx >= columns || ny >= rows) continue
          const next = ny * columns + nx
          if (seen[next] === 1 || bits[(band.top + ny) * width + from + nx] !== 1) continue
          seen[next] = 1
          stack.push(next)
        }
      }
    }
    marks.push({
      left: mark.left + from,
      right: mark.right + from,
      top: mark.top + band.top,
      bottom: mark.bottom + band.top,
      area: mark.area,
    })
  }
  return marks
}

/** Marks that stand beside each other. */
export interface InkGroup {
  marks: InkMark[]
  /** Whether a rule parts it from the group before it. */
  isRuledOff: boolean
}

/** The marks of a band in groups. */
export function groupsIn(ink: Ink, band: PictureBand): InkGroup[] {
  return intoGroups(marksIn(ink, band), band)
}

/** Marks that stand beside each other with little space, rules and specks aside; from left to right. */
function intoGroups(marks: readonly InkMark[], band: PictureBand): InkGroup[] {
  const height = band.bottom - band.top
  const isRule = (mark: InkMark) =>
    mark.bottom - mark.top > 0.82 * height && mark.right - mark.left < 0.3 * height
  const isEdge = (mark: InkMark) =>
    mark.bottom - mark.top <= 3 && (mark.top - band.top <= 3 || band.bottom - mark.bottom <= 3)
  const written = marks.filter(mark => !isRule(mark) && !isEdge(mark) && mark.area >= 5)
  const heights = written.map(mark => mark.bottom - mark.top).toSorted((a, b) => a - b)
  const tall = heights[Math.floor(heights.length * 0.75)] ?? 0
  const rules = marks.filter(isRule)
  const groups: InkGroup[] = []
  const sorted = written
    .filter(mark => mark.bottom - mark.top > leastTall * tall || mark.right - mark.left > leastWide * tall)
    .toSorted((a, b) => a.left - b.left)
  for (const mark of sorted) {
    const group = groups.at(-1)
    const last = group?.marks.at(-1)
    const isRuledOff =
      last !== undefined && rules.some(rule => rule.left >= last.right - 2 && rule.right <= mark.left + 2)
    const isParted = last === undefined || isRuledOff || mark.left - last.right > 0.75 * tall
    if (group === undefined || isParted) groups.push({ marks: [mark], isRuledOff })
    else group.marks.push(mark)
  }
  return groups
}

/** Whether a mark is as big as ink of a picture can be believed to be. */
export function isReadable(grey: Grey, mark: InkMark): boolean {
  return mark.bottom - mark.top >= 4 && mark.right - mark.left >= 2 && mark.right < grey.width
}
