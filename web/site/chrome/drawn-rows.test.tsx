import { useContext } from 'react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { minute } from '#contract/units.ts'
import { defaultSiteSettings } from '#contract/resources/site-settings.ts'
import type { Book } from '#contract/resources/book.ts'
import { LightContext } from '#web/school/light.ts'
import { BookRow } from '../books/book-row.tsx'
import { renderDocument, useAssets } from '../document.tsx'
import { FacetPanel } from '../lists/facet-panel.tsx'
import { drawnOnce } from './drawn-rows.tsx'

const book: Book = {
  id: 'b1',
  title: 'كتاب <b> & "الرياضيات" $& $1 row-1; الجزء الأول',
  subject: 'MATH',
  stage: 'FIRST_PRIMARY',
  branch: null,
  releaseYear: 2024,
  description: '',
  image: 'https://files.example/1.jpg',
  keywords: [],
  directLink: 'https://files.example/1.pdf',
  googleDriveLink: null,
  telegramLink: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  file: null,
  imageFile: null,
}

function mainOf(content: ReactNode, isLight = false): string {
  const html = renderDocument({
    services: { config: { isOffline: false } },
    origin: 'https://rafid.example',
    path: '/',
    settings: defaultSiteSettings,
    meta: { title: 'عنوان', description: 'وصف' },
    content,
    isLight,
  })
  const [, main = ''] = /<main [^>]*>(.*)<\/main>/s.exec(html) ?? []
  return main
}

describe('a row of a list', () => {
  beforeAll(() => {
    const none = { gradeFirst: '/g.js', ownFirst: '/o.js', ownRows: [], styles: [], font: undefined }
    useAssets({ script: '/s.js', ...none })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is in a document what it is by itself, each time, for who wants little too', () => {
    const places = [
      {},
      { said: { grade: book.stage, branch: null }, headingLevel: 3, isLazy: true },
      { said: { subject: book.subject, year: 2024 }, headingLevel: 2, isLazy: false },
    ] as const
    for (const isLight of [false, true, false, true]) {
      for (const place of places) {
        for (const one of [book, { ...book, branch: 'SCIENTIFIC' as const, directLink: '' }]) {
          const row = <BookRow book={one} {...place} />
          const alone = renderToStaticMarkup(<LightContext value={isLight}>{row}</LightContext>)
          expect(mainOf([<ul key="1">{row}</ul>, <p key="2">{row}</p>], isLight)).toBe(
            `<ul>${alone}</ul><p>${alone}</p>`,
          )
        }
      }
    }
  })

  it('is drawn anew where one count of its filters is another one', () => {
    for (const count of [0, 7, 7, 8]) {
      const choices = [
        { value: 'MATH', label: 'الرياضيات', href: '/books/primary?subject=MATH', isOn: count === 8, count },
        { value: 'ART', label: 'الفنية', href: '/books/primary?subject=ART', isOn: false, count: 0 },
      ]
      const beside = [{ label: 'الابتدائية', href: '/books/primary', isOn: true }]
      const panel = <FacetPanel facets={[{ name: 'subject', title: 'المادة', choices, beside }]} />
      expect(mainOf(panel)).toBe(renderToStaticMarkup(panel))
    }
  })

  it('is drawn once for all that it is given, and again when ten minutes are over', () => {
    vi.useFakeTimers({ now: new Date('2026-05-01T08:00:00Z') })
    let draws = 0
    const Row = drawnOnce(function DrawRow({ text }: { text?: string | null }) {
      draws += 1
      return <li data-light={useContext(LightContext)}>{text ?? String(text)}</li>
    })
    const shown = (text?: string | null, isLight = false) => mainOf(<Row text={text} />, isLight)
    expect([shown('أ'), shown('أ'), draws]).toEqual([shown('أ'), '<li data-light="false">أ</li>', 1])
    expect([shown('ب'), shown(null), shown(), shown('أ', true), draws]).toEqual([
      '<li data-light="false">ب</li>',
      '<li data-light="false">null</li>',
      '<li data-light="false">undefined</li>',
      '<li data-light="true">أ</li>',
      5,
    ])
    vi.advanceTimersByTime(10 * minute)
    expect([shown('أ'), shown('أ'), draws]).toEqual([shown('أ'), shown('أ'), 6])
  })

  it('is no row of another kind that is given the same', () => {
    const One = drawnOnce(({ text }: { text: string }) => <li>{text}</li>)
    const Other = drawnOnce(({ text }: { text: string }) => <p>{text}</p>)
    expect(mainOf([<One key="1" text="أ" />, <Other key="2" text="أ" />])).toBe('<li>أ</li><p>أ</p>')
  })

  it('is held in bounds: of more rows than are remembered each is still what it is', () => {
    let draws = 0
    const Row = drawnOnce(function DrawRow({ at }: { at: number }) {
      draws += 1
      return <li>{at}</li>
    })
    const rows = Array.from({ length: 501 }, (_, at) => <Row key={at} at={at} />)
    expect(mainOf(rows)).toBe(mainOf(rows))
    expect(draws).toBeGreaterThan(501)
  })
})
