import { unzipSync, zipSync, type UnzipFileInfo } from 'fflate'
import { readXlsx, writeXlsx, type CellValue, type MergeRange, type Sheet, type WriteSheet } from 'hucre/xlsx'
import { limits } from '#contract/limits.ts'

/** A sheet of a workbook as rows of texts. */
export interface SheetCells {
  cells: string[][]
  /** Cells that hold a formula whose result the workbook does not keep, from 0. */
  unanswered: { row: number; column: number }[]
}

/* What a table needs of a workbook: no pictures, no macros, nothing that leads outside. */
const neededParts =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/iu

/** A workbook whose content is larger than any table of names. */
export class HugeWorkbook extends Error {}

/* A packed part is unpacked into room of the size that it claims, and a stored one is as large as it lies there. */
function soundParts(bytes: Uint8Array): Uint8Array {
  let unpackedBytes = 0
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    if (!neededParts.test(name)) return false
    unpackedBytes += Math.max(size, originalSize)
    if (unpackedBytes > limits.maxTableUnpackedBytes)
      throw new HugeWorkbook('The workbook unpacks to too much')
    return true
  }
  return zipSync(unzipSync(bytes, { filter }), { level: 0 })
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value).trim()
}

/* A merged cell says the same of every row and column that it covers. */
function fillMerged(cells: string[][], merges: readonly MergeRange[]): void {
  for (const { startRow, startCol, endRow, endCol } of merges.slice(0, limits.maxIngestFiles)) {
    const text = cells[startRow]?.[startCol] ?? ''
    for (const row of cells.slice(startRow, endRow + 1))
      for (let at = startCol; at <= Math.min(endCol, row.length - 1); at += 1) row[at] = text
  }
}

function cellsOf({ rows, merges = [], cells: known }: Sheet): SheetCells {
  const cells = rows.map(row => row.map(textOf))
  fillMerged(cells, merges)
  const unanswered = [...(known ?? [])].flatMap(([place, { type, value }]) => {
    const [row = 0, column = 0] = place.split(',').map(Number)
    return type === 'formula' && (value === null || value === undefined) ? [{ row, column }] : []
  })
  return { cells, unanswered }
}

/**
 * The sheets of an XLSX workbook that can be seen, their formulas as the results that were saved with them.
 * Errors: `HugeWorkbook`; whatever the reader throws for what is no workbook.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetCells[]> {
  const { sheets } = await readXlsx(soundParts(bytes), {
    sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
    /* The heads, and one line more, which tells that there are too many. */
    maxRows: limits.maxTableRows + 2,
  })
  return sheets.map(cellsOf)
}

/** A column of a workbook that is handed out. */
export interface WrittenColumn {
  head: string
  /** What can be chosen in it; empty for a column of free text. */
  choices: readonly string[]
}

const choicesName = 'الاختيارات'

/** Makes a workbook of a table, in which every cell of a closed column offers its choices. */
export async function writeWorkbook(
  columns: readonly WrittenColumn[],
  rows: readonly (readonly (string | number)[])[],
): Promise<Uint8Array<ArrayBuffer>> {
  const closed = columns.filter(({ choices }) => choices.length > 0)
  const deepest = Math.max(0, ...closed.map(({ choices }) => choices.length))
  const letterOf = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at)
  const table: WriteSheet = {
    name: 'الجدول',
    view: { rightToLeft: true },
    freezePane: { rows: 1 },
    columns: columns.map(({ choices }) => ({ width: choices.length > 0 ? 18 : 40 })),
    rows: [columns.map(({ head }) => head), ...rows.map(row => [...row])],
    dataValidations: columns.flatMap((column, at) => {
      const place = closed.indexOf(column)
      if (place < 0) return []
      const list = letterOf(place)
      return {
        type: 'list' as const,
        range: `${letterOf(at)}2:${letterOf(at)}${limits.maxTableRows}`,
        formula1: `'${choicesName}'!$${list}$2:$${list}$${column.choices.length + 1}`,
        allowBlank: true,
        showErrorMessage: true,
        errorStyle: 'warning' as const,
        errorTitle: column.head,
        errorMessage: 'اختر من القائمة',
      }
    }),
  }
  const choices: WriteSheet = {
    name: choicesName,
    view: { rightToLeft: true },
    rows: [
      closed.map(({ head }) => head),
      ...Array.from({ length: deepest }, (_, at) => closed.map(column => column.choices[at] ?? null)),
    ],
  }
  return new Uint8Array(await writeXlsx({ sheets: [table, choices] }))
}
