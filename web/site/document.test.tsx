import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { defaultSiteSettings } from '#contract/resources/site-settings.ts'
import { Footer } from './chrome/footer.tsx'
import { Header } from './chrome/header.tsx'
import { PlaceBar } from './chrome/place-bar.tsx'
import { SearchSlot } from './chrome/search-slot.tsx'
import { renderDocument, useAssets } from './document.tsx'

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
