import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { shareImageSize } from '#contract/paths.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { collect } from './pdf-pages.ts'
import { drawShareImage } from './share-image.ts'
import { svgText } from './svg-text.ts'
import { fitParagraph, layoutLine, layoutParagraph } from './text-layout.ts'

const style = { size: 20, weight: 400 } as const
const sentence = 'لا إله إلا الله، والأولى أن الإسلام دين العلم: الصف السادس الإعدادي'

function lettersInVisualOrder(text: string, direction: 'rtl' | 'ltr' = 'rtl'): string {
  return layoutLine(text, { ...style, direction })
    .glyphs.map(glyph => String.fromCodePoint(...glyph.codePoints))
    .join('')
}

function glyphNames(text: string): (string | undefined)[] {
  return layoutLine(text, style).glyphs.map(glyph => glyph.font.outlines.getGlyph(glyph.id).name)
}

describe('a line of text', () => {
  it('stands from right to left, with numbers and Latin words from left to right', () => {
    expect(lettersInVisualOrder('سنة 2025')).toBe('2025 ةنس')
    expect(lettersInVisualOrder('حل x = 5 فقط')).toBe('طقف x = 5 لح')
    expect(lettersInVisualOrder('سنة ٢٠٢٥')).toBe('٢٠٢٥ ةنس')
  })

  it('joins letters, also after their parts were drawn by themselves', () => {
    svgText([layoutLine('ه ى ب ا', style)], { x: 0, y: 0, fill: '#000' })
    svgText([layoutLine('أإآؤئ', style)], { x: 0, y: 0, fill: '#000' })
    expect(glyphNames('بها')).toEqual(['uni0627.fina', 'uni0647.medi', 'uni0628.init'])
    expect(glyphNames('على')).toEqual(['uni0649.fina', 'uni0644.medi', 'uni0639.init'])
  })

  it('mirrors brackets and still knows which bracket was meant', () => {
    const glyphs = layoutLine('(أ)', style).glyphs
    expect(glyphs.map(glyph => String.fromCodePoint(...glyph.codePoints))).toEqual([')', 'أ', '('])
    expect(glyphs.map(glyph => glyph.font.outlines.getGlyph(glyph.id).name)).toEqual([
      'parenleft',
      expect.any(String),
      'parenright',
    ])
  })

  it('sets Kurdish and Persian letters in the fallback font and leaves out what no font has', () => {
    const line = layoutLine('پێشکەوتن گۆڕان 🎓', style)
    expect(line.glyphs.every(glyph => glyph.id !== 0)).toBe(true)
    expect(line.glyphs.some(glyph => glyph.font.name === 'fallback-400')).toBe(true)
  })

  it('survives any text', () => {
    for (const text of ['', '   ', '\u0000\ud800', '\u202e\u2066abc', '🎓', '((((', 'ً'.repeat(50)]) {
      expect(layoutLine(text, style).width).toBeGreaterThanOrEqual(0)
      expect(
        fitParagraph(text, { maxSize: 40, minSize: 10, weight: 700 }, 100, 2).length,
      ).toBeLessThanOrEqual(2)
    }
  })

  it('breaks at spaces into lines that fit, the last allowed one ending in an ellipsis', () => {
    const lines = layoutParagraph(sentence.repeat(4), style, 300)
    expect(lines.length).toBeGreaterThan(4)
    expect(Math.max(...lines.map(line => line.width))).toBeLessThanOrEqual(301)
    const cut = layoutParagraph(sentence.repeat(4), style, 300, 2)
    expect(cut).toHaveLength(2)
    expect(cut[1]?.text.endsWith('…')).toBe(true)
    expect(cut[1]?.width).toBeLessThanOrEqual(301)
  })
})

describe('a PDF of pictures', () => {
  it('holds one page for each picture, whatever its format, in the shape of the picture', async () => {
    const picture = sharp({ create: { width: 200, height: 300, channels: 4, background: '#2653b880' } })
    const jpeg = await picture.clone().jpeg().toBuffer()
    const pdf = await collect(
      imagesToPdf(
        [
          { content: jpeg },
          { content: await picture.clone().webp().toBuffer() },
          { content: await picture.png().toBuffer() },
        ],
        'صفحات الامتحان',
      ),
    )
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(pdf)
    const sizes = [...document.pages()].map(page => page.getOriginalSize())
    document.destroy()
    library.destroy()
    expect(sizes).toHaveLength(3)
    for (const { originalWidth, originalHeight } of sizes)
      expect(originalHeight / originalWidth).toBeCloseTo(1.5, 2)
    expect(pdf.includes(jpeg)).toBe(true)
  })

  it('fails as a stream when a picture cannot be read', async () => {
    await expect(collect(imagesToPdf([{ content: Buffer.from('no picture') }], 'x'))).rejects.toThrow()
  })
})

it('draws share pictures in the size that it says, and small', async () => {
  const bytes = await drawShareImage({ title: sentence.repeat(6), subtitle: sentence, kind: 'كتاب' })
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', ...shareImageSize })
  expect(bytes.length).toBeLessThan(130_000)
})
