import { paths } from '#contract/paths.ts'
import { tellChange } from './shelf.ts'
import { within } from './shelf-database.ts'
import type { ShelfItem } from './shelf-item.ts'

/** The browser's cache that holds the pages that were opened. */
export const pagesCache = 'pages'

const ownPages: readonly string[] = [paths.shelf, paths.offline]

/** Whether a page is the worker's own: the shelf, or the one for missing pages. */
export const isOwnPage = (url: string): boolean => ownPages.includes(new URL(url).pathname)

/** Whether a page belongs to something on the shelf. */
export const isOfShelf = (url: string, items: readonly ShelfItem[]): boolean =>
  items.some(item => new URL(url).origin + item.page === url)

/** Forgets the pages that were opened, with their copies, but for those of things on the shelf. */
export async function forgetOpened(): Promise<void> {
  const opened = await within(['pages', 'items'], 'readonly', async stores => {
    const [pages, items] = await Promise.all([stores.pages.all(), stores.items.all()])
    return pages.filter(({ url }) => !isOwnPage(url) && !isOfShelf(url, items))
  })
  const cache = await caches.open(pagesCache)
  await Promise.all(opened.map(({ url }) => cache.delete(url, { ignoreVary: true })))
  await within(['pages'], 'readwrite', async ({ pages }) => {
    for (const { url } of opened) await pages.remove(url)
  })
  tellChange()
}
