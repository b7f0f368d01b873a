import { chancesOf, noDigit } from './digit-net.ts'
import { lookOf, windowOf } from './digit-window.ts'
import type { DigitWindow, NumberLook, PixelBox } from './digit-window.ts'
import type { Grey } from './grey-picture.ts'
import { isReadable } from './picture-rows.ts'
import type { InkGroup, InkMark, PictureBand } from './picture-rows.ts'

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
  /** What all its digits have in common. */
  look: NumberLook
}

export const minDigits = 6
export const maxDigits = 14
const maxMarks = 6
/** Digits nearer than this may be of one number. Units: heights of a digit. */
const nearGap = 1.3
/** How sure it has to be that what stands there is none. */
const mostOther = 0.5
/** From middle to middle of digits that a space parts, by the usual way; without a digit it would be twice as far. */
const spacePitch = [1.25, 1.8] as const
/** Units: heights of a digit; what ink has over paper. */
const edgeShare = 0.1
const traceShare = 0.3
/** Fonts with digits of one width: from middle to middle, by the usual way. */
const evenPitch = [0.76, 1.32] as const
/** The same where spaces part the digits. */
const spacedPitch = [0.82, 1.22] as const
/** Fonts with digits of their own widths. Units: heights of a digit. */
const tightGap = 0.36
const sharedWidth = 0.35
const joinedWidth = 1.6
const leastJoined = 0.85
const maxWidth = 1.5
const splitReach = 0.22

/** What may be a number of `fewest` digits and more among the groups of marks of a band. */
export function numbersIn(
  grey: Grey,
  groups: readonly InkGroup[],
  band: PictureBand,
  fewest: number = minDigits,
): NumberInk[] {
  return groups.flatMap(({ marks }) => numberOf(grey, marks, { band, fewest }) ?? [])
}

/**
 * Whether no space of a number may be a digit that left no ink, and no other digit stands so near that it may belong to
 * the number. `groups`: of the number's band.
 */
export function isWhole(grey: Grey, number: NumberInk, groups: readonly InkGroup[]): boolean {
  const marks = groups.flatMap(group =>
    group.marks.map((mark, index) => ({ mark, isRuledOff: index === 0 && group.isRuledOff })),
  )
  const before: InkMark[] = []
  const from = marks.findLastIndex(({ mark }) => middleOf(mark) < number.box.left)
  for (let at = from; at >= 0; at -= 1) {
    const each = marks[at]
    if (each === undefined || marks[at + 1]?.isRuledOff === true) break
    before.push(each.mark)
  }
  const after: InkMark[] = []
  const next = marks.findIndex(({ mark }) => middleOf(mark) > number.box.right)
  for (const { mark, isRuledOff } of next < 0 ? [] : marks.slice(next)) {
    if (isRuledOff) break
    after.push(mark)
  }
  return hasSureSpaces(number) && !isDigitNear(grey, number, before) && !isDigitNear(grey, number, after)
}

/** Only among digits of one width is a missing one surely wider than a space. */
function hasSureSpaces({ signs }: NumberInk): boolean {
  if (!signs.some(isSpaceSign)) return true
  const { pitches } = stepsOf(signs)
  const usual = medianOf(pitches)
  return pitches.every(pitch => pitch > spacedPitch[0] * usual && pitch < spacedPitch[1] * usual)
}

/** Whether the first of these marks on one side of a number that is more than a dot or dash is a digit, or none is. */
function isDigitNear(grey: Grey, { box, look }: NumberInk, marks: readonly InkMark[]): boolean {
  let reached: PixelBox = box
  for (const mark of marks) {
    const gap = Math.max(mark.left - reached.right, reached.left - mark.right)
    if (gap > nearGap * look.tall) break
    const sign = isReadable(grey, mark) ? signOf(grey, mark, look) : undefined
    if (sign?.isDash === false) return (chancesOf(sign.window)[noDigit] ?? 0) < mostOther
    reached = mark
  }
  return reached !== box
}

function numberOf(
  grey: Grey,
  group: readonly InkMark[],
  { band, fewest }: { band: PictureBand; fewest: number },
): NumberInk | undefined {
  const found = group.filter(mark => isReadable(grey, mark))
  if (found.length < fewest / 2 || found.length > maxDigits + maxMarks) return undefined
  const tall = Math.max(...found.map(mark => mark.bottom - mark.top))
  const foot = Math.max(...found.map(mark => mark.bottom))
  const boxes = splitJoined(grey, mergeBroken(found), tall)
  if (boxes.length < fewest || boxes.some(box => box.right - box.left > maxWidth * tall)) return undefined
  const box = around(boxes)
  const look = lookOf(grey, box, { tall, foot })
  const usual = medianOf(pitchesOf(boxes))
  const signs = boxes.flatMap((each, index): Sign[] => {
    const before = boxes[index - 1]
    const isApart = before !== undefined && isSpace(grey, before, each, { look, usual })
    return isApart ? [spaceBefore(each), signOf(grey, each, look)] : [signOf(grey, each, look)]
  })
  const digits = signs.filter(sign => !sign.isDash).length
  if (digits < fewest || digits > maxDigits || !isUnbroken(signs, tall)) return undefined
  return { band, box, signs, look }
}

/** What a piece of ink in a number looks like. */
export function signOf(grey: Grey, box: PixelBox, look: NumberLook): Sign {
  const width = box.right - box.left
  const height = box.bottom - box.top
  const isDash = height < 0.3 * look.tall && width > 1.35 * height && width < look.tall
  return { box, window: windowOf(grey, box, look), isDash }
}

/** A space is narrower than a digit and its room, and holds no trace of ink. Units: pixels. */
function isSpace(
  { width, levels }: Grey,
  before: PixelBox,
  next: PixelBox,
  { look, usual }: { look: NumberLook; usual: number },
): boolean {
  const gap = next.left - before.right
  const pitch = middleOf(next) - middleOf(before)
  if (gap < tightGap * look.tall || pitch < spacePitch[0] * usual || pitch > spacePitch[1] * usual)
    return false
  const edge = Math.ceil(edgeShare * look.tall)
  const dark = look.paper - traceShare * (look.paper - look.ink)
  for (let y = look.foot - look.tall; y < look.foot; y += 1)
    for (let x = before.right + edge; x < next.left - edge; x += 1)
      if ((levels[y * width + x] ?? 255) < dark) return false
  return true
}

const middleOf = (box: PixelBox) => (box.left + box.right) / 2

function pitchesOf(boxes: readonly PixelBox[]): number[] {
  return boxes.slice(1).map((box, index) => middleOf(box) - middleOf(boxes[index] ?? box))
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function spaceBefore(box: PixelBox): Sign {
  return { box: { ...box, right: box.left }, window: new Float32Array(), isDash: true }
}

const isSpaceSign = ({ box }: Sign) => box.left === box.right

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
function isUnbroken(signs: readonly Sign[], tall: number): boolean {
  const { pitches, gaps } = stepsOf(signs)
  const usual = medianOf(pitches)
  const isEven = pitches.every(pitch => pitch > evenPitch[0] * usual && pitch < evenPitch[1] * usual)
  return isEven || gaps.every(gap => gap < tightGap * tall)
}

/** From each digit to the next that no mark or space parts from it. Units: pixels. */
function stepsOf(signs: readonly Sign[]): { pitches: number[]; gaps: number[] } {
  const pitches: number[] = []
  const gaps: number[] = []
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1]
    if (before === undefined || before.isDash || sign.isDash) continue
    pitches.push(middleOf(sign.box) - middleOf(before.box))
    gaps.push(sign.box.left - before.box.right)
  }
  return { pitches, gaps }
}
