import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { describe, expect, it } from 'vitest'
import { subjectCodes } from '#contract/codes/subjects.ts'
import { shareImageSize } from '#contract/paths.ts'
import { drawCover, coverSize } from './cover.ts'
import { drawExamPage, examPageSize } from './exam-page.ts'
import { imagesToPdf } from './images-to-pdf.ts'
import { drawNewsPicture, newsPictureSize } from './news-picture.ts'
import { subjectColours } from './palette.ts'
import { drawPdf } from './pdf.ts'
import { collect } from './pdf-surface.ts'
import { drawShareImage } from './share-image.ts'
import { svgText } from './svg-text.ts'
import { fitParagraph, layoutLine, layoutParagraph } from './text-layout.ts'
import { zipOf } from './zip.ts'

const style = { size: 20, weight: 400 } as const
const sentence = 'لا إله إلا الله، والأولى أن الإسلام دين العلم: الصف السادس الإعدادي'

/** True where a program of the machine is not installed. */
function isMissing(program: string, versionFlag: string): boolean {
  return spawnSync(program, [versionFlag]).error !== undefined
}

function lettersInVisualOrder(text: string, direction: 'rtl' | 'ltr' = 'rtl'): string {
  return layoutLine(text, { ...style, direction })
    .glyphs.map(glyph => String.fromCodePoint(...glyph.codePoints))
    .join('')
}

function glyphNames(text: string): (string | undefined)[] {
  return layoutLine(text, style).glyphs.map(glyph => glyph.font.outlines.getGlyph(glyph.id).name)
}

function onePage(texts: string[]): Promise<Buffer> {
  return collect(
    drawPdf({
      title: 'كتاب الرياضيات',
      footer: 'نموذج',
      pageLabel: String,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      pages: [{ kind: 'text', title: 'المحتويات', blocks: texts.map(text => ({ kind: 'paragraph', text })) }],
    }),
  )
}

async function pageTexts(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const texts = [...document.pages()].map(page => page.getText())
  document.destroy()
  library.destroy()
  return texts
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

describe('a PDF', () => {
  it('gives its Arabic text back in logical order, ligatures included', async () => {
    const pdf = await onePage([sentence])
    expect((await pageTexts(pdf)).join('\n').normalize()).toContain(sentence)
  })

  it.skipIf(isMissing('pdftotext', '-v'))('gives its Arabic text to Poppler too', async () => {
    const poppler = spawnSync('pdftotext', ['-', '-'], { input: await onePage([sentence]), encoding: 'utf8' })
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join(' ')
    expect(words(poppler.stdout)).toContain(words(sentence))
  })

  it('says its title and language, and that it is read from right to left', async () => {
    const pdf = (await onePage([sentence])).toString('latin1')
    expect(pdf).toContain('/Direction /R2L')
    expect(pdf).toContain('/Lang (ar)')
    expect(pdf).toContain('/DisplayDocTitle true')
  })

  it('goes on to a new page when one is full', async () => {
    expect(await pageTexts(await onePage(Array.from({ length: 80 }, () => sentence)))).toHaveLength(5)
  })

  it('is the same bytes for the same contents', async () => {
    expect(await onePage([sentence])).toEqual(await onePage([sentence]))
  })

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

describe('pictures', () => {
  it('have the sizes and formats that they say, and are small', async () => {
    const cover = await drawCover({
      title: 'كتاب قواعد اللغة العربية للصف السادس الإعدادي – الفرع العلمي',
      subjectLabel: 'قواعد اللغة العربية',
      gradeLabel: 'الصف السادس الإعدادي',
      colours: subjectColours('ARABIC'),
      badge: '٢٠٢٦',
    })
    const exam = await drawExamPage({
      gradeLabel: 'الصف السادس الإعدادي',
      subjectLabel: 'الرياضيات',
      roundLabel: 'الدور الأول',
      yearLabel: '٢٠٢٤–٢٠٢٥',
      durationLabel: 'ثلاث ساعات',
      pageLabel: 'صفحة ١ من ٢',
      firstNumber: 1,
      questions: Array.from({ length: 9 }, () => ({ text: sentence.repeat(3), marks: '(٢٠ درجة)' })),
      numberLabel: String,
    })
    const news = await drawNewsPicture('EXAM_RESULTS', 1)
    const share = await drawShareImage({ title: sentence.repeat(6), subtitle: sentence, kind: 'كتاب' })
    const facts = await Promise.all(
      [cover, exam, news, share].map(async bytes => {
        const { format, width, height } = await sharp(bytes).metadata()
        return { format, width, height, isSmall: bytes.length < 130_000 }
      }),
    )
    expect(facts).toEqual([
      { format: 'jpeg', ...coverSize, isSmall: true },
      { format: 'webp', ...examPageSize, isSmall: true },
      { format: 'jpeg', ...newsPictureSize, isSmall: true },
      { format: 'jpeg', ...shareImageSize, isSmall: true },
    ])
  })
})

describe('an archive', () => {
  it('lists its Arabic names and gives the contents back', async () => {
    const names = ['نتائج الكرخ الأولى/النتائج.csv', 'اقرأني.txt']
    const bytes = await collect(zipOf(names.map(name => ({ name, content: Buffer.from(`محتوى ${name}`) }))))
    const archive = await fromBufferPromise(bytes)
    const listed: string[] = []
    for await (const entry of archive.eachEntry()) listed.push(entry.fileName)
    expect(listed).toEqual(names)
  })

  it.skipIf(isMissing('unzip', '-v'))('is whole for unzip', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rafid-zip-'))
    const file = path.join(folder, 'archive.zip')
    writeFileSync(file, await collect(zipOf([{ name: 'نتائج/النتائج.csv', content: Buffer.from('محتوى') }])))
    const unzip = spawnSync('unzip', ['-t', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(unzip.status, unzip.stdout).toBe(0)
  })
})

it('draws covers in the colours that the site gives them', () => {
  const styles = readFileSync(path.resolve(import.meta.dirname, '../../web/styles/covers.css'), 'utf8')
  for (const subject of subjectCodes) {
    const { light, dark } = subjectColours(subject)
    const rule = new RegExp(
      `\\[data-subject='${subject}'\\] \\{\\s*--cover-light: ${light};\\s*--cover-dark: ${dark};`,
    )
    expect(styles, subject).toMatch(rule)
  }
})
