import { formatPlainNumber } from '#contract/format.ts'
import { lastPage } from './reader-memory.ts'

/**
 * Says beside the chapter in which this device stopped at which page that was, and leads there; also on what unfolds the
 * chapters that are folded away, if it is one of them.
 */
export function attachReadPlace(root: HTMLElement): void {
  const page = lastPage(root.dataset.readAs ?? '')
  const rows = [...root.querySelectorAll<HTMLAnchorElement>('[data-chapter-page]')]
  const row = rows.findLast(({ dataset }) => Number(dataset.chapterPage) <= page)
  if (page <= 1 || !row || row.querySelector('.chapter-place')) return
  const placeOf = () => {
    const place = document.createElement('span')
    place.className = 'chapter-place'
    place.textContent = `مكانك ص ${formatPlainNumber(page)}`
    return place
  }
  row.querySelector('.chapter-page')?.before(placeOf())
  /* Unfolded from here, it would move what is being touched. */
  row.closest('details')?.querySelector('summary svg')?.before(placeOf())
  const address = new URL(row.href)
  address.searchParams.set('page', String(page))
  row.href = address.href
}
