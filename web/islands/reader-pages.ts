import { formatPlainNumber } from '#contract/format.ts'
import { pagePicturePath } from '#contract/paths.ts'
import type { PageWidth } from '#contract/resources/file.ts'
import { PictureLine } from './picture-line.ts'

/** So many pages away from what is read keep their pictures. */
const nearPages = 12
const readingWidth: PageWidth = 840
const closeWidth: PageWidth = 1400
export const thumbnailWidth: PageWidth = 160

/** The pages of a document below each other. Pages from 1. */
export interface ReaderPages {
  count: number
  line: PictureLine
  element(page: number): HTMLElement | undefined
  address(page: number, width: PageWidth): string
  /** Lets the pictures be sharp at so many times the width of the screen. */
  sharpen(zoom: number): void
}

/** Lays out all pages at their sizes around those that are there, and fills those in view. `onPlace` hears which one is read. */
export function layPages(root: HTMLElement, onPlace: (page: number) => void): ReaderPages {
  const { file = '', shapes = '', light } = root.dataset
  const isLight = light !== undefined
  const list = root.querySelector<HTMLElement>('.reader-pages')
  const heights = shapes.split(' ').flatMap(run => {
    const [count = 0, height = 0] = run.split('x').map(Number)
    return Array.from({ length: count }, () => height)
  })
  const line = new PictureLine()
  const items: HTMLElement[] = []
  const sizes = list?.querySelector('img')?.sizes ?? ''
  let zoom = 1
  let here = Number(root.dataset.page)
  const address = (page: number, width: PageWidth) => pagePicturePath(file, page, width)

  const there = new Map(
    [...(list?.children ?? [])].map(item => [(item as HTMLLIElement).value, item as HTMLElement]),
  )
  const [first = 1] = there.keys()
  const before = document.createDocumentFragment()
  const after = document.createDocumentFragment()
  heights.forEach((height, index) => {
    const page = index + 1
    const item =
      there.get(page) ?? Object.assign(document.createElement('li'), { id: `page-${page}`, value: page })
    item.style.aspectRatio = `1000/${height}`
    items.push(item)
    if (!there.has(page)) (page < first ? before : after).append(item)
  })
  const anchor = items[here - 1]
  const top = anchor?.getBoundingClientRect().top ?? 0
  root.classList.add('is-live')
  list?.prepend(before)
  list?.append(after)
  scrollBy(0, (anchor?.getBoundingClientRect().top ?? 0) - top)

  function setSources(image: HTMLImageElement, page: number): void {
    if (!isLight) {
      image.sizes = zoom > 1 ? `${zoom * 100}vw` : sizes
      image.srcset = `${address(page, readingWidth)} ${readingWidth}w, ${address(page, closeWidth)} ${closeWidth}w`
    }
    image.src = address(page, readingWidth)
  }

  function fill(item: HTMLElement, page: number): void {
    if (item.firstElementChild) return
    const image = new Image(1000, heights[page - 1])
    image.decoding = 'async'
    image.alt = `الصفحة ${formatPlainNumber(page)} من ${formatPlainNumber(heights.length)}`
    image.addEventListener('error', () => fail(item, page))
    item.append(image)
    line.want(image, () => setSources(image, page))
  }

  function fail(item: HTMLElement, page: number): void {
    const said = document.createElement('p')
    said.className = 'reader-failed'
    const again = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button is-quiet',
      textContent: 'أعد المحاولة',
    })
    again.addEventListener('click', event => {
      event.stopPropagation()
      item.replaceChildren()
      fill(item, page)
    })
    said.append(`تعذر عرض الصفحة ${formatPlainNumber(page)}.`, again)
    item.replaceChildren(said)
  }

  for (const [page, item] of there) {
    const image = item.querySelector('img')
    image?.addEventListener('error', () => fail(item, page))
    if (image?.complete && !image.naturalWidth && image.loading === 'eager') fail(item, page)
  }

  const pageOf = (target: Element) => (target as HTMLLIElement).value
  const near = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf(target)
        const image = target.querySelector('img')
        if (isIntersecting) fill(target as HTMLElement, page)
        else if (image && !image.complete) {
          line.forget(image)
          if (!image.src) image.remove()
        } else if (Math.abs(page - here) > nearPages) target.replaceChildren()
      }
    },
    { rootMargin: '60% 0px' },
  )
  const seen = new Set<number>()
  const middle = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(pageOf(target))
        else seen.delete(pageOf(target))
      }
      if (seen.size === 0 || seen.has(here)) return
      here = Math.min(...seen)
      onPlace(here)
    },
    { rootMargin: '-50% 0px -49% 0px' },
  )
  for (const item of items) {
    near.observe(item)
    middle.observe(item)
  }

  return {
    count: heights.length,
    line,
    address,
    element: page => items[page - 1],
    sharpen(wanted) {
      zoom = wanted
      for (const image of list?.querySelectorAll('img') ?? [])
        if (image.srcset) image.sizes = zoom > 1 ? `${zoom * 100}vw` : sizes
    },
  }
}
