import type { IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { columns, type Column } from './table-columns.ts'

function cellOf(
  column: Column,
  { values, files: [file] }: Pick<IngestRow, 'values' | 'files'>,
): string | number {
  if (column === 'file') return file ? file.folder + file.name : ''
  const value: IngestValues[Exclude<Column, 'file'>] = values[column]
  const known = columns.find(({ name }) => name === column)?.choices.find(choice => choice.value === value)
  return known?.label ?? value ?? ''
}

/** The rows of an import that are no records yet, as the table that can be taken in again. */
export function tableOf(rows: readonly IngestRow[]): (string | number)[][] {
  return rows.filter(({ record }) => record === null).map(row => columns.map(({ name }) => cellOf(name, row)))
}

/* What begins so is a formula to programs of sheets. */
const cellText = (value: string | number) => String(value).replace(/^(?='*[=+\-@\t\r])/u, "'")

/** A table as text for any program of sheets. Source: RFC 4180. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const heads = columns.map(({ label }) => label)
  const lines = [heads, ...rows].map(row =>
    row.map(value => `"${cellText(value).replaceAll('"', '""')}"`).join(','),
  )
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
