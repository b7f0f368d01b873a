import { seesDigits } from './check-digits.ts'
import type { Page, PdfPages } from './page.types.ts'
import { seeNumbers } from './seen-numbers.ts'
import type { NumberVerdict } from './seen-numbers.ts'
import { sheetTables } from './sheet-table.ts'
import type { SheetTable, TableCell } from './sheet-table.ts'
import type { TableWord } from './table-words.ts'

interface TextTable {
  head: string[] | null
  rows: string[][]
}

/** What is told of a sheet's page. Shape: as `SheetTable`, '' for an empty cell. */
export interface SheetPageText {
  before: string[]
  tables: TextTable[]
  after: string[]
}

/** What stands where a number is that the picture does not bear out. */
const unsureNumber = 'رقم غير مؤكد'
const unsureLine = 'سطر فيه أرقام غير مؤكدة'
/** So much of a column's numbers has to be surely seen in the picture for any of them to be told. */
const leastSeen = 1 / 3
/** A line outside the tables with more numbers may be a row whose cells are not known. */
const mostLineNumbers = 2

/**
 * What a page of a sheet says itself, by its columns. Undefined where it has no text, no exam number that its picture surely
 * shows, or any number of which the picture shows another. Errors: PdfError.
 */
export function readSheetText(pages: PdfPages, page: Page): SheetPageText | undefined {
  const found = page.needsPicture ? undefined : sheetTables(page)
  if (found === undefined) return undefined
  const see = seeNumbers(pages, page)
  const lines = [...found.before, ...found.after]
  if (lines.flat().some(word => isNumber(word) && see(word) === 'other')) return undefined
  const tables: TextTable[] = []
  for (const table of found.tables) {
    const columns = verdictsOf(table, see)
    const numbers = table.rows.map(({ row }) => row)
    if (columns.includes('other')) return undefined
    const own = numberColumnOf(table)
    if (own < 0 || (columns[own] !== 'alike' && !seesDigits(pages, page, numbers))) return undefined
    columns[own] = 'alike'
    tables.push({
      head: table.head?.map(textOf) ?? null,
      rows: table.rows.map(({ cells }) =>
        cells.map((cell, index) =>
          columns[index] === 'alike' ? textOf(cell) : cell.map(unsureOf).join(' '),
        ),
      ),
    })
  }
  const told = (line: TableCell) => lineOf(line, see)
  return { before: found.before.map(told), tables, after: found.after.map(told) }
}

/** Of each column; a cell with two numbers is of two columns that could not be parted, and nothing is known of them. */
function verdictsOf({ rows }: SheetTable, see: (word: TableWord) => NumberVerdict): NumberVerdict[] {
  const own = numberColumnOf({ rows })
  return (rows[0]?.cells ?? []).map((_, index): NumberVerdict => {
    const cells = rows.map(({ cells }) => (cells[index] ?? []).filter(isNumber))
    if (index !== own && cells.some(cell => cell.length > 1)) return 'other'
    const seen = cells.flat().map(see)
    if (seen.includes('other')) return 'other'
    const alike = seen.filter(verdict => verdict === 'alike').length
    return seen.length === 0 || alike >= Math.max(1, leastSeen * seen.length) ? 'alike' : 'unsure'
  })
}

/** The column in which the exam numbers of a table stand; -1 where they stand in several. */
function numberColumnOf({ rows }: Pick<SheetTable, 'rows'>): number {
  const columns = new Set(
    rows.map(({ row, cells }) =>
      cells.findIndex(cell => digitsOf(textOf(cell)) === row.number.length && cell.every(isNumber)),
    ),
  )
  const [only = -1] = columns
  return columns.size === 1 ? only : -1
}

const digitsOf = (text: string) => text.replaceAll(/\P{Nd}/gu, '').length
const isNumber = ({ text }: TableWord) => /\p{Nd}/u.test(text)
const textOf = (cell: TableCell) => cell.map(({ text }) => text).join(' ')
const unsureOf = (word: TableWord) => (isNumber(word) ? unsureNumber : word.text)

/** A line outside the tables; a row whose exam number is not known may be one, so that each of its numbers has to be seen. */
function lineOf(line: TableCell, see: (word: TableWord) => NumberVerdict): string {
  if (line.filter(isNumber).length > mostLineNumbers) return unsureLine
  return line.map(word => (isNumber(word) && see(word) !== 'alike' ? unsureNumber : word.text)).join(' ')
}
