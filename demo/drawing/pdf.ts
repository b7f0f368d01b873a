import type { Readable } from 'node:stream'
import { mark } from '#contract/mark.ts'
import { starPath } from '#server/pictures/motifs.ts'
import { palette } from '#server/pictures/palette.ts'
import type { CoverColours } from './subject-colours.ts'
import { a4 } from '#server/pictures/pdf-pages.ts'
import type { PdfFacts } from '#server/pictures/pdf-pages.ts'
import { PdfSurface } from './pdf-surface.ts'
import { fitParagraph, layoutLine, layoutParagraph } from '#server/pictures/text-layout.ts'
import type { Direction, TextLine } from '#server/pictures/text-layout.ts'

export type PdfBlock =
  | { kind: 'heading' | 'paragraph' | 'item'; text: string; direction?: Direction }
  | { kind: 'box'; title: string; text: string }

export type PdfPage =
  | {
      kind: 'cover'
      title: string
      subjectLabel: string
      gradeLabel: string
      overline: string
      notice: string
      colours: CoverColours
    }
  | { kind: 'text'; title: string; blocks: PdfBlock[] }
  | { kind: 'table'; title: string; columns: { label: string; share: number }[]; rows: string[][] }

export interface PdfContents extends PdfFacts {
  pages: PdfPage[]
  /** The line at the foot of every inner page. */
  footer: string
  pageLabel: (page: number) => string
}

const margin = 64
const right = a4.width - margin
const inner = a4.width - 2 * margin
const bottom = a4.height - 84

/** A document of covers, text pages and tables in Arabic, as a stream of PDF bytes. */
export function drawPdf(contents: PdfContents): Readable {
  const surface = new PdfSurface(contents)
  const state = { surface, contents, number: 0 }
  for (const page of contents.pages) {
    if (page.kind === 'cover') drawCoverPage(state, page)
    else if (page.kind === 'text') drawTextPage(state, page)
    else drawTablePage(state, page)
  }
  surface.end()
  return surface.stream
}

interface State {
  surface: PdfSurface
  contents: PdfContents
  number: number
}

function drawCoverPage(state: State, page: PdfPage & { kind: 'cover' }): void {
  const { surface } = state
  const { pdf } = surface
  state.number += 1
  pdf.addPage()
  const spine = a4.width - 30
  const edge = spine - 44
  const gradient = pdf.linearGradient(0, 0, a4.width * 0.6, a4.height)
  gradient.stop(0, page.colours.light).stop(1, page.colours.dark)
  pdf.rect(0, 0, a4.width, a4.height).fill(gradient)
  pdf.save().lineWidth(1.1).strokeColor('#ffffff', 0.2)
  for (const [index, radius] of [210, 172, 126, 76].entries()) {
    pdf
      .save()
      .rotate(index * 22.5, { origin: [170, 250] })
      .path(starPath(170, 250, radius, radius * 0.765, 8))
      .stroke()
      .restore()
  }
  pdf.circle(170, 250, 222).stroke().restore()
  pdf.save().fillOpacity(0.28).rect(spine, 0, 30, a4.height).fill('#000000').restore()
  pdf.rect(0, a4.height - 120, spine, 2.5).fill(palette.ochre300)
  drawMark(pdf, edge - 40, 48)
  surface.text([layoutLine('رافد', { size: 22, weight: 700 })], { x: edge - 52, y: 76, fill: '#ffffff' })
  const subject = fitParagraph(page.subjectLabel, { maxSize: 62, minSize: 36, weight: 700 }, edge - 60, 2)
  const size = subject[0]?.style.size ?? 0
  const y = 430 - (subject.length - 1) * 40
  surface.text([layoutLine(page.overline, { size: 19, weight: 400 })], {
    x: edge,
    y: y - size * 1.25,
    fill: palette.ochre300,
  })
  surface.text(subject, { x: edge, y, fill: '#ffffff', lineHeight: 1.25 })
  surface.text(fitParagraph(page.title, { maxSize: 22, minSize: 15, weight: 400 }, edge - 60, 3), {
    x: edge,
    y: y + subject.length * size * 1.25,
    fill: '#ffffff',
    lineHeight: 1.6,
  })
  surface.text([layoutLine(page.gradeLabel, { size: 24, weight: 700 })], {
    x: edge,
    y: a4.height - 150,
    fill: '#ffffff',
  })
  surface.text(layoutParagraph(page.notice, { size: 12.5, weight: 400 }, edge - 60), {
    x: edge,
    y: a4.height - 84,
    fill: '#ffffff',
    lineHeight: 1.7,
  })
}

function drawMark(pdf: PDFKit.PDFDocument, x: number, y: number): void {
  const { side, corner, strokeWidth, upperRiver, lowerRiver } = mark
  pdf.save().translate(x, y)
  pdf.save().fillOpacity(0.16).roundedRect(0, 0, side, side, corner).fill('#ffffff').restore()
  pdf.lineWidth(strokeWidth).lineCap('round')
  pdf.path(upperRiver).stroke('#ffffff')
  pdf.path(lowerRiver).stroke(palette.ochre300)
  pdf.restore()
}

/** Starts an inner page and answers with the y at which its contents begin. */
function startPage(state: State, title: string): number {
  const { surface, contents } = state
  const { pdf } = surface
  state.number += 1
  pdf.addPage()
  pdf.rect(margin, 62, inner, 0.8).fill(palette.line)
  surface.text(layoutParagraph(contents.title, { size: 10.5, weight: 400 }, inner - 60, 1), {
    x: right,
    y: 50,
    fill: palette.muted,
  })
  surface.text([layoutLine('رافد', { size: 11, weight: 700 })], {
    x: margin,
    y: 50,
    fill: palette.lapis700,
    anchor: 'left',
  })
  pdf.rect(margin, a4.height - 62, inner, 0.8).fill(palette.line)
  surface.text(layoutParagraph(contents.footer, { size: 10, weight: 400 }, inner - 60, 1), {
    x: right,
    y: a4.height - 42,
    fill: palette.muted,
  })
  surface.text([layoutLine(contents.pageLabel(state.number), { size: 11, weight: 700 })], {
    x: margin,
    y: a4.height - 42,
    fill: palette.ink,
    anchor: 'left',
  })
  pdf.rect(right + 10, 88, 4, 30).fill(palette.ochre500)
  surface.text([layoutLine(title, { size: 23, weight: 700 })], { x: right, y: 112, fill: palette.lapis800 })
  return 156
}

function drawTextPage(state: State, page: PdfPage & { kind: 'text' }): void {
  let y = startPage(state, page.title)
  const { surface } = state
  const place = (lines: TextLine[], x: number, fill: string, direction: Direction, lineHeight: number) => {
    for (const line of lines) {
      if (y > bottom) y = startPage(state, page.title)
      surface.text([line], { x, y, fill, anchor: direction === 'rtl' ? 'right' : 'left' })
      y += line.style.size * lineHeight
    }
  }
  for (const block of page.blocks) {
    if (block.kind === 'box') {
      y = drawBox(state, block, y, page.title)
      continue
    }
    const direction = block.direction ?? 'rtl'
    const edge = direction === 'rtl' ? right : margin
    const inwards = direction === 'rtl' ? -1 : 1
    if (block.kind === 'heading') {
      y += 8
      place(
        layoutParagraph(block.text, { size: 16, weight: 700, direction }, inner),
        edge,
        palette.ink,
        direction,
        1.9,
      )
    } else if (block.kind === 'paragraph') {
      place(
        layoutParagraph(block.text, { size: 13, weight: 400, direction }, inner),
        edge,
        palette.ink,
        direction,
        1.95,
      )
      y += 8
    } else {
      const lines = layoutParagraph(block.text, { size: 13, weight: 400, direction }, inner - 22)
      if (y > bottom) y = startPage(state, page.title)
      surface.pdf.circle(edge + inwards * 5, y - 4, 2.4).fill(palette.ochre500)
      place(lines, edge + inwards * 18, palette.ink, direction, 1.9)
      y += 3
    }
  }
}

function drawBox(state: State, block: PdfBlock & { kind: 'box' }, top: number, title: string): number {
  const lines = layoutParagraph(block.text, { size: 12.5, weight: 400 }, inner - 40)
  const height = 46 + lines.length * 24
  const start = top + height > bottom ? startPage(state, title) : top
  const { surface } = state
  surface.pdf.roundedRect(margin, start - 8, inner, height, 10).fill(palette.lapis50)
  surface.pdf.rect(right - 4, start - 8, 4, height).fill(palette.lapis600)
  surface.text([layoutLine(block.title, { size: 13.5, weight: 700 })], {
    x: right - 20,
    y: start + 16,
    fill: palette.lapis800,
  })
  surface.text(lines, { x: right - 20, y: start + 42, fill: palette.ink, lineHeight: 24 / 12.5 })
  return start + height + 22
}

function drawTablePage(state: State, page: PdfPage & { kind: 'table' }): void {
  const rowHeight = 25
  const { surface } = state
  let y = startPage(state, page.title)
  const drawRow = (cells: string[], weight: 400 | 700, fill: string) => {
    let edge = right - 10
    page.columns.forEach((column, index) => {
      const width = column.share * inner
      surface.text(layoutParagraph(cells[index] ?? '', { size: 12, weight }, width - 12, 1), {
        x: edge,
        y,
        fill,
      })
      edge -= width
    })
    y += rowHeight
  }
  const drawHead = () => {
    surface.pdf.roundedRect(margin, y - 17, inner, rowHeight, 6).fill(palette.lapis800)
    drawRow(
      page.columns.map(column => column.label),
      700,
      '#ffffff',
    )
  }
  drawHead()
  page.rows.forEach((row, index) => {
    if (y > bottom) {
      y = startPage(state, page.title)
      drawHead()
    }
    if (index % 2 === 1) surface.pdf.rect(margin, y - 17, inner, rowHeight).fill(palette.lapis50)
    drawRow(row, 400, palette.ink)
  })
}
