import { attachKeep } from './keep.ts'
import { attachShelfMark } from './shelf-mark.ts'

/** What a student keeps, wherever it shows: the sign in the header, a button that keeps a record, the page of the shelf. */
export async function attachShelf(element: HTMLElement): Promise<void> {
  if (element.dataset.shelved) attachKeep(element)
  else if (element instanceof HTMLAnchorElement && element.hasAttribute('download'))
    (await import('./download.ts')).attachDownload(element)
  else if (element.dataset.shelfPage === undefined) attachShelfMark()
  else (await import('./shelf-page.ts')).attachShelfPage(element)
}
