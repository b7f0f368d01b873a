import { paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { menuEntries } from './menu-data.ts'
import { placeHrefs } from './place-bar.tsx'

/* They are the present one at their own address alone; a section is so below it too. */
const single: readonly string[] = [paths.home, paths.search]

/**
 * Where an address stands for the frame of a page: at home, at the search, in a section, or nowhere (''). All that stand at
 * one place have the same frame.
 */
export function placeOf(path: string, settings: SiteSettings): string {
  if (single.includes(path)) return path
  const sections = new Set([...menuEntries(settings).map(({ href }) => href), ...placeHrefs])
  return [...sections].find(href => path === href || path.startsWith(`${href}/`)) ?? ''
}
