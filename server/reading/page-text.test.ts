import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fold } from '#contract/arabic/fold.ts'
import { layerText } from './page-text.ts'
import { sourceOfBytes } from './pdfium.ts'
import { openPages } from './read-pages.ts'

const folder = path.resolve(import.meta.dirname, '../../test/fixtures/pages')

/** What a page of the corpus says, folded, its lines as one. */
async function textOf(id: string, page: number): Promise<string | undefined> {
  const pages = await openPages(sourceOfBytes(readFileSync(path.join(folder, `${id}.pdf`))))
  const text = layerText(pages.readPage(page))?.text
  pages.close()
  return text === undefined ? undefined : fold(text).replaceAll('\n', ' ')
}

test.each([
  ['a lam-alef after an alef is no new word', 'chromium-2', 3, 'أيّ العبارات الآتية تمثل بيتاً'],
  ['strokes that fill a line are no gaps', 'writer-1', 5, 'عدد أفوكادرو مضروباً في عشرة'],
  ['where Latin letters begin, a word does', 'xelatex-1', 6, 'متغيرات int و float و string'],
  ['digits keep their order, those of Arabic too', 'cairo-1', 2, 'صفحة ١٢٣ من كتاب سنة ٢٠٢٥'],
  ['numbers stand where they are read', 'cairo-1', 3, 'عدد السكان 43500000 نسمة في عام 2023'],
  ['formulas stand between their words', 'chromium-1', 2, 'لتكوين Na2SO4 والماء H2O'],
  ['cells of a table stand in their row', 'chromium-2', 1, 'اللافلز الحجم 439'],
  ['forms of letters are letters', 'wkhtmltopdf-1', 1, 'ولا'],
])('%s', async (_what, id, page, words) => {
  expect(await textOf(id, page)).toContain(fold(words))
})

test('a layer whose letters are not what is seen is not used', async () => {
  expect(await textOf('weasyprint-1', 1)).toBeUndefined()
  expect(await textOf('wkhtmltopdf-2', 1)).toBeUndefined()
})
