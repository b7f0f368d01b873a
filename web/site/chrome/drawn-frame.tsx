import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { markOf } from './marks.ts'
import { PlaceBar } from './place-bar.tsx'
import { placeOf } from './place-of.ts'
import { SearchSlot } from './search-slot.tsx'

/** Stand in a document where the parts of its frame belong. */
export const frameMarks = {
  header: markOf('frame', 'header'),
  footer: markOf('frame', 'footer'),
  bar: markOf('frame', 'bar'),
  search: markOf('frame', 'search'),
} as const
const nameMark = markOf('frame', 'name')

/** So many frames are there at once only while settings change often. */
const mostDrawn = 200
const drawn = new Map<string, string>()

interface FrameProps {
  path: string
  settings: SiteSettings
  /** What phones show beside the mark in place of the heading. */
  name: string | undefined
  /** The address of the service worker, where the site has one. */
  worker: string | undefined
  isLight: boolean
}

/** Draws a part once for all that it depends on. */
function once(key: string, draw: () => string): string {
  const known = drawn.get(key)
  if (known !== undefined) return known
  if (drawn.size >= mostDrawn) drawn.clear()
  const html = draw()
  drawn.set(key, html)
  return html
}

/**
 * The parts of the frame by the names of their marks: header, footer, the bar of places and the search, each drawn once for a
 * section of the site. The HTML is that of the parts drawn in the document itself, byte for byte.
 */
export function frameOf({ path, settings, name, worker, isLight }: FrameProps): (part: string) => string {
  const place = placeOf(path, settings)
  const of = JSON.stringify(settings)
  const parts: Record<string, () => string> = {
    header() {
      const header = once(`header ${place} ${worker} ${name !== undefined && name !== ''} ${of}`, () =>
        renderToStaticMarkup(
          <Header path={place} settings={settings} name={name && nameMark} worker={worker} />,
        ),
      )
      return name ? header.replace(nameMark, () => renderToStaticMarkup(name)) : header
    },
    footer: () => once(`footer ${of}`, () => renderToStaticMarkup(<Footer settings={settings} />)),
    bar: () => once(`bar ${place}`, () => renderToStaticMarkup(<PlaceBar path={place} />)),
    search: () => once(`search ${isLight}`, () => renderToStaticMarkup(<SearchSlot isLight={isLight} />)),
  }
  return part => parts[part]?.() ?? ''
}
