import { fold } from '#contract/arabic/fold.ts'
import { findNumberColumns } from './number-columns.ts'
import type { NumberColumn, TableShape } from './number-columns.ts'
import type { Rect } from './page-glyphs.ts'
import type { Box, Page, PageRows, SheetRow } from './page.types.ts'
import { findCandidates, tableWords } from './table-words.ts'
import type { TableWord } from './table-words.ts'

interface Band {
  top: number
  bottom: number
}

const ruleReach = 60
const rulesTouch = 3
const cellGap = 0.55
const headWords = new Set(
  [
    'ت',
    'اسم',
    'الاسم',
    'الطالب',
    'الرقم',
    'الامتحاني',
    'المجموع',
    'المعدل',
    'النتيجه',
    'الاسلاميه',
    'العربيه',
    'الانكليزيه',
    'الرياضيات',
    'الفيزياء',
    'الكيمياء',
    'الاحياء',
    'الاجتماعيات',
    'العلوم',
    'الدرجه',
    'التاريخ',
    'الجغرافيه',
    'الاقتصاد',
    'الفرنسيه',
    'الكرديه',
    'الملاحظات',
    'تسلسل',
    'التسلسل',
  ].map(word => fold(word)),
)
const leastHeadWords = 2
const headReach = 4

/**
 * The rows of every page of a sheet: one for each exam number. A page without a head takes the columns of the page
 * before.
 */
export function findSheetRows(pages: readonly Page[]): PageRows[] {
  let before: TableShape | undefined
  return pages.map(page => {
    const found = findTable(page, before)
    before = found.shape ?? before
    return found.rows
  })
}

/** The rows of one page, and the box of their table's head where the page has one. */
export function findRows(page: Page): PageRows {
  return findTable(page, undefined).rows
}

function findTable(page: Page, before: TableShape | undefined): { rows: PageRows; shape?: TableShape } {
  const words = tableWords(page)
  const columns = findNumberColumns(findCandidates(page, words), words, before)
  if (columns.length === 0) return { rows: { page: page.number, head: null, rows: [] } }
  const rules = page.rules.map(rule => ({
    y: rule.y * page.height,
    left: rule.left * page.width,
    right: rule.right * page.width,
  }))
  const tables = columns.map(column => rowsOfColumn(page, words, column, columns, rules))
  const rows = tables.flatMap(table => table.rows)
  const head = tables.map(table => table.head).find(each => each !== undefined)
  return {
    rows: { page: page.number, head: head === undefined ? page.head : toBox(page, head), rows },
    shape: {
      columns: columns.map(({ rect, numbers }) => ({
        left: rect.left,
        right: rect.right,
        digits: numbers[0]?.digits.length ?? 0,
      })),
    },
  }
}

type Rules = readonly { y: number; left: number; right: number }[]

function rowsOfColumn(
  page: Page,
  words: readonly TableWord[],
  column: NumberColumn,
  columns: readonly NumberColumn[],
  rules: Rules,
): { rows: SheetRow[]; head: Rect | undefined } {
  const bands = bandsOf(column, rules)
  const sides = sidesOf(page, words, column, columns, rules, bands)
  const rows = column.numbers.map(({ digits, candidate, isDoubtful }, index): SheetRow => {
    const band = bands[index] ?? { top: 0, bottom: 0 }
    const inside = words.filter(word => isInside(word, band, sides))
    return {
      number: digits,
      box: toBox(page, { ...band, ...sides }),
      place: toBox(page, candidate.rect),
      page: page.number,
      texts: intoCells(inside),
      isDoubtful,
    }
  })
  return {
    rows,
    head: headOf(words, bands, sides, rules),
  }
}

function isInside(word: TableWord, band: Band, sides: { left: number; right: number }): boolean {
  const y = (word.rect.top + word.rect.bottom) / 2
  const x = (word.rect.left + word.rect.right) / 2
  return y > band.top && y <= band.bottom && x > sides.left && x < sides.right
}

/** From rule to rule where rules part the numbers, else half-way to the numbers above and below. */
function bandsOf(column: NumberColumn, rules: Rules): Band[] {
  const rects = column.numbers.map(({ candidate }) => candidate.rect)
  const centres = rects.map(middle)
  const x = (column.rect.left + column.rect.right) / 2
  const heights = rules
    .filter(rule => rule.left <= x && rule.right >= x)
    .map(rule => rule.y)
    .toSorted((a, b) => a - b)
  const sorted = centres.toSorted((a, b) => a - b)
  const pitches = sorted.slice(1).map((y, index) => y - (sorted[index] ?? 0))
  const pitch = pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)]
  return rects.map((rect, index) => {
    const y = centres[index] ?? 0
    const above = heights.findLast(each => each <= rect.top + 2)
    const below = heights.find(each => each >= rect.bottom - 2)
    if (above !== undefined && below !== undefined && y - above < ruleReach && below - y < ruleReach) {
      const others = centres.filter(other => other > above && other < below)
      if (others.length === 1) return { top: above, bottom: below }
    }
    const previous = sorted.findLast(each => each < y - 1)
    const next = sorted.find(each => each > y + 1)
    const half = (pitch ?? (rect.bottom - rect.top) * 2.4) / 2
    return {
      top: previous === undefined || y - previous > 3 * half ? y - half : (previous + y) / 2,
      bottom: next === undefined || next - y > 3 * half ? y + half : (next + y) / 2,
    }
  })
}

function middle(rect: Rect): number {
  return (rect.top + rect.bottom) / 2
}

/** How far the table reaches to both sides: by its rules, else by its words, with a border to the table beside. */
function sidesOf(
  page: Page,
  words: readonly TableWord[],
  column: NumberColumn,
  columns: readonly NumberColumn[],
  rules: Rules,
  bands: readonly Band[],
): { left: number; right: number } {
  const byRules = sidesByRules(column, rules, bands)
  const others = columns.filter(other => other !== column && other.rect.left !== column.rect.left)
  if (byRules !== undefined && !others.some(other => isBetween(other.rect, byRules))) return byRules
  const inRows = words.filter(word =>
    bands.some(band => middle(word.rect) > band.top && middle(word.rect) <= band.bottom),
  )
  const edges = { left: 0, right: page.width }
  for (const other of others) {
    const isRight = other.rect.left > column.rect.left
    const [from, to] = isRight ? [column.rect, other.rect] : [other.rect, column.rect]
    const border = widestGap(inRows, from.right, to.left)
    if (isRight) edges.right = Math.min(edges.right, border)
    else edges.left = Math.max(edges.left, border)
  }
  const own = inRows.filter(word => word.rect.left >= edges.left && word.rect.right <= edges.right)
  const pad = (column.rect.bottom - column.rect.top) / Math.max(1, column.numbers.length) / 4
  return {
    left: Math.max(edges.left, Math.min(column.rect.left, ...own.map(word => word.rect.left)) - pad),
    right: Math.min(edges.right, Math.max(column.rect.right, ...own.map(word => word.rect.right)) + pad),
  }
}

function isBetween(rect: Rect, sides: { left: number; right: number }): boolean {
  const x = (rect.left + rect.right) / 2
  return x > sides.left && x < sides.right
}

function sidesByRules(
  column: NumberColumn,
  rules: Rules,
  bands: readonly Band[],
): { left: number; right: number } | undefined {
  const first = bands[0]
  if (first === undefined) return undefined
  const level = rules.filter(
    rule => Math.abs(rule.y - first.top) < 1.5 || Math.abs(rule.y - first.bottom) < 1.5,
  )
  const sides = { left: column.rect.left, right: column.rect.right }
  let hasGrown = true
  while (hasGrown) {
    hasGrown = false
    for (const rule of level) {
      if (rule.right < sides.left - rulesTouch || rule.left > sides.right + rulesTouch) continue
      if (rule.left >= sides.left && rule.right <= sides.right) continue
      sides.left = Math.min(sides.left, rule.left)
      sides.right = Math.max(sides.right, rule.right)
      hasGrown = true
    }
  }
  const width = column.rect.right - column.rect.left
  return sides.right - sides.left > 2 * width ? sides : undefined
}

/** The middle of the widest stretch without words between two places. */
function widestGap(words: readonly TableWord[], from: number, to: number): number {
  const between = words
    .map(word => word.rect)
    .filter(rect => rect.right > from && rect.left < to)
    .toSorted((a, b) => a.left - b.left)
  let reached = from
  let best = { width: 0, middle: (from + to) / 2 }
  for (const rect of [...between, { left: to, right: to }]) {
    if (rect.left - reached > best.width) {
      best = { width: rect.left - reached, middle: (rect.left + reached) / 2 }
    }
    reached = Math.max(reached, rect.right)
  }
  return best.middle
}

/** Cells from right to left; lines of a cell from top to bottom. */
function intoCells(words: readonly TableWord[]): string[] {
  const sorted = words.toSorted((a, b) => b.rect.right - a.rect.right)
  const cells: { left: number; words: TableWord[] }[] = []
  for (const word of sorted) {
    const cell = cells.at(-1)
    const height = word.rect.bottom - word.rect.top
    if (cell !== undefined && cell.left - word.rect.right < cellGap * Math.max(6, height)) {
      cell.words.push(word)
      cell.left = Math.min(cell.left, word.rect.left)
    } else cells.push({ left: word.rect.left, words: [word] })
  }
  return cells.map(cell =>
    cell.words
      .toSorted((a, b) => a.order - b.order)
      .map(word => word.text)
      .join(' '),
  )
}

/** The line of words next above the first row that says what heads of tables say. */
function headOf(
  words: readonly TableWord[],
  bands: readonly Band[],
  sides: { left: number; right: number },
  rules: Rules,
): Rect | undefined {
  const [first] = bands.toSorted((a, b) => a.top - b.top)
  if (first === undefined) return undefined
  const pitch = Math.max(8, first.bottom - first.top)
  const above = words.filter(({ rect }) => {
    const y = middle(rect)
    return (
      rect.right > sides.left && rect.left < sides.right && y < first.top && first.top - y < headReach * pitch
    )
  })
  const named = above.filter(word => headWords.has(fold(word.text)))
  const lowest = Math.max(...named.map(word => middle(word.rect)))
  const line = named.filter(word => lowest - middle(word.rect) < pitch)
  if (line.length < leastHeadWords) return undefined
  const highest = Math.min(...line.map(word => word.rect.top))
  const x = (sides.left + sides.right) / 2
  const rule = rules
    .filter(each => each.left <= x && each.right >= x && each.y <= highest + 1 && highest - each.y < pitch)
    .map(each => each.y)
    .toSorted((a, b) => b - a)[0]
  return { ...sides, top: rule ?? highest - pitch / 5, bottom: first.top }
}

function toBox(page: Page, rect: Rect): Box {
  const left = Math.max(0, rect.left)
  const top = Math.max(0, rect.top)
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return [
    round(left / page.width),
    round(top / page.height),
    round((Math.min(page.width, rect.right) - left) / page.width),
    round((Math.min(page.height, rect.bottom) - top) / page.height),
  ]
}
