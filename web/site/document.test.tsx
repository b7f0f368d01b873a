import { renderToStaticMarkup } from 'react-dom/server'
import { forwardRef, type ReactNode } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { defaultSiteSettings } from '#contract/resources/site-settings.ts'
import { KeepButton } from '#web/school/keep-button.tsx'
import { SmallCover } from '#web/school/small-cover.tsx'
import { StateSign } from '#web/school/state-sign.tsx'
import { Footer } from './chrome/footer.tsx'
import { Header } from './chrome/header.tsx'
import { PlaceBar } from './chrome/place-bar.tsx'
import { SearchSlot } from './chrome/search-slot.tsx'
import { renderDocument, useAssets } from './document.tsx'
import { RecordActions } from './lists/record-actions.tsx'

const settingsOf = (promotionLink: string) => ({ ...defaultSiteSettings, promotionLink })
const addresses = [
  paths.home,
  paths.search,
  `${paths.search}/x`,
  paths.books,
  paths.booksOfStage('PRIMARY'),
  '/books-of-others',
  paths.note('n1'),
  paths.examsOfGrade('SIXTH_PREPARATORY'),
  paths.resultsOfGrade('SIXTH_PREPARATORY'),
  paths.newsItem('a'),
  paths.about,
  '',
]
const names = [undefined, '', 'الكتب', `<b> & "$&" 'x' name-1`]

function documentOf(path: string, name: string | undefined, isOffline: boolean, link = 'https://t.me/a') {
  return renderDocument({
    services: { config: { isOffline } },
    origin: 'https://rafid.example',
    path,
    settings: settingsOf(link),
    meta: { title: 'عنوان', description: 'وصف', headerName: name },
    content: <p>نص</p>,
  })
}

describe('the frame of a page', () => {
  beforeAll(() => {
    const none = { gradeFirst: '/g.js', ownFirst: '/o.js', ownRows: [], styles: [], font: undefined }
    useAssets({ script: '/s.js', ...none })
  })

  it.each(addresses)('is what its parts are, drawn for themselves, at «%s»', path => {
    for (const name of names) {
      for (const isOffline of [true, false]) {
        const html = documentOf(path, name, isOffline)
        const settings = settingsOf('https://t.me/a')
        const worker = isOffline ? discoveryPaths.worker : undefined
        const body = renderToStaticMarkup(
          <>
            <Header path={path} settings={settings} name={name} worker={worker} />
            <main id="content" tabIndex={-1}>
              <p>نص</p>
            </main>
            <Footer settings={settings} />
            <PlaceBar path={path} />
            <SearchSlot isLight={false} />
          </>,
        )
        expect(html.slice(html.indexOf('</a>') + '</a>'.length)).toBe(`${body}</body></html>`)
      }
    }
  })

  it('follows the settings', () => {
    expect(documentOf('/', undefined, true, 'https://t.me/other')).toContain('https://t.me/other')
    expect(documentOf('/', undefined, true)).not.toContain('https://t.me/other')
  })

  it('is none of a bare page', () => {
    const html = renderDocument({
      services: { config: { isOffline: true } },
      origin: '',
      path: '/',
      settings: defaultSiteSettings,
      meta: { title: 'عنوان', description: 'وصف' },
      content: <p>نص</p>,
      isBare: true,
    })
    expect(html).toMatch(/<main id="content" tabindex="-1"><p>نص<\/p><\/main><\/body><\/html>$/i)
  })
})

describe('the icons of a page', () => {
  const rows = (
    <ul>
      {(['MATH', 'ARABIC', 'MATH'] as const).map((subject, at) => (
        <li key={at}>
          <SmallCover subject={subject} />
          <KeepButton of={`book:${at}`} title="icon-1; <b>" />
          <RecordActions
            kind="book"
            id="b1"
            name="كتاب"
            download={{ href: 'https://elsewhere.example/a.pdf', file: null }}
            readingHref="/read"
          />
        </li>
      ))}
    </ul>
  )
  const page = (content: ReactNode) =>
    renderDocument({
      services: { config: { isOffline: true } },
      origin: '',
      path: '/',
      settings: defaultSiteSettings,
      meta: { title: 'عنوان', description: 'وصف' },
      content,
      isBare: true,
    })

  it('are what they are in rows that are drawn for themselves', () => {
    expect(page(rows)).toContain(`<main id="content" tabindex="-1">${renderToStaticMarkup(rows)}</main>`)
  })

  it('are drawn once, however many rows have them', () => {
    const drawings = vi.fn(() => <svg />)
    const Icon = forwardRef(drawings)
    const html = page([1, 2, 3].map(row => <StateSign key={row} free={Icon} />))
    expect(html.match(/<svg><\/svg>/g)).toHaveLength(3)
    expect(drawings).toHaveBeenCalledOnce()
  })
})
