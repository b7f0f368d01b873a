import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { dayInBaghdad } from '#contract/format.ts'

/** What the API document says of a route that sends CSV: goes into its `config`. */
export const csvNotes = {
  api: { answers: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } },
}

/** What one cell of a table can hold. */
export type CsvValue = string | number | null | undefined

/** A spreadsheet takes a cell that begins so for a formula. Source: OWASP, CSV Injection. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** One line of a CSV file: every cell quoted, and none that a spreadsheet would run. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '""'
  if (typeof value === 'number') return `"${value}"`
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

/** Answers with a CSV file that spreadsheets open with its Arabic intact; lines are made while it is sent. */
export function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  const fileName = `${name}-${dayInBaghdad(new Date())}.csv`
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(withByteOrderMark(lines)))
}

async function* withByteOrderMark(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\uFEFF'
  yield* lines
}
