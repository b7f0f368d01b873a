import { lookOf, windowOf } from './digit-window.ts'
import type { DigitWindow, NumberLook, PixelBox } from './digit-window.ts'
import type { Grey, Ink } from './grey-picture.ts'
import { intoGroups, isReadable, marksIn } from './picture-rows.ts'
import type { InkMark, PictureBand } from './picture-rows.ts'

/** One character of what may be a number. */
export interface Sign {
  box: PixelBox
  window: DigitWindow
  /** A mark between digits. */
  isDash: boolean
}

/** Ink in one line that may be a number. Units: pixels. */
export interface NumberInk {
  band: PictureBand
  box: PixelBox
  signs: Sign[]
}

export const minDigits = 6
export const maxDigits = 14
const maxMarks = 6
/** Between the groups of one number. Units: heights of a digit. */
const groupGap = 1.3
const spaceGap = 0.75
/** Fonts with digits of one width: from middle to middle, by the usual way. */
const evenPitch = [0.76, 1.32] as const
/** Fonts with digits of their own widths. Units: heights of a digit. */
const tightGap = 0.36
const sharedWidth = 0.35
const joinedWidth = 1.6
const leastJoined = 0.85
const maxWidth = 1.5
const splitReach = 0.22

/** What may be a number in a band of a picture. */
export function numbersIn(grey: Grey, ink: Ink, band: PictureBand): NumberInk[] {
  const groups = intoGroups(marksIn(ink, band), band)
  return [...groups, ...joinedGroups(groups)].flatMap(group => {
    const number = numberOf(grey, group, band)
    return number === undefined ? [] : [number]
  })
}

/** Short groups of marks that stand a space apart: numbers that are written in groups. */
function joinedGroups(groups: readonly InkMark[][]): InkMark[][] {
  const joined: InkMark[][] = []
  let open: InkMark[][] = []
  for (const group of [...groups, undefined]) {
    const last = open.at(-1)?.at(-1)
    const next = group?.[0]
    const tall = Math.max(...open.flat().map(mark => mark.bottom - mark.top), 0)
    const isNear = last !== undefined && next !== undefined && next.left - last.right < groupGap * tall
    if (group !== undefined && group.length < minDigits && (open.length === 0 || isNear)) {
      open.push(group)
      continue
    }
    if (open.length > 1) joined.push(open.flat())
    open = group !== undefined && group.length < minDigits ? [group] : []
  }
  return joined
}

function numberOf(grey: Grey, group: readonly InkMark[], band: PictureBand): NumberInk | undefined {
  const found = group.filter(mark => isReadable(grey, mark))
  if (found.length < minDigits / 2 || found.length > maxDigits + maxMarks) return undefined
  const tall = Math.max(...found.map(mark => mark.bottom - mark.top))
  const foot = Math.max(...found.map(mark => mark.bottom))
  const boxes = splitJoined(grey, mergeBroken(found), tall)
  if (boxes.length < minDigits || boxes.some(box => box.right - box.left > maxWidth * tall)) return undefined
  const box = around(boxes)
  const look = lookOf(grey, box, { tall, foot })
  const signs = boxes.flatMap((each, index): Sign[] => {
    const before = boxes[index - 1]
    const isApart = before !== undefined && each.left - before.right > spaceGap * tall
    return isApart ? [spaceBefore(each), signOf(grey, each, look)] : [signOf(grey, each, look)]
  })
  const digits = signs.filter(sign => !sign.isDash).length
  if (digits < minDigits || digits > maxDigits || !isWhole(signs, tall)) return undefined
  return { band, box, signs }
}

/** What a piece of ink in a number looks like. */
export function signOf(grey: Grey, box: PixelBox, look: NumberLook): Sign {
  const width = box.right - box.left
  const height = box.bottom - box.top
  const isDash = height < 0.3 * look.tall && width > 1.35 * height && width < look.tall
  return { box, window: windowOf(grey, box, look), isDash }
}

function spaceBefore(box: PixelBox): Sign {
  return { box: { ...box, right: box.left }, window: new Float32Array(), isDash: true }
}

function around(boxes: readonly PixelBox[]): PixelBox {
  return {
    left: Math.min(...boxes.map(box => box.left)),
    right: Math.max(...boxes.map(box => box.right)),
    top: Math.min(...boxes.map(box => box.top)),
    bottom: Math.max(...boxes.map(box => box.bottom)),
  }
}

/** Pieces over each other are one digit that lost ink between them. */
function mergeBroken(marks: readonly PixelBox[]): PixelBox[] {
  const boxes: PixelBox[] = []
  for (const mark of marks) {
    const before = boxes.at(-1)
    const shared = before === undefined ? 0 : before.right - mark.left
    const narrower = Math.min(mark.right - mark.left, (before?.right ?? 0) - (before?.left ?? 0))
    if (before !== undefined && shared > sharedWidth * narrower)
      boxes[boxes.length - 1] = around([before, mark])
    else boxes.push(mark)
  }
  return boxes
}

/** Digits that touch are parted where there is least ink near an even division. */
function splitJoined(grey: Grey, boxes: readonly PixelBox[], tall: number): PixelBox[] {
  const widths = boxes.map(box => box.right - box.left).toSorted((a, b) => a - b)
  const usual = widths[Math.floor(widths.length / 2)] ?? 0
  return boxes.flatMap(box => {
    const width = box.right - box.left
    if (width < joinedWidth * usual || width < leastJoined * tall) return [box]
    const parts = Math.max(2, Math.round(width / (1.12 * usual)))
    const edges = [box.left]
    for (let part = 1; part < parts; part += 1) {
      edges.push(lightestColumn(grey, box, box.left + (part * width) / parts, (splitReach * width) / parts))
    }
    edges.push(box.right)
    return edges.slice(1).map((right, index) => ({ ...box, left: edges[index] ?? box.left, right }))
  })
}

function lightestColumn(grey: Grey, box: PixelBox, near: number, reach: number): number {
  let best = Math.round(near)
  let most = -1
  for (let x = Math.round(near - reach); x <= near + reach; x += 1) {
    let sum = 0
    for (let y = box.top; y < box.bottom; y += 1) sum += grey.levels[y * grey.width + x] ?? 0
    if (sum > most) {
      most = sum
      best = x
    }
  }
  return best
}

/** A digit that left no ink would leave a hole. */
function isWhole(signs: readonly Sign[], tall: number): boolean {
  const pitches: number[] = []
  const gaps: number[] = []
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1]
    if (before === undefined || before.isDash || sign.isDash) continue
    pitches.push((sign.box.left + sign.box.right - before.box.left - before.box.right) / 2)
    gaps.push((sign.box.left - before.box.right) / tall)
  }
  const usual = pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0
  const isEven = pitches.every(pitch => pitch > evenPitch[0] * usual && pitch < evenPitch[1] * usual)
  return isEven || gaps.every(gap => gap < tightGap)
}
