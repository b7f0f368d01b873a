import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BookVersion } from '#contract/resources/book.ts'
import { BookVersionTable } from './book-version-table.tsx'

const whole = {
  url: `/files/${'a'.repeat(64)}/x.pdf`,
  name: 'x.pdf',
  size: 60_000_000,
  type: 'application/pdf',
  pageCount: 3,
  width: null,
  height: null,
}
const light = { url: `/files/${'b'.repeat(64)}/y.pdf`, name: 'y.pdf', size: 6_000_000 }

/** The ways to the file of an edition: where each leads, and what is read of it. */
function waysTo(file: BookVersion['file']): (string | undefined)[][] {
  const version = {
    id: '1',
    title: 'الطبعة الأولى',
    releaseYear: 2021,
    directLink: whole.url,
    googleDriveLink: null,
    telegramLink: null,
    file,
    deadLinks: [],
  }
  const html = renderToStaticMarkup(<BookVersionTable versions={[version]} />)
  const links = [...html.matchAll(/<a class="edition-link[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)]
  return links.map(([, href, inner]) => [
    href,
    inner
      ?.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ])
}

it('has of each edition its file, a light copy before it where there is one, each with its size', () => {
  expect(waysTo(whole)).toEqual([[whole.url, 'تحميل مباشر ٥٧٫٢ م.ب الطبعة الأولى']])
  expect(waysTo({ ...whole, light })).toEqual([
    [light.url, 'تحميل مباشر خفيف ٥٫٧ م.ب الطبعة الأولى'],
    [whole.url, 'تحميل مباشر كامل ٥٧٫٢ م.ب الطبعة الأولى'],
  ])
})

it('has no way to the file of an edition that cannot be handed out', () => {
  expect(waysTo({ ...whole, light, damage: 'missing' })).toEqual([])
})
