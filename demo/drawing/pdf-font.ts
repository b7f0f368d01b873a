import type { DrawingFont } from '#server/pictures/fonts.ts'
import type { PlacedGlyph } from '#server/pictures/text-layout.ts'

type Pdf = PDFKit.PDFDocument

/**
 * One font inside one PDF. Characters are numbered by what they look like and what they say, so that a mirrored
 * bracket or a ligature keeps the letters that a reader copies out of the document.
 */
export class PdfFont {
  readonly resourceName: string
  readonly #font: DrawingFont
  readonly #dictionary: PDFKit.PDFKitReference
  readonly #pdf: Pdf
  readonly #subset: { includeGlyph(id: number): number; encode(): Uint8Array }
  readonly #codes = new Map<string, number>()
  readonly #widths = new Map<number, number>()
  readonly #glyphs: { subsetId: number; width: number; text: string }[] = [
    { subsetId: 0, width: 0, text: ' ' },
  ]

  constructor(pdf: Pdf, font: DrawingFont) {
    this.#pdf = pdf
    this.#font = font
    this.resourceName = `R-${font.name}`
    this.#dictionary = pdf.ref({})
    this.#subset = font.outlines.createSubset() as unknown as {
      includeGlyph(id: number): number
      encode(): Uint8Array
    }
  }

  /**
   * The codes of a glyph in content streams: four hexadecimal digits each. Makes the font known to the page.
   * A ligature read from right to left becomes one code per letter, from left to right: the first draws it, the
   * others are empty, and they share its width. Programs that put letters into reading order then find each letter
   * at its place, where they would turn the letters of a single code around.
   */
  codesOf(glyph: PlacedGlyph, width: number): string[] {
    const fonts = this.#pdf.page.fonts as Record<string, unknown>
    fonts[this.resourceName] ??= this.#dictionary
    if (!glyph.isRightToLeft || glyph.codePoints.length < 2) {
      return [this.#codeOf(glyph.id, String.fromCodePoint(...glyph.codePoints), width)]
    }
    const share = width / glyph.codePoints.length
    const letters = glyph.codePoints.map(codePoint => String.fromCodePoint(codePoint)).reverse()
    const empty = this.#font.outlines.glyphForCodePoint(0x20).id
    return letters.map((letter, index) => this.#codeOf(index === 0 ? glyph.id : empty, letter, share))
  }

  #codeOf(id: number, text: string, width: number): string {
    const key = `${id}:${width}:${text}`
    let code = this.#codes.get(key)
    if (code === undefined) {
      code = this.#glyphs.length
      this.#codes.set(key, code)
      this.#glyphs.push({ subsetId: this.#subset.includeGlyph(id), width, text })
    }
    return hex(code)
  }

  /** The width of a glyph by itself. Units: thousandths of the size. */
  widthOf(glyphId: number): number {
    let width = this.#widths.get(glyphId)
    if (width === undefined) {
      width = (this.#font.outlines.getGlyph(glyphId).advanceWidth * 1000) / this.#font.unitsPerEm
      this.#widths.set(glyphId, width)
    }
    return width
  }

  /** Writes the font's subset and tables; call once, when the last text has been drawn. */
  finish(): void {
    const { outlines: font, name } = this.#font
    const scale = 1000 / font.unitsPerEm
    const baseFont = `RAFIDX+${font.postscriptName.replaceAll(' ', '')}-${name.split('-')[0] ?? ''}`
    const file = this.#stream(this.#subset.encode())
    const descriptor = this.#reference({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: 4,
      FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(value => value * scale),
      ItalicAngle: 0,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: font.capHeight * scale,
      StemV: 80,
      FontFile2: file,
    })
    const map = Buffer.alloc(this.#glyphs.length * 2)
    this.#glyphs.forEach((glyph, code) => map.writeUInt16BE(glyph.subsetId, code * 2))
    const descendant = this.#reference({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, this.#glyphs.map(glyph => glyph.width)],
      CIDToGIDMap: this.#stream(map),
    })
    Object.assign(this.#dictionary.data as object, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: this.#stream(Buffer.from(this.#unicodeMap(), 'latin1')),
    })
    endReference(this.#dictionary)
  }

  #unicodeMap(): string {
    const lines = this.#glyphs.map((glyph, code) => `<${hex(code)}> <${utf16Hex(glyph.text)}>`)
    const blocks: string[] = []
    for (let start = 0; start < lines.length; start += 100) {
      const block = lines.slice(start, start + 100)
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
    }
    return [
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
      ...blocks,
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
    ].join('\n')
  }

  #reference(data: object): PDFKit.PDFKitReference {
    const reference = this.#pdf.ref(data)
    endReference(reference)
    return reference
  }

  #stream(bytes: Uint8Array): PDFKit.PDFKitReference {
    const reference = this.#pdf.ref({})
    reference.end(Buffer.from(bytes))
    return reference
  }
}

/** An object without a stream; the published types ask for bytes that pdfkit does not need. */
function endReference(reference: PDFKit.PDFKitReference): void {
  ;(reference as unknown as { end(): void }).end()
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

function utf16Hex(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')
}
