import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mendOutline } from './mend-outline.ts'
import { sourceOfBytes } from './pdfium.ts'
import { openPages } from './read-pages.ts'

const file = path.resolve(import.meta.dirname, '../../test/fixtures/pages/chromium-chapters')

test('the chapters of a file that Chromium printed are named as their headings read', async () => {
  const pages = await openPages(sourceOfBytes(readFileSync(`${file}.pdf`)))
  const outline = pages.outline()
  pages.close()
  const { titles } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { titles: string[] }
  expect(outline).toEqual(titles.map((title, index) => ({ title, page: index + 1, level: 0 })))
})

test('a chapter that no heading of its page says stays as the file names it', () => {
  const entry = { title: 'الاتزان الكيميائي', page: 1, level: 0 }
  for (const lines of [[], ['الاتزان', 'في', 'الكيمياء'], ['مقدمة الاتزان الكيميائي'], ['الكيميائي', '', 'ا']])
    expect(mendOutline([entry], () => lines)).toEqual([entry])
  expect(mendOutline([entry], () => ['نص', 'الاتزان', 'الكيميائي:', 'نص'])[0]?.title).toBe('الاتزان الكيميائي:')
})
