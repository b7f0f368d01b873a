import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageSources, thumbnailWidth } from '#contract/page-pictures.ts'
import { pagePicturePath, pageTextPath } from '#contract/paths.ts'
import { ask } from '#web/ask.ts'
import { PictureLine, stop } from './picture-line.ts'
import { attachPictureWords } from './reader-picture.ts'

/** So many pages away from what is read keep their pictures, and all those around the screen. */
const nearPages = 12
/** Where a page that scrolls in or out is looked at anew. Units: shares of the page. */
const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

/** The pages of a document below each other. Pages from 1. */
export interface ReaderPages {
  count: number
  line: PictureLine
  element(page: number): HTMLElement | undefined
  /** Puts a page at the top of the screen: it is the one read, also where several are seen whole. */
  show(page: number): void
  /** The address of the small picture of a page. */
  thumbnail(page: number): string
  /** Puts what stands on a page beside its picture, for whoever does not see that. */
  tell(page: number): void
  /** Lets the pictures be sharp at so many times the width of the screen. */
  sharpen(zoom: number): void
}

/**
 * Lays out all pages at their sizes around those that are there, and fills those in view. `onPlace` hears which one is read,
 * `onFill` of each page that gets its picture.
 */
export function layPages(
  root: HTMLElement,
  onPlace: (page: number) => void,
  onFill: (page: number, item: HTMLElement) => void,
): ReaderPages {
  const { file = '', shapes = '', light, texts, guess } = root.dataset
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

  const there = new Map(
    [...(list?.children ?? [])].map(item => [(item as HTMLLIElement).value, item as HTMLElement]),
  )
  heights.forEach((height, index) => {
    const page = index + 1
    const item =
      there.get(page) ?? Object.assign(document.createElement('li'), { id: `page-${page}`, value: page })
    item.style.aspectRatio = `1000/${height}`
    items.push(item)
  })
  const anchor = items[here - 1]
  const top = anchor?.getBoundingClientRect().top ?? 0
  root.classList.add('is-live')
  /* Those that are there are put in anew: else browsers count what stays in its place as having come from far away. */
  list?.replaceChildren(...items)
  scrollBy(0, (anchor?.getBoundingClientRect().top ?? 0) - top)

  function setSources(image: HTMLImageElement, page: number): void {
    const { src, webpSrcSet } = pageSources(file, page)
    if (!isLight) {
      image.sizes = zoom > 1 ? `${zoom * 100}vw` : sizes
      image.srcset = webpSrcSet
    }
    image.src = src
  }

  function fill(item: HTMLElement, page: number): void {
    if (item.firstElementChild) return
    const image = new Image(1000, heights[page - 1])
    image.decoding = 'async'
    image.alt = `الصفحة ${formatPlainNumber(page)} من ${formatPlainNumber(heights.length)}`
    words.watch(image, item, page)
    item.append(image)
    onFill(page, item)
    line.want(image, () => setSources(image, page))
    if (!isLight) showSmall(image, item, page)
    /* What stood beside the picture that did not come went with it. */
    if (wanted.has(page) && Math.abs(page - here) <= 1) tell(page)
  }

  /** The small picture of a page, behind the one that is to come. */
  function showSmall(image: HTMLImageElement, item: HTMLElement, page: number): void {
    const small = new Image()
    small.addEventListener('load', () => item.style.setProperty('--small', `url("${small.src}")`))
    line.want(small, () => (small.src = pagePicturePath(file, page, thumbnailWidth)), image)
  }

  const words = attachPictureWords(list, root.querySelector('#reader-more'), {
    fill: (item, page) => inReach.has(item) && fill(item, page),
    again(item, page) {
      /* What the file is like was not known yet: the server knows by now what is the matter with it. */
      if (guess !== undefined) return location.reload()
      fill(item, page)
    },
  })

  const asked = new Set<Element>()
  /** Pages whose text was wanted since they were read. */
  const wanted = new Set<number>()
  function tell(page: number): void {
    wanted.add(page)
    putText(page).catch(() => {})
  }

  async function putText(page: number): Promise<void> {
    const item = items[page - 1]
    const image = item?.querySelector('img')
    if (texts === undefined || !image || asked.has(image) || item?.querySelector('.page-text')) return
    asked.add(image)
    const answer = await ask(pageTextPath(file, page))
    const text = answer.status === 200 ? await answer.text() : ''
    if (!text || !item?.contains(image)) return
    const lines = text
      .split('\n')
      .map(line => Object.assign(document.createElement('p'), { textContent: line }))
    const told = Object.assign(document.createElement('div'), { className: 'visually-hidden page-text' })
    told.append(...lines)
    item.append(told)
  }

  for (const [page, item] of there) {
    const image = item.querySelector('img')
    if (!image) continue
    if (image.complete && !image.naturalWidth) words.fail(item, page)
    else {
      words.watch(image, item, page)
      const giveUp = setTimeout(() => image.complete || stop(image), limits.pictureGiveUpMs)
      image.addEventListener('load', () => clearTimeout(giveUp))
    }
  }

  const pageOf = (target: Element) => (target as HTMLLIElement).value
  /* Nothing tells of these again before they leave. */
  const inReach = new Set<Element>()
  const near = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          inReach.add(target)
          fill(target as HTMLElement, pageOf(target))
        } else {
          inReach.delete(target)
          forget(target)
          words.forget(target as HTMLElement, pageOf(target))
        }
      }
      letGo()
    },
    { rootMargin: '60% 0px' },
  )
  const seen = new Set<number>()
  const inView = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(pageOf(target))
        else seen.delete(pageOf(target))
      }
      const read = readIn(seen)
      if (read === here) return
      here = read
      onPlace(here)
      letGo()
    },
    { threshold: steps },
  )
  for (const item of items) {
    near.observe(item)
    inView.observe(item)
  }

  /** A picture that still waits for its turn; one that has begun comes. */
  function forget(item: Element): void {
    const image = item.querySelector('img')
    if (!image || image.src) return
    line.forget(image)
    /* A page without anything in it is filled anew. */
    item.replaceChildren()
  }

  /** Pictures far from the page that is read, for devices with little memory. */
  function letGo(): void {
    for (const item of list?.querySelectorAll('li:has(img)') ?? []) {
      if (inReach.has(item) || Math.abs(pageOf(item) - here) <= nearPages) continue
      forget(item)
      item.replaceChildren()
    }
  }

  /** The page of which most is seen; the one that was read before any that is not seen better. */
  function readIn(pages: ReadonlySet<number>): number {
    const shares = [here, ...[...pages].toSorted((a, b) => a - b)].map(page => ({
      page,
      share: shareSeen(items[page - 1]),
    }))
    return shares.reduce((best, each) => (each.share > best.share + 0.01 ? each : best)).page
  }

  return {
    count: heights.length,
    line,
    thumbnail: page => pagePicturePath(file, page, thumbnailWidth),
    element: page => items[page - 1],
    tell,
    show(page) {
      here = page
      items[page - 1]?.scrollIntoView({ block: 'start' })
    },
    sharpen(wanted) {
      zoom = wanted
      for (const image of list?.querySelectorAll('img') ?? []) {
        const page = Number(image.closest('li')?.value)
        if (image.src) setSources(image, page)
      }
    },
  }
}

/** How much of a page is seen, or how much of the screen it fills: whichever is more. */
function shareSeen(item: HTMLElement | undefined): number {
  if (!item) return 0
  const { top, bottom, height } = item.getBoundingClientRect()
  return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / Math.min(height, innerHeight)
}
