import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { describe, expect, it } from 'vitest'
import { collect } from '#server/pictures/pdf-pages.ts'
import { drawCover, coverSize } from './cover.ts'
import { drawExamPage, examPageSize } from './exam-page.ts'
import { drawNewsPicture, newsPictureSize } from '../news/news-picture.ts'
import { drawPdf } from './pdf.ts'
import { subjectColours } from './subject-colours.ts'
import { zipOf } from './zip.ts'

const sentence = 'لا إله إلا الله، والأولى أن الإسلام دين العلم: الصف السادس الإعدادي'

/** True where a program of the machine is not installed. */
function isMissing(program: string, versionFlag: string): boolean {
  return spawnSync(program, [versionFlag]).error !== undefined
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
    const facts = await Promise.all(
      [cover, exam, news].map(async bytes => {
        const { format, width, height } = await sharp(bytes).metadata()
        return { format, width, height, isSmall: bytes.length < 130_000 }
      }),
    )
    expect(facts).toEqual([
      { format: 'jpeg', ...coverSize, isSmall: true },
      { format: 'webp', ...examPageSize, isSmall: true },
      { format: 'jpeg', ...newsPictureSize, isSmall: true },
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
