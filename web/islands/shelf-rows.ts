import { formatDate, formatFileSize, formatSince } from '#contract/format.ts'
import { filePath } from '#contract/paths.ts'
import { matchesShelf } from '#web/shelf/search-shelf.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { KeptPage, ShelfItem } from '#web/shelf/shelf-item.ts'
import type { Shelf } from '#web/shelf/shelf.ts'

/** What a row does when one of its buttons is pressed. */
export type RowAct = 'pause' | 'resume' | 'renew' | 'cancel' | 'remove'

/** Which rows there are, made of the page's templates. */
export interface RowMaker {
  ofItem(item: ShelfItem, shelf: Shelf): HTMLElement
  ofPage(page: KeptPage): HTMLElement
}

/** What a press on an item opens: its file where that is one PDF, otherwise its page. */
export function addressOf({ id, kind, files, page, state }: ShelfItem): string {
  const [only, ...others] = files
  if (kind === 'row') return `#${id}`
  /* On the device it is found by its bytes, also where its own address names none. */
  if (kind === 'file' && state === 'kept' && only) return filePath(only.sha256, only.name)
  if (state !== 'kept' || !only || others.length > 0 || only.type !== 'application/pdf') return page
  return only.url
}

/** How far an item is, in words. Units of `speed`: bytes a second. */
function progressOf(item: ShelfItem, shelf: Shelf, speed: number): string {
  const bytes = sizeOf(item, shelf.files)
  const begun = bytes > 0
  const received = formatFileSize(bytes)
  const all = formatFileSize(sizeOf(item))
  const part = begun ? `${received} من ${all}` : all
  if (item.state === 'failed') return `تعذر حفظه: لم يعد الملف كما كان. ${all}`
  if (item.state === 'full') return `لا تتسع له المساحة · ${part}`
  if (item.state === 'paused') return begun ? `متوقفة عند ${part}` : `لم تبدأ · ${all}`
  if (!navigator.onLine) return begun ? `متوقفة عند ${part}` : `لم تبدأ · ${all}`
  return begun && speed > 0 ? `${part} · ${formatFileSize(speed)}/ث` : begun ? part : `في الانتظار · ${all}`
}

function aboutKept(item: ShelfItem): string {
  if (item.kind === 'row') {
    return `${item.about} · كما كان في ${formatDate(new Date(item.addedAt))}`
  }
  const size = formatFileSize(sizeOf(item))
  /* What the title says is not said again. */
  const about = item.about.split(' · ').filter(part => !matchesShelf([item.title], part))
  return [...about, size, item.newer && `تحديث متاح ${formatFileSize(sizeOf(item.newer))}`]
    .filter(Boolean)
    .join(' · ')
}

const plain = (html: string) => new DOMParser().parseFromString(html, 'text/html').documentElement.textContent

/** Makes rows of the templates in `root`; `speeds` says how fast an item comes. */
export function rowMaker(
  root: HTMLElement,
  speeds: ReadonlyMap<string, number>,
  act: (what: RowAct, item: ShelfItem) => void,
): RowMaker {
  /* A row that says the same stays, whatever else is new of its item. */
  const latest = new Map<string, ShelfItem>()
  const clone = (selector: string) =>
    root.querySelector<HTMLTemplateElement>(selector)?.content.cloneNode(true) as DocumentFragment | undefined

  function row(sign: ShelfItem['kind'] | 'page', title: string, about: string, href: string): HTMLElement {
    const made = clone('template[data-row]')?.firstElementChild as HTMLElement
    const slot = (name: string) => made.querySelector<HTMLElement>(`[data-slot=${name}]`)
    slot('title')?.replaceChildren(title)
    slot('about')?.replaceChildren(about)
    slot('open')?.setAttribute('href', href)
    slot('open')?.removeAttribute('aria-label')
    const picture = clone(`template[data-sign=${sign}]`) ?? clone('template[data-sign=page]')
    if (picture) slot('tile')?.append(picture)
    return made
  }

  function showActs(made: HTMLElement, shown: readonly string[], title: string): void {
    for (const each of made.querySelectorAll<HTMLElement>('.shelf-acts > [data-act]')) {
      each.hidden = !shown.includes(each.dataset.act ?? '')
      if (each.dataset.label) each.setAttribute('aria-label', `${each.dataset.label} «${title}»`)
    }
    made.querySelector('[data-slot=more]')?.setAttribute('aria-label', `المزيد عن «${title}»`)
  }

  return {
    ofItem(item, shelf) {
      const isKept = item.state === 'kept'
      const about = isKept ? aboutKept(item) : progressOf(item, shelf, speeds.get(item.id) ?? 0)
      const made = row(item.kind, item.title, about, addressOf(item))
      latest.set(item.id, item)
      made.id = item.id
      made.dataset.item = item.id
      made.dataset.state = item.state
      if (item.subject)
        made.querySelector<HTMLElement>('.shelf-tile')?.setAttribute('data-subject', item.subject)
      const progress = made.querySelector<HTMLProgressElement>('progress')
      if (progress) {
        progress.hidden = isKept
        progress.value = sizeOf(item, shelf.files) / Math.max(1, sizeOf(item))
        progress.setAttribute('aria-label', `تنزيل «${item.title}»`)
      }
      const acts = {
        kept: item.newer ? ['renew', 'more'] : ['more'],
        wanted: ['pause', 'cancel'],
        paused: ['resume', 'cancel'],
        full: ['resume', 'cancel'],
        failed: ['resume', 'cancel'],
      }
      showActs(made, acts[item.state], item.title)
      const page = made.querySelector<HTMLElement>('[data-slot=page]')
      page?.setAttribute('href', item.page)
      if (item.kind === 'row') page?.remove()
      made.addEventListener('click', event => {
        const pressed = (event.target as Element).closest<HTMLElement>('button[data-act]')
        if (pressed) act(pressed.dataset.act as RowAct, latest.get(item.id) ?? item)
      })
      return made
    },
    ofPage({ title, url, keptAt }) {
      const { pathname, search } = new URL(url)
      const made = row(
        'page',
        plain(title) ?? url,
        `كما كانت ${formatSince(new Date(keptAt))}`,
        pathname + search,
      )
      made.querySelector('progress')?.remove()
      made.querySelector('.shelf-acts')?.remove()
      return made
    },
  }
}

/** Adds to rows of results what was cut out of their sheets. */
export function addRowPictures(list: HTMLElement | null, items: readonly ShelfItem[]): void {
  for (const { id, picture, title } of items) {
    const row = list?.querySelector(`[data-item="${CSS.escape(id)}"]`)
    if (!picture || !row || row.querySelector('.shelf-own-row')) continue
    const image = Object.assign(new Image(), {
      src: URL.createObjectURL(picture),
      alt: `${title}، كما في الورقة`,
    })
    image.className = 'shelf-own-row'
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
    row.append(image)
  }
}
