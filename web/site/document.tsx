import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { apiPaths, discoveryPaths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import type { Services } from '#server/services.ts'
import { LightContext } from '#web/school/light.ts'
import { IconMarks } from '#web/ui/still-icon.tsx'
import { frameMarks, frameOf } from './chrome/drawn-frame.tsx'
import { drawnIcon, iconMark } from './chrome/drawn-icons.tsx'
import { rowsOfDocument } from './chrome/drawn-rows.tsx'
import { withoutMarks } from './chrome/marks.ts'
import type { PageMeta, SiteAssets } from './page-module.ts'
import { HeadTags } from './seo/head-tags.tsx'

let assets: SiteAssets = {
  script: '',
  gradeFirst: '',
  ownFirst: '',
  ownRows: [],
  styles: [],
  font: undefined,
}

/** Tells the documents where the built files are; called once, at start. */
export function useAssets(found: SiteAssets): void {
  assets = found
}

interface DocumentProps {
  services: { config: Pick<Services['config'], 'isOffline'> }
  origin: string
  path: string
  settings: SiteSettings
  meta: PageMeta
  content: ReactNode
  /** Whether to tell the server that the page was seen; screens of failures are no pages. */
  isVisit?: boolean
  /** Without the pictures that only adorn. */
  isLight?: boolean | undefined
  /** Whether the content brings the bar at the bottom of phones. */
  hasActionBar?: boolean | undefined
  /** Whether the content is the whole page: without header, footer and search. */
  isBare?: boolean | undefined
}

/** One whole page as HTML: head, frame and content. */
export function renderDocument(props: DocumentProps): string {
  const { path, settings, meta, services, isLight = false } = props
  const { Marks, drawnRow } = rowsOfDocument(isLight)
  const drawn = renderToStaticMarkup(
    <IconMarks value={iconMark}>
      <Marks>
        <SiteDocument {...props} />
      </Marks>
    </IconMarks>,
  )
  const worker = services.config.isOffline ? discoveryPaths.worker : undefined
  const frame = frameOf({ path, settings, name: meta.headerName, worker, isLight })
  return withoutMarks(`<!doctype html>${drawn}`, { icon: drawnIcon, row: drawnRow, frame })
}

function SiteDocument({
  origin,
  meta,
  content,
  isVisit = false,
  hasActionBar,
  isBare = false,
  isLight = false,
}: DocumentProps) {
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {assets.font && (
          <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        {meta.isLedByGrade && <script src={assets.gradeFirst} />}
        {meta.areOwnRowsFirst && <script src={assets.ownFirst} data-rows={assets.ownRows.join(' ')} />}
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* A page is first painted whole: a slow processor would else show parts that the rest then moves. */}
        <link rel="expect" href={isBare ? '#content' : '#search-dialog'} blocking="render" />
        <HeadTags meta={meta} origin={origin} />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1222" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={discoveryPaths.favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={discoveryPaths.touchIcon} />
        <link rel="manifest" href={discoveryPaths.manifest} />
        <script type="module" src={assets.script} />
      </head>
      <body
        className={meta.headerName ? 'is-named-above' : undefined}
        data-visits={isVisit ? apiPaths.visits : undefined}
        data-action-bar={hasActionBar ? '' : undefined}
      >
        <a className="skip-link" href="#content">
          تخطَّ إلى المحتوى
        </a>
        {!isBare && frameMarks.header}
        <main id="content" tabIndex={-1}>
          <LightContext value={isLight}>{content}</LightContext>
        </main>
        {!isBare && frameMarks.footer}
        {!hasActionBar && !isBare && frameMarks.bar}
        {!isBare && frameMarks.search}
      </body>
    </html>
  )
}
