import type { LoadedPdf, RawExports } from './pdfium.ts'

/** A rectangle. Units: points from the upper left corner of the page as it is looked at. */
export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/** One drawn glyph with the letters that the file says it stands for. */
export interface Glyph {
  /** In the order of the file; empty where the file says nothing. */
  text: string
  ink: Rect
  /** The place that its advance takes. */
  place: Rect
  /** Where the pen stood. */
  x: number
  baseline: number
  /** The size of the font as it is drawn. */
  em: number
  /** When it was drawn: what belongs together mostly follows each other. */
  drawn: number
  /** An object without ink was drawn right before or right after: mostly a space. */
  blankBefore: boolean
  blankAfter: boolean
  /** The file gives no letters for it, or none that can be believed. */
  isUnknown: boolean
  isSpace: boolean
  /** Its place in PDFium's own order. */
  index: number
  /** PDFium sees a space between this one and the one before it in that order. */
  hasSpaceBefore: boolean
  /** Drawn without ink: a text layer over a picture. */
  isInvisible: boolean
}

/** What a page holds before it is understood. */
export interface PageGlyphs {
  width: number
  height: number
  /** Quarter turns to the right that make the text upright. */
  turn: number
  glyphs: Glyph[]
  /** Heights at which lines or edges of boxes are drawn, with their extent. */
  rules: { y: number; left: number; right: number }[]
  /** Share of the page that its largest picture covers, 0 to 1. */
  pictureShare: number
  /** Lines and shapes that are drawn. */
  shapes: number
}

const maxCharacters = 60_000
const maxObjects = 40_000
const maxDepth = 4
const textObject = 1
const pathObject = 2
const imageObject = 3
const formObject = 5
const invisibleMode = 3
const minRulePoints = 24
const maxRuleThickness = 2.5
const maxBoxHeight = 90

type Place = (x: number, y: number) => { x: number; y: number }
type ToView = (x: number, y: number) => { x: number; y: number }

/** Reads the glyphs and ruled lines of a page. */
export function readGlyphs(pdf: LoadedPdf, page: number): PageGlyphs {
  const { pdfium, raw } = pdf
  const scratch = raw.malloc(64)
  const text = raw.FPDFText_LoadPage(page)
  try {
    const view = () => new DataView(pdfium.HEAPU8.buffer, scratch, 64)
    const count = text === 0 ? 0 : Math.min(raw.FPDFText_CountChars(text), maxCharacters)
    const base = pageView(raw, page, scratch, view)
    const turn = (textTurn(raw, text, count) + 4 - base.rotation) % 4
    const { toView, width, height } = turned(base, turn)
    const { rules, order, pictureArea, shapes } = walkObjects(raw, page, scratch, view, toView)
    const glyphs = text === 0 ? [] : collect(raw, text, count, order, scratch, view, toView)
    const pictureShare = Math.min(1, pictureArea / Math.max(1, width * height))
    return { width, height, turn: (4 - turn) % 4, glyphs, rules, pictureShare, shapes }
  } finally {
    if (text !== 0) raw.FPDFText_ClosePage(text)
    raw.free(scratch)
  }
}

interface BaseView {
  rotation: number
  width: number
  height: number
  toView: ToView
}

function pageView(raw: RawExports, page: number, scratch: number, view: () => DataView): BaseView {
  raw.FPDF_GetPageBoundingBox(page, scratch)
  const at = view()
  const [left, top, right, bottom] = [0, 4, 8, 12].map(offset => at.getFloat32(offset, true)) as [
    number,
    number,
    number,
    number,
  ]
  const across = right - left
  const down = top - bottom
  const rotation = Math.max(0, raw.FPDFPage_GetRotation(page)) % 4
  const views: ToView[] = [
    (x, y) => ({ x: x - left, y: top - y }),
    (x, y) => ({ x: y - bottom, y: x - left }),
    (x, y) => ({ x: right - x, y: y - bottom }),
    (x, y) => ({ x: top - y, y: right - x }),
  ]
  const [width, height] = rotation % 2 === 0 ? [across, down] : [down, across]
  return { rotation, width, height, toView: views[rotation] ?? ((x, y) => ({ x, y })) }
}

/** Turns a view by quarters so that text which runs up or down the page lies flat. */
function turned(base: BaseView, turn: number): { width: number; height: number; toView: ToView } {
  const { width, height, toView } = base
  if (turn === 0) return base
  const flat: Record<number, ToView> = {
    1: (x, y) => ({ x: height - y, y: x }),
    2: (x, y) => ({ x: width - x, y: height - y }),
    3: (x, y) => ({ x: y, y: width - x }),
  }
  const act = flat[turn] ?? ((x, y) => ({ x, y }))
  const [w, h] = turn % 2 === 0 ? [width, height] : [height, width]
  return {
    width: w,
    height: h,
    toView(x, y) {
      const point = toView(x, y)
      return act(point.x, point.y)
    },
  }
}

/** The commonest direction of the characters in the page's own space, in quarter turns to the left. */
function textTurn(raw: RawExports, text: number, count: number): number {
  const votes = [0, 0, 0, 0]
  const step = Math.max(1, Math.floor(count / 400))
  for (let index = 0; index < count; index += step) {
    if (raw.FPDFText_IsGenerated(text, index) === 1) continue
    const angle = raw.FPDFText_GetCharAngle(text, index)
    if (angle < 0) continue
    const quarter = Math.round(angle / (Math.PI / 2)) % 4
    votes[quarter] = (votes[quarter] ?? 0) + 1
  }
  return Math.max(0, votes.indexOf(Math.max(...votes)))
}

function collect(
  raw: RawExports,
  text: number,
  count: number,
  order: ReadonlyMap<number, number>,
  scratch: number,
  view: () => DataView,
  toView: ToView,
): Glyph[] {
  const isUnmapped = raw.FPDFText_HasUnicodeMapError
  const glyphs: Glyph[] = []
  let lastObject = 0
  let hasSpaceBefore = false
  for (let index = 0; index < count; index += 1) {
    const code = raw.FPDFText_GetUnicode(text, index)
    const object = raw.FPDFText_GetTextObject(text, index)
    // What PDFium adds (spaces, ends of lines) belongs to no object; we find words and lines ourselves.
    if (object === 0 || raw.FPDFText_IsGenerated(text, index) === 1) {
      hasSpaceBefore = true
      continue
    }
    const isUnknown = isUnmapped(text, index) === 1 || !isLetterCode(code)
    const character = isUnknown ? '' : String.fromCodePoint(code)

    raw.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8)
    let at = view()
    const pen = toView(at.getFloat64(0, true), at.getFloat64(8, true))
    raw.FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)
    at = view()
    const ink = rect(
      toView(at.getFloat64(0, true), at.getFloat64(16, true)),
      toView(at.getFloat64(8, true), at.getFloat64(24, true)),
    )
    raw.FPDFText_GetLooseCharBox(text, index, scratch)
    at = view()
    const place = rect(
      toView(at.getFloat32(0, true), at.getFloat32(4, true)),
      toView(at.getFloat32(8, true), at.getFloat32(12, true)),
    )
    raw.FPDFText_GetMatrix(text, index, scratch)
    at = view()
    const drawn =
      raw.FPDFText_GetFontSize(text, index) * Math.hypot(at.getFloat32(8, true), at.getFloat32(12, true))
    const em = drawn > 0.5 && drawn < 1000 ? drawn : (place.bottom - place.top) / 1.5
    if (![pen.x, pen.y, ink.left, ink.right, ink.top, ink.bottom].every(Number.isFinite)) continue

    const last = glyphs.at(-1)
    if (last !== undefined && object === lastObject && pen.x === last.x && pen.y === last.baseline) {
      // PDFium parts the ink of a glyph evenly among the letters that it stands for.
      const isSameGlyph =
        Math.abs(ink.top - last.ink.top) < 0.01 && Math.abs(ink.bottom - last.ink.bottom) < 0.01
      if (isSameGlyph && !isUnknown && !last.isUnknown) {
        last.text += character
        last.ink = union(last.ink, ink)
        last.place = union(last.place, place)
        last.isSpace = false
        continue
      }
    }
    lastObject = object
    glyphs.push({
      text: character,
      ink,
      place,
      x: pen.x,
      baseline: pen.y,
      em,
      drawn: order.get(object) ?? Number.MAX_SAFE_INTEGER,
      blankBefore: false,
      blankAfter: false,
      isUnknown,
      isSpace: /^\s$/u.test(character),
      index,
      hasSpaceBefore,
      isInvisible: raw.FPDFTextObj_GetTextRenderMode(object) === invisibleMode,
    })
    hasSpaceBefore = false
  }
  const inked = new Set(glyphs.filter(glyph => !glyph.isSpace).map(glyph => glyph.drawn))
  const blank = new Set([...order.values()].filter(drawn => !inked.has(drawn)))
  for (const glyph of glyphs) {
    glyph.blankBefore = blank.has(glyph.drawn - 1)
    glyph.blankAfter = blank.has(glyph.drawn + 1)
  }
  return glyphs
}

function isLetterCode(code: number): boolean {
  if (code < 0x20 || code === 0xfffd || code === 0xfffe || code === 0xffff) return false
  if (code >= 0xd800 && code <= 0xdfff) return false
  return !(code >= 0xe000 && code <= 0xf8ff)
}

function rect(a: { x: number; y: number }, b: { x: number; y: number }): Rect {
  return {
    left: Math.min(a.x, b.x),
    right: Math.max(a.x, b.x),
    top: Math.min(a.y, b.y),
    bottom: Math.max(a.y, b.y),
  }
}

/** The smallest rectangle that holds both. */
export function union(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

/** Ruled lines, and the order in which objects are drawn, by their address. */
function walkObjects(
  raw: RawExports,
  page: number,
  scratch: number,
  view: () => DataView,
  toView: ToView,
): { rules: PageGlyphs['rules']; order: Map<number, number>; pictureArea: number; shapes: number } {
  const rules: PageGlyphs['rules'] = []
  const order = new Map<number, number>()
  let seen = 0
  let pictureArea = 0
  let shapes = 0

  function boxOf(object: number, place: Place): Rect | undefined {
    if (raw.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
      return undefined
    const at = view()
    const [left, bottom, right, top] = [0, 4, 8, 12].map(offset => at.getFloat32(offset, true)) as [
      number,
      number,
      number,
      number,
    ]
    const corner = place(left, bottom)
    const opposite = place(right, top)
    return rect(toView(corner.x, corner.y), toView(opposite.x, opposite.y))
  }

  function addRule(box: Rect): void {
    const height = box.bottom - box.top
    if (box.right - box.left < minRulePoints || height > maxBoxHeight) return
    const edges = height <= maxRuleThickness ? [(box.top + box.bottom) / 2] : [box.top, box.bottom]
    for (const y of edges) rules.push({ y, left: box.left, right: box.right })
  }

  function walk(total: number, get: (index: number) => number, place: Place, depth: number): void {
    for (let index = 0; index < total && seen < maxObjects; index += 1) {
      seen += 1
      const object = get(index)
      const type = raw.FPDFPageObj_GetType(object)
      if (type === textObject) order.set(object, seen)
      else if (type === pathObject || type === imageObject) {
        const box = boxOf(object, place)
        if (box === undefined) continue
        if (type === pathObject) {
          shapes += 1
          addRule(box)
        } else pictureArea = Math.max(pictureArea, (box.right - box.left) * (box.bottom - box.top))
      } else if (type === formObject && depth < maxDepth) {
        raw.FPDFPageObj_GetMatrix(object, scratch)
        const at = view()
        const [a, b, c, d, e, f] = [0, 4, 8, 12, 16, 20].map(offset => at.getFloat32(offset, true)) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ]
        walk(
          raw.FPDFFormObj_CountObjects(object),
          inner => raw.FPDFFormObj_GetObject(object, inner),
          (x, y) => place(a * x + c * y + e, b * x + d * y + f),
          depth + 1,
        )
      }
    }
  }

  walk(
    raw.FPDFPage_CountObjects(page),
    index => raw.FPDFPage_GetObject(page, index),
    (x, y) => ({ x, y }),
    0,
  )
  return { rules, order, pictureArea, shapes }
}
