import { findRows } from './find-rows.ts'
import type { Box, Page, SheetRow } from './page.types.ts'
import { tableWords } from './table-words.ts'
import type { TableWord } from './table-words.ts'

/** One cell of a sheet's table; no words where it is empty. */
export type TableCell = readonly TableWord[]

/** A table of a page. Shape: `head` has a cell for each column, from right to left, as every row has. */
export interface SheetTable {
  head: TableCell[] | undefined
  rows: { row: SheetRow; cells: TableCell[] }[]
}

/** A page of a sheet: its tables, and the words of each line above and below them. */
export interface SheetPage {
  before: TableCell[]
  tables: SheetTable[]
  after: TableCell[]
}

interface Stretch {
  left: number
  right: number
}

/** From cell to cell, beside a number and between words. Units: heights of a word. */
const cellGap = { number: 0.55, word: 1 }
const leastHeight = 6

/** The tables of a page by their columns, so that an empty cell keeps its place; undefined for a page without exam numbers. */
export function sheetTables(page: Page): SheetPage | undefined {
  const { rows, head } = findRows(page)
  if (rows.length === 0) return undefined
  const words = tableWords(page)
  const inHead = head && wordsIn(page, words, [0, head[1], 1, head[3]])
  const tables = [...Map.groupBy(rows, ({ box }) => `${box[0]} ${box[2]}`).values()].map(own =>
    tableOf(page, words, own, inHead),
  )
  const told = new Set(
    tables.flatMap(table => [...(table.head ?? []), ...table.rows.flatMap(({ cells }) => cells)].flat()),
  )
  const lines = linesOf(page, words)
    .map(line => line.filter(word => !told.has(word)))
    .filter(line => line.length > 0)
  const top = Math.min(...rows.map(({ box }) => box[1])) * page.height
  const isAbove = (line: TableCell) => line.every(({ rect }) => middle(rect) < top)
  return {
    before: lines.filter(isAbove),
    tables: tables.toSorted((a, b) => rightOf(b) - rightOf(a)),
    after: lines.filter(line => !isAbove(line)),
  }
}

function tableOf(
  page: Page,
  words: readonly TableWord[],
  rows: readonly SheetRow[],
  inHead: readonly TableWord[] | null,
): SheetTable {
  const read = rows.map(row => ({ row, words: wordsIn(page, words, row.box) }))
  const columns = joined(read.flatMap(row => runsOf(row.words).map(stretchOf)))
  const [left, , width] = rows[0]?.box ?? [0, 0, 0]
  const over = inHead?.filter(({ rect }) => {
    const x = (rect.left + rect.right) / 2 / page.width
    return x > left && x < left + width
  })
  const heads = headsOf(page, words, over ?? [], columns)
  const all = joined([...columns, ...heads.filter(each => each.column === undefined)]).toReversed()
  const head = all.map(column =>
    heads.filter(
      each => (each.column ?? each).left >= column.left && (each.column ?? each).right <= column.right,
    ),
  )
  return {
    head: heads.length === 0 ? undefined : head.map(parts => parts.flatMap(part => part.words)),
    rows: read.map(each => ({
      row: each.row,
      cells: all.map(column => each.words.filter(word => isWithin(word.rect, column))),
    })),
  }
}

interface HeadPart extends Stretch {
  words: TableWord[]
  /** What stands under it; undefined over a column that is empty on this page. */
  column: Stretch | undefined
}

function headsOf(
  page: Page,
  words: readonly TableWord[],
  inHead: readonly TableWord[],
  columns: readonly Stretch[],
): HeadPart[] {
  const own = new Set(inHead)
  return linesOf(page, words).flatMap(line => {
    const parts = runsOf(line.filter(word => own.has(word)))
    return parts.flatMap((part): HeadPart[] => {
      const stretch = stretchOf(part)
      const under = columns.filter(column => column.left < stretch.right && column.right > stretch.left)
      if (under.length < 2) return [{ ...stretch, words: part, column: under[0] }]
      /* Heads that stand close, or one over several columns. */
      return part.map(word => ({ ...word.rect, words: [word], column: nearest(word.rect, under) }))
    })
  })
}

function nearest(rect: Stretch, columns: readonly Stretch[]): Stretch | undefined {
  const distance = (column: Stretch) => Math.abs(column.left + column.right - rect.left - rect.right)
  return columns.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Words that stand beside each other with little space; in reading order. */
function runsOf(words: readonly TableWord[]): TableWord[][] {
  const runs: TableWord[][] = []
  let right = -Infinity
  for (const word of words.toSorted((a, b) => a.rect.left - b.rect.left)) {
    const height = Math.max(leastHeight, word.rect.bottom - word.rect.top)
    const run = runs.at(-1)
    const isByNumber = [word, ...(run?.slice(-1) ?? [])].some(({ text }) => /\p{Nd}/u.test(text))
    const gap = isByNumber ? cellGap.number : cellGap.word
    if (run !== undefined && word.rect.left - right < gap * height) run.push(word)
    else runs.push([word])
    right = Math.max(right, word.rect.right)
  }
  return runs.map(run => run.toSorted((a, b) => a.order - b.order))
}

const stretchOf = (words: readonly TableWord[]): Stretch => ({
  left: Math.min(...words.map(({ rect }) => rect.left)),
  right: Math.max(...words.map(({ rect }) => rect.right)),
})

/** What overlaps is one; from left to right. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const { left, right } of stretches.toSorted((a, b) => a.left - b.left)) {
    const last = all.at(-1)
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right)
    else all.push({ left, right })
  }
  return all
}

function isWithin(rect: Stretch, column: Stretch): boolean {
  const x = (rect.left + rect.right) / 2
  return x >= column.left && x <= column.right
}

const middle = (rect: TableWord['rect']) => (rect.top + rect.bottom) / 2

function wordsIn(page: Page, words: readonly TableWord[], [left, top, width, height]: Box): TableWord[] {
  return words.filter(({ rect }) => {
    const [x, y] = [(rect.left + rect.right) / 2 / page.width, middle(rect) / page.height]
    return y > top && y <= top + height && x > left && x < left + width
  })
}

function linesOf(page: Page, words: readonly TableWord[]): TableWord[][] {
  let from = 0
  return page.lines.map(line => words.slice(from, (from += line.words.length)))
}

const rightOf = ({ rows }: SheetTable) => (rows[0]?.row.box[0] ?? 0) + (rows[0]?.row.box[2] ?? 0)
