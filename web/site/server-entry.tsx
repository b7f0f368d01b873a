import { notFoundAnswer } from './define-page.tsx'
import { useAssets } from './document.tsx'
import type { SiteBundle } from './page-module.ts'
import { pages } from './pages.ts'

/** What the server takes from the built bundle. */
export const site: SiteBundle = { pages, useAssets, notFound: notFoundAnswer }
