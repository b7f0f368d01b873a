import { formatCount, formatFileSize, formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { logFailure } from '../parts/log-failure.ts'
import type { ChosenFile } from './dropped-files.ts'
import { cellsOf, readTable, type Table, type TableRow } from './metadata-table.ts'

/** The lines of all tables that were dropped together, and what of them was not understood. */
export interface ReadTables {
  rows: TableRow[]
  problems: string[]
}

/** Whether a dropped file is a table of metadata. */
export const isTable = ({ file }: Pick<ChosenFile, 'file'>) => /\.(?:csv|xlsx)$/iu.test(file.name)

const tooMany = `فيه أكثر من ${formatCount(limits.maxTableRows, staffNouns.line)}، فلم يُقرأ ما بعدها.`
const noNames = 'لا عمود لاسم الملف في الجدول: سمِّ عموداً «الملف».'

async function readWorkbookTable(file: File): Promise<Table | undefined> {
  const { readWorkbook } = await import('./workbook.ts')
  for (const { cells, unanswered } of await readWorkbook(new Uint8Array(await file.arrayBuffer()))) {
    const table = readTable(cells)
    if (!table) continue
    const formulas = unanswered.map(
      ({ row, column }) =>
        `السطر ${formatNumber(row + 1)}، العمود ${formatNumber(column + 1)}: معادلة لم تُحفظ نتيجتها. اكتب القيمة نفسها.`,
    )
    return { ...table, problems: [...table.problems, ...formulas] }
  }
  return undefined
}

/** Reads tables of metadata. One that cannot be used is told of; the others are taken all the same. */
export async function readTables(files: readonly File[]): Promise<ReadTables> {
  const found: ReadTables = { rows: [], problems: [] }
  const isAlone = files.length === 1
  for (const file of files) {
    const tell = (problem: string) => found.problems.push(`الجدول «${file.name}»: ${problem}`)
    if (file.size > limits.maxTableBytes) {
      tell(`أكبر من ${formatFileSize(limits.maxTableBytes)}.`)
      continue
    }
    try {
      const isWorkbook = /\.xlsx$/iu.test(file.name)
      const table = isWorkbook ? await readWorkbookTable(file) : readTable(cellsOf(await file.text()))
      if (!table) tell(noNames)
      else {
        found.rows.push(...table.rows.slice(0, limits.maxTableRows))
        if (table.rows.length > limits.maxTableRows) tell(tooMany)
        if (isAlone) found.problems.push(...table.problems)
        else table.problems.forEach(tell)
      }
    } catch (error) {
      logFailure('A table of an import could not be read', error)
      tell('تعذرت قراءته: تالف، أو مقفل بكلمة مرور، أو محتواه أكبر من جدول أسماء. احفظه من جديد XLSX أو CSV.')
    }
  }
  return found
}
