import { comparedWords } from '#contract/arabic/words.ts'
import { limits } from '#contract/limits.ts'
import type { IngestRow, IngestValues, NameProposal } from '#contract/resources/ingest.ts'

/** The largest table that is read. Units: bytes. */
export const maxTableBytes = 2 * 1024 * 1024

/** What a table says of one file: its name, and the words of each column that is known. */
export interface TableRow {
  file: string
  title: string
  teacher: string
  /** Everything else, as a name would say it. */
  words: string
}

type Column = 'file' | 'title' | 'teacher' | 'words'

/** The heads by which columns are known, in Arabic and English, as they are compared. */
const heads: Record<Column, readonly string[]> = {
  file: ['ملف', 'اسم ملف', 'file', 'filename', 'file name', 'name'],
  title: ['عنوان', 'title'],
  teacher: ['مدرس', 'اسم مدرس', 'استاذ', 'teacher', 'author'],
  words: [
    'نوع',
    'صف',
    'الصف',
    'مرحله',
    'فرع',
    'ماده',
    'سنه',
    'سنه دراسيه',
    'عام دراسي',
    'دور',
    'مدينه',
    'مديريه',
    'kind',
    'type',
    'grade',
    'stage',
    'branch',
    'subject',
    'year',
    'round',
    'city',
  ],
}

/** The cells of a text in rows, parted by commas, semicolons or tabs; quoted cells may hold them. Source: RFC 4180. */
export function cellsOf(text: string): string[][] {
  const firstLine = /^[^\r\n]*/u.exec(text)?.[0] ?? ''
  const marks = [',', ';', '\t', '،', '؛']
  const mark = marks.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
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
  return rows.filter(row => row.some(value => value !== ''))
}

function columnOf(head: string): Column | undefined {
  const words = comparedWords(head).join(' ')
  return (Object.keys(heads) as Column[]).find(column => heads[column].includes(words))
}

/**
 * What a table of metadata says of files. Shape: undefined for a table without a column of file names; a column that is
 * not known says nothing.
 */
export function readTable(text: string): TableRow[] | undefined {
  const [head = [], ...rows] = cellsOf(text.replace(/^\uFEFF/u, ''))
  const columns = head.map(columnOf)
  if (!columns.includes('file')) return undefined
  return rows.flatMap(row => {
    const said = (column: Column) =>
      row
        .filter((value, at) => columns[at] === column && value !== '')
        .join(' ')
        .trim()
    /* A bare number of a round reads as a grade: the column says what it is. */
    const words = row
      .flatMap((value, at) => {
        if (columns[at] !== 'words' || value === '') return []
        const isRound = /^(?:الدور|دور|round)$/iu.test(head[at]?.trim() ?? '')
        return isRound && /^\p{N}$/u.test(value) ? `دور ${value}` : value
      })
      .join(' ')
    const file = said('file')
    return file === '' ? [] : [{ file, title: said('title'), teacher: said('teacher'), words }]
  })
}

const plain = (name: string) => name.normalize('NFC').trim().toLowerCase()
const ending = /\.[a-z0-9]{2,4}$/iu
const withoutEnding = (name: string) => plain(name).replace(ending, '')

/** The row of a table for a file, whose ending the table may leave out. */
export function rowOfFile(table: readonly TableRow[], name: string): TableRow | undefined {
  return (
    table.find(({ file }) => plain(file) === plain(name)) ??
    table.find(({ file }) => withoutEnding(file) === withoutEnding(name))
  )
}

/** What a line says of a file, as the file's name would say it. */
export function nameOfLine({ words }: TableRow, fileName: string): string {
  const [own = ''] = ending.exec(fileName) ?? []
  return (words || '-').slice(0, limits.maxIngestPathLength - own.length) + own
}

const mostOf = { title: limits.maxTitleLength, teacher: limits.maxNameLength } as const

/** The files of a table whose title or teacher is longer than a record takes. */
export function tooLongLines(table: readonly TableRow[]): string[] {
  return table
    .filter(({ title, teacher }) => title.length > mostOf.title || teacher.length > mostOf.teacher)
    .map(({ file }) => file)
}

/**
 * What a line of a table says for a row: anything for a row that nobody has touched; in another one only where it is
 * empty or holds a doubtful proposal, since what somebody typed or looked at stays. A guess and a text that is too long say nothing.
 */
export function tableValuesFor(
  row: Pick<IngestRow, 'values' | 'doubts' | 'isSeen'>,
  isTouched: boolean,
  said: TableRow,
  proposal: NameProposal | undefined,
): Partial<IngestValues> {
  if (row.isSeen) return {}
  const { kind, stage, branch, subject, releaseYear, city } = proposal ?? {}
  const round = proposal?.try
  const offered = { stage, branch, subject, releaseYear, city, try: round }
  const values: Record<string, string | number> = {}
  for (const [field, one] of Object.entries(offered))
    if (one && one.confidence !== 'guess') values[field] = one.value
  if (kind?.confidence === 'sure') values['kind'] = kind.value
  for (const field of ['title', 'teacher'] as const)
    if (said[field] !== '' && said[field].length <= mostOf[field]) values[field] = said[field]
  const isOpen = (field: string) => {
    const now = row.values[field as keyof IngestValues]
    return !isTouched || now === '' || now === null || Object.hasOwn(row.doubts, field)
  }
  return Object.fromEntries(Object.entries(values).filter(([field]) => isOpen(field)))
}
