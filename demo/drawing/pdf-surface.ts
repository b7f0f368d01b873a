import type { Readable } from 'node:stream'
import { bytesOfPdf, openPdf } from '#server/pictures/pdf-pages.ts'
import type { PdfFacts } from '#server/pictures/pdf-pages.ts'
import { PdfFont } from './pdf-font.ts'
import type { Anchor } from '#server/pictures/svg-text.ts'
import type { PlacedGlyph, TextLine } from '#server/pictures/text-layout.ts'

export interface PdfTextPlace {
  x: number
  y: number
  fill: string
  anchor?: Anchor
  lineHeight?: number
}

/** A PDF being written: pdfkit for pages, shapes and images; Arabic text by our own shaping. */
export class PdfSurface {
  readonly pdf: PDFKit.PDFDocument
  readonly #fonts = new Map<string, PdfFont>()

  constructor(facts: PdfFacts) {
    this.pdf = openPdf(facts)
  }

  /** The document's bytes, as they come. */
  get stream(): Readable {
    return bytesOfPdf(this.pdf)
  }

  /** Writes lines of text; the text can be selected, searched and copied in its logical order. */
  text(lines: TextLine[], place: PdfTextPlace): void {
    let y = place.y
    this.pdf.save()
    this.pdf.fillColor(place.fill)
    for (const line of lines) {
      const left =
        place.x - (place.anchor === 'left' ? 0 : place.anchor === 'center' ? line.width / 2 : line.width)
      for (const run of sameFontRuns(line.glyphs)) this.#run(run, line.style.size, left, y)
      y += line.style.size * (place.lineHeight ?? 1.6)
    }
    this.pdf.restore()
  }

  /** Ends the document: fonts are written, the stream closes. */
  end(): void {
    for (const font of this.#fonts.values()) font.finish()
    this.pdf.end()
  }

  #run(glyphs: PlacedGlyph[], size: number, left: number, baseline: number): void {
    const first = glyphs[0]
    if (!first) return
    const font = this.#font(first)
    const parts: string[] = []
    let pen = first.x
    let rise = 0
    let array = ''
    const flush = () => {
      if (array !== '') parts.push(`[${array}] TJ`)
      array = ''
    }
    for (const glyph of glyphs) {
      if (glyph.y !== rise) {
        flush()
        parts.push(`${number(glyph.y)} Ts`)
        rise = glyph.y
      }
      const shift = ((pen - glyph.x) / size) * 1000
      if (Math.abs(shift) > 0.5) array += number(shift)
      const width = glyph.advance === 0 ? 0 : font.widthOf(glyph.id)
      array += `<${font.codesOf(glyph, width).join('')}>`
      pen = (Math.abs(shift) > 0.5 ? glyph.x : pen) + (width / 1000) * size
    }
    flush()
    const matrix = `1 0 0 -1 ${number(left + first.x)} ${number(baseline)} Tm`
    this.pdf.addContent(`BT /${font.resourceName} ${number(size)} Tf 0 Ts ${matrix} ${parts.join(' ')} ET`)
  }

  #font(glyph: PlacedGlyph): PdfFont {
    let font = this.#fonts.get(glyph.font.name)
    if (!font) {
      font = new PdfFont(this.pdf, glyph.font)
      this.#fonts.set(glyph.font.name, font)
    }
    return font
  }
}

function sameFontRuns(glyphs: PlacedGlyph[]): PlacedGlyph[][] {
  const runs: PlacedGlyph[][] = []
  for (const glyph of glyphs) {
    const last = runs.at(-1)
    if (last?.[0]?.font === glyph.font) last.push(glyph)
    else runs.push([glyph])
  }
  return runs
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
