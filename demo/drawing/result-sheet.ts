import type { Readable } from 'node:stream'
import { a4 } from '#server/pictures/pdf-pages.ts'
import { fitParagraph, layoutLine } from '#server/pictures/text-layout.ts'
import { PdfSurface } from './pdf-surface.ts'

export interface ResultSheet {
  /** The school. */
  title: string
  /** What stands under the school, each a line of its own. */
  lines: string[]
  columns: { label: string; share: number }[]
  rows: string[][]
  footer: string
  pageLabel: (page: number) => string
  createdAt: Date
}

const margin = 28
const right = a4.width - margin
const inner = a4.width - 2 * margin
const rowHeight = 24
const bottom = a4.height - 58
const ink = '#111111'
const shade = '#e7e7e7'

/** A school's results as a ruled table, the way offices print them: as a stream of PDF bytes. */
export function drawResultSheet(sheet: ResultSheet): Readable {
  const surface = new PdfSurface({ title: sheet.title, createdAt: sheet.createdAt })
  const state = { surface, sheet, number: 0 }
  let y = startPage(state)
  for (const row of sheet.rows) {
    if (y + rowHeight > bottom) y = startPage(state)
    y = drawRow(state, row, y, 400)
  }
  surface.end()
  return surface.stream
}

interface State {
  surface: PdfSurface
  sheet: ResultSheet
  number: number
}

/** Starts a page with the school and the head of the table; answers with the y of the first row. */
function startPage(state: State): number {
  const { surface, sheet } = state
  state.number += 1
  surface.pdf.addPage()
  surface.text(fitParagraph(sheet.title, { maxSize: 18, minSize: 11, weight: 700 }, inner, 1), {
    x: a4.width / 2,
    y: 52,
    fill: ink,
    anchor: 'center',
  })
  sheet.lines.forEach((line, index) => {
    surface.text(fitParagraph(line, { maxSize: 11.5, minSize: 8, weight: 400 }, inner, 1), {
      x: a4.width / 2,
      y: 74 + index * 18,
      fill: ink,
      anchor: 'center',
    })
  })
  surface.text(fitParagraph(sheet.footer, { maxSize: 8.5, minSize: 6, weight: 400 }, inner - 40, 1), {
    x: right,
    y: a4.height - 32,
    fill: ink,
  })
  surface.text([layoutLine(sheet.pageLabel(state.number), { size: 9, weight: 400 })], {
    x: margin,
    y: a4.height - 32,
    fill: ink,
    anchor: 'left',
  })
  const y = 84 + sheet.lines.length * 18
  surface.pdf.rect(margin, y, inner, rowHeight).fill(shade)
  return drawRow(
    state,
    sheet.columns.map(column => column.label),
    y,
    700,
  )
}

/** Draws the cells and their borders; answers with the y below them. */
function drawRow({ surface, sheet }: State, cells: string[], y: number, weight: 400 | 700): number {
  surface.pdf.lineWidth(0.6).strokeColor(ink)
  surface.pdf.rect(margin, y, inner, rowHeight).stroke()
  let edge = right
  sheet.columns.forEach(({ share }, index) => {
    const width = share * inner
    if (index > 0)
      surface.pdf
        .moveTo(edge, y)
        .lineTo(edge, y + rowHeight)
        .stroke()
    const maxSize = weight === 700 ? 7.5 : 10
    surface.text(fitParagraph(cells[index] ?? '', { maxSize, minSize: 5, weight }, width - 5, 1), {
      x: edge - width / 2,
      y: y + 15.5,
      fill: ink,
      anchor: 'center',
    })
    edge -= width
  })
  return y + rowHeight
}
