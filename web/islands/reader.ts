import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { thumbnailWidth } from '#contract/page-pictures.ts'
import { attachFind } from './reader-find.ts'
import { attachHits } from './reader-hits.ts'
import { attachKeys } from './reader-keys.ts'
import {
  isPaperLight,
  lastPage,
  markedPages,
  rememberPage,
  rememberPaper,
  toggleMark,
} from './reader-memory.ts'
import { layPages } from './reader-pages.ts'

const addressDelayMs = 250
const thumbnailsBeside = 2
/** So far somebody reads on before the tools give way. Units: CSS pixels. */
const readOnPx = 120

/** Makes a document readable as a whole: all pages, tools after a tap, the place kept in the address and on the device. */
export function attachReader(root: HTMLElement): void {
  const find = <Found extends HTMLElement>(selector: string) => root.querySelector<Found>(selector)
  const key = root.dataset.reading ?? ''
  const slider = find<HTMLInputElement>('.reader-slider input')
  const output = find('.reader-slider output')
  const place = find('.reader-place')
  const stage = find('.reader-stage')
  const chapter = find('[data-chapter]')
  const about = chapter?.textContent ?? ''
  const chapters = [...root.querySelectorAll<HTMLElement>('#reader-chapters [data-to]')]
  let here = Number(root.dataset.page)
  let zoom = 1
  let openedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const hits = attachHits(root)
  const pages = layPages(root, settle, attachFind(root))
  const tool = (name: string) => find<HTMLButtonElement>(`[data-tool=${name}]`)
  const isOpen = () => root.classList.contains('is-open')

  /** A link to a page with its picture, in a list of small pages. */
  function thumbnail(page: number): HTMLElement {
    const item = document.createElement('li')
    const link = Object.assign(document.createElement('a'), { href: `?page=${page}` })
    link.dataset.to = String(page)
    if (page === here) link.setAttribute('aria-current', 'page')
    const image = new Image(thumbnailWidth, 226)
    image.alt = ''
    link.append(image, formatPlainNumber(page))
    item.append(link)
    return item
  }
  function loadThumbnail(item: Element): void {
    const image = item.querySelector('img')
    const page = Number(item.querySelector<HTMLElement>('[data-to]')?.dataset.to)
    if (image && !image.src) pages.line.want(image, () => (image.src = pages.thumbnail(page)))
  }

  function showNear(): void {
    const start = Math.max(1, Math.min(here - thumbnailsBeside, pages.count - 2 * thumbnailsBeside))
    const near = Array.from(
      { length: Math.min(2 * thumbnailsBeside + 1, pages.count) },
      (_, at) => start + at,
    )
    const items = near.map(thumbnail)
    const list = find('.reader-near')
    const focused = list?.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.to
      : undefined
    list?.replaceChildren(...items)
    for (const item of items) loadThumbnail(item)
    if (!focused) return
    const links = items.map(item => item.querySelector<HTMLElement>('[data-to]'))
    const same = links.find(link => link?.dataset.to === focused)
    const own = same ?? links.find(link => link?.hasAttribute('aria-current'))
    own?.focus({ preventScroll: true })
  }

  const all = find('#reader-all')
  const seen = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) loadThumbnail(target)
  })
  all?.addEventListener('toggle', event => {
    /* Nobody waits for the pictures of a list that is closed. */
    if (event.newState !== 'open') return find('.reader-grid')?.replaceChildren()
    const items = Array.from({ length: pages.count }, (_, at) => thumbnail(at + 1))
    find('.reader-grid')?.replaceChildren(...items)
    for (const item of items) seen.observe(item)
    items[here - 1]?.scrollIntoView({ block: 'center' })
    showMarks()
  })

  function showMarks(): void {
    const marks = markedPages(key)
    tool('mark')?.setAttribute('aria-pressed', String(marks.includes(here)))
    const links = marks.flatMap(page => {
      const link = Object.assign(document.createElement('a'), {
        href: `?page=${page}`,
        textContent: formatPlainNumber(page),
      })
      link.dataset.to = String(page)
      return [link, ' ']
    })
    find('[data-marks]')?.replaceChildren(...(links.length > 0 ? ['علّمتَ: ', ...links] : []))
  }

  function settle(page: number): void {
    pages.element(here)?.removeAttribute('aria-current')
    here = page
    pages.element(here)?.setAttribute('aria-current', 'page')
    const number = formatPlainNumber(here)
    if (place) place.textContent = number
    if (output) output.textContent = number
    if (slider) slider.value = String(here)
    const inside = chapters.findLast(each => Number(each.dataset.to) <= here)
    if (chapter) chapter.textContent = inside?.querySelector('bdi')?.textContent ?? about
    hits.show(here)
    showMarks()
    if (isOpen()) showNear()
    clearTimeout(timer)
    timer = setTimeout(() => {
      const address = new URL(location.href)
      address.searchParams.set('page', String(here))
      history.replaceState(history.state, '', address)
      rememberPage(key, here)
      for (const page of [here, here + 1]) pages.tell(page)
    }, addressDelayMs)
  }

  function goTo(page: number): void {
    const target = Math.max(1, Math.min(pages.count, page))
    pages.show(target)
    settle(target)
  }

  function open(isWanted: boolean): void {
    root.classList.toggle('is-open', isWanted)
    openedAt = scrollY
    if (isWanted) showNear()
  }

  function setZoom(wanted: number): void {
    const item = pages.element(here)
    if (!item) return
    const old = item.getBoundingClientRect()
    const at = (innerHeight / 2 - old.top) / old.height
    zoom = Math.max(limits.minZoom, Math.min(limits.maxZoom, wanted))
    root.style.setProperty('--zoom', String(zoom))
    pages.sharpen(zoom)
    const now = item.getBoundingClientRect()
    scrollBy(0, now.top + at * now.height - innerHeight / 2)
    if (stage) stage.scrollLeft = ((stage.clientWidth - stage.scrollWidth) / 2) | 0
    const [larger, smaller] = [tool('larger'), tool('smaller')]
    if (larger) larger.disabled = zoom >= limits.maxZoom
    if (smaller) smaller.disabled = zoom <= limits.minZoom
  }

  function fillScreen(): void {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen?.()
    done?.catch(() => {})
  }

  const acts: Record<string, () => void> = {
    larger: () => setZoom(zoom + limits.zoomStep),
    smaller: () => setZoom(zoom - limits.zoomStep),
    fill: fillScreen,
    mark: () => {
      toggleMark(key, here)
      showMarks()
    },
  }
  root.addEventListener('click', event => {
    const target = event.target as Element
    const link = target.closest<HTMLElement>('[data-to]')
    const name = target.closest<HTMLElement>('[data-tool]')?.dataset.tool
    if (link) {
      event.preventDefault()
      link.closest<HTMLElement>('[popover]')?.hidePopover()
      goTo(Number(link.dataset.to))
    } else if (name) acts[name]?.()
    else if (target.closest('.reader-stage') && !target.closest('button,a')) open(!isOpen())
  })
  stage?.addEventListener('dblclick', () => setZoom(zoom > 1 ? 1 : 2))
  const paper = find<HTMLInputElement>('.reader-paper input')
  if (paper) {
    paper.checked = isPaperLight()
    paper.addEventListener('change', () => rememberPaper(paper.checked))
  }
  slider?.addEventListener('input', () => {
    if (output) output.textContent = formatPlainNumber(Number(slider.value))
  })
  slider?.addEventListener('change', () => goTo(Number(slider.value)))
  addEventListener(
    'scroll',
    () => {
      if (
        isOpen() &&
        Math.abs(scrollY - openedAt) > readOnPx &&
        !document.activeElement?.closest('.reader-tools,.reader-head:not(.is-finding)')
      )
        open(false)
    },
    { passive: true },
  )
  attachKeys({
    step: pagesOn => goTo(here + pagesOn * (matchMedia('(min-width: 1100px)').matches ? 2 : 1)),
    stepHit: by => {
      const to = hits.from(here, by)
      if (to !== undefined) goTo(to)
    },
    zoomBy: steps => setZoom(steps === 0 ? 1 : zoom + steps * limits.zoomStep),
    isZoomed: () => zoom > 1,
    fill: fillScreen,
    open,
  })

  const last = lastPage(key)
  if (last > 1 && last <= pages.count && !new URLSearchParams(location.search).has('page')) goTo(last)
  else settle(here)
  open(true)
}
