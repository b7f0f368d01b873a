import { fold } from '#contract/arabic/fold.ts'
import { comparedWords } from '#contract/arabic/words.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { IngestRow, IngestValues, NameProposal } from '#contract/resources/ingest.ts'
import { columns, type Column, type ValueColumn } from './table-columns.ts'

/** What a table says of one file: its name, and the text of each column that is known. */
export interface TableRow {
  /** Its line in the table, from 1 for the heads. */
  line: number
  file: string
  title: string
  teacher: string
  said: Partial<Record<ValueColumn, string>>
}

/** A table that was read; what was not understood of it is told with its place. */
export interface Table {
  rows: TableRow[]
  problems: string[]
}

/** The cells of a text in rows, parted by commas, semicolons or tabs; quoted cells may hold them. Source: RFC 4180. */
export function cellsOf(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/u, '')
  const firstLine = /^[^\r\n]*/u.exec(whole)?.[0] ?? ''
  const marks = [',', ';', '\t', '،', '؛']
  const mark = marks.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    /* A sheet would take what begins so for a formula, and is given it with a mark. */
    rows.at(-1)?.push(cell.trim().replace(/^'(?='*[=+\-@\t\r])/u, ''))
    cell = ''
  }
  for (let at = 0; at < whole.length; at += 1) {
    const letter = whole.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (whole.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === mark) endCell()
    else if (letter === '\n') {
      endCell()
      rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  endCell()
  return rows
}

function columnOf(head: string): Column | undefined {
  const words = comparedWords(head).join(' ')
  return columns.find(({ heads }) => heads.includes(words))?.name
}

const labelOf = (name: Column) => columns.find(column => column.name === name)?.label ?? ''

/**
 * What a table of metadata says of files. Shape: undefined for a table without a column of file names; a column that is
 * not known says nothing, and is told.
 */
export function readTable(cells: readonly (readonly string[])[]): Table | undefined {
  const headLine = cells.findIndex(row => row.some(value => value !== ''))
  const head = cells[headLine] ?? []
  const found = head.map(columnOf)
  if (!found.includes('file')) return undefined
  const problems = head.flatMap((text, at) => {
    const column = found[at]
    if (text === '') return []
    if (column === undefined) return `العمود «${text}» غير معروف، فلم يُقرأ.`
    return found.indexOf(column) < at ? `العمود «${text}» مكرر، فأُخذ الأول.` : []
  })
  const rows: TableRow[] = []
  for (const [at, row] of cells.entries()) {
    if (at <= headLine || row.every(value => value === '')) continue
    const said = (column: Column) => row[found.indexOf(column)]?.trim() ?? ''
    const line = at + 1
    const file = said('file')
    if (file === '') {
      problems.push(`السطر ${formatNumber(line)}: لا اسم ملف فيه.`)
      continue
    }
    const values = columns.flatMap(({ name, isValue }) => {
      const text = found.includes(name) ? said(name) : ''
      return isValue && text !== '' ? [[name, text] as const] : []
    })
    rows.push({
      line,
      file,
      title: said('title'),
      teacher: said('teacher'),
      said: Object.fromEntries(values),
    })
  }
  return { rows, problems }
}

const plain = (name: string) => name.normalize('NFC').replaceAll('\\', '/').trim().toLowerCase()
const ending = /\.[a-z0-9]{2,4}$/iu
const withoutEnding = (name: string) => plain(name).replace(ending, '')

/** The row of a table for a file, by its name alone or with its folders; the table may leave out the ending. */
export function rowOfFile(
  table: readonly TableRow[],
  { name, folder }: { name: string; folder: string },
): TableRow | undefined {
  const whole = folder + name
  return (
    table.find(({ file }) => plain(file) === plain(whole)) ??
    table.find(({ file }) => plain(file) === plain(name)) ??
    table.find(({ file }) => withoutEnding(file) === withoutEnding(whole)) ??
    table.find(({ file }) => withoutEnding(file) === withoutEnding(name))
  )
}

/** What a line says of a file, as the file's name would say it. */
export function nameOfLine({ said }: TableRow, fileName: string): string {
  const [own = ''] = ending.exec(fileName) ?? []
  const words = Object.entries(said).map(([column, text]) =>
    /* A bare number of a round reads as a grade: the column says what it is. */
    column === 'try' && /^\p{N}$/u.test(text) ? `دور ${text}` : text,
  )
  return (words.join(' ') || '-').slice(0, limits.maxIngestPathLength - own.length) + own
}

const mostOf = { title: limits.maxTitleLength, teacher: limits.maxNameLength } as const

/** What a line says, and what of it nobody understands. */
export interface LineValues {
  values: Partial<IngestValues>
  problems: string[]
}

/**
 * The values of a line: what a cell names as the choices do; else what the site's own reader makes of the whole line,
 * unless it only guesses. A text that is too long, and a cell that says nothing known, are told.
 */
export function valuesOfLine(row: TableRow, proposal: NameProposal | undefined): LineValues {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  const tell = (column: Column, text: string, why: string) =>
    problems.push(
      `السطر ${formatNumber(row.line)}، عمود «${labelOf(column)}»: «${text.slice(0, 60)}» ${why}.`,
    )
  for (const { name, isValue, valueOf } of columns) {
    if (!isValue) continue
    const text = row.said[name] ?? ''
    const offered = proposal?.[name]
    const named = text === '' ? undefined : valueOf(fold(text).trim())
    const isTaken =
      offered && offered.confidence !== 'guess' && (name !== 'kind' || offered.confidence === 'sure')
    if (named !== undefined) values[name] = named
    else if (isTaken) values[name] = offered.value
    else if (text !== '') tell(name, text, 'غير معروف')
  }
  for (const field of ['title', 'teacher'] as const) {
    const text = row[field]
    if (text.length > mostOf[field]) tell(field, text, 'أطول من المسموح')
    else if (text !== '') values[field] = text
  }
  return { values, problems }
}

/**
 * What a line of a table says for a row: anything for a row that nobody has touched; in another one only where it is
 * empty or holds a doubtful proposal, since what somebody typed or looked at stays.
 */
export function tableValuesFor(
  row: Pick<IngestRow, 'values' | 'doubts' | 'isSeen'>,
  isTouched: boolean,
  said: Partial<IngestValues>,
): Partial<IngestValues> {
  if (row.isSeen) return {}
  const isOpen = (field: string) => {
    const now = row.values[field as keyof IngestValues]
    return !isTouched || now === '' || now === null || Object.hasOwn(row.doubts, field)
  }
  return Object.fromEntries(Object.entries(said).filter(([field]) => isOpen(field)))
}
