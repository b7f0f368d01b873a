import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { isKeepable, readFacts } from '#web/shelf/record-facts.ts'
import { matchesShelf } from '#web/shelf/search-shelf.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { ShelfItem } from '#web/shelf/shelf-item.ts'
import { changeItem, keep, onChange, readPages, readShelf, remove } from '#web/shelf/shelf.ts'
import type { Shelf } from '#web/shelf/shelf.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { tellPage } from './keep.ts'
import { attachShelfMark } from './shelf-mark.ts'
import { attachPack, renewPacks } from './shelf-pack.ts'
import { showRoom, textOfFull } from './shelf-room.ts'
import { fillList, rowMaker } from './shelf-rows.ts'
import type { RowAct } from './shelf-rows.ts'

const ownPages: readonly string[] = [paths.shelf, paths.offline]

/** How fast each item comes. Units: bytes; milliseconds; bytes a second. */
class Speeds {
  readonly now = new Map<string, number>()
  private readonly seen = new Map<string, { bytes: number; atMs: number }>()

  look({ items, files }: Shelf): void {
    const atMs = performance.now()
    for (const item of items) {
      const bytes = sizeOf(item, files)
      const before = this.seen.get(item.id)
      if (before && bytes > before.bytes) {
        this.now.set(item.id, ((bytes - before.bytes) / Math.max(1, atMs - before.atMs)) * 1000)
      }
      if (!before || bytes !== before.bytes) this.seen.set(item.id, { bytes, atMs })
    }
  }
}

/** Fills the page of the shelf from the device and keeps it true while things are loaded, added and removed. */
export function attachShelfPage(root: HTMLElement): void {
  if (!canKeep()) return
  attachShelfMark()
  const slot = (name: string) => root.querySelector<HTMLElement>(`[data-slot=${name}]`)
  const list = (name: string) => root.querySelector<HTMLElement>(`[data-list=${name}]`)
  const search = slot('search')?.querySelector('input')
  const speeds = new Speeds()
  let drawing: Promise<void> | undefined
  let isStale = false

  const say = (text: string) => slot('said')?.replaceChildren(text)
  const changed = () => {
    tellPage()
    draw()
  }

  const acts: Record<RowAct, (item: ShelfItem) => Promise<unknown>> = {
    pause: item => changeItem(item.id, () => ({ state: 'paused' })),
    resume: async item => {
      await changeItem(item.id, () => ({ state: 'wanted' }))
      await tellWorker()
    },
    renew: async item => {
      if (item.newer) await keep([item.newer])
      await tellWorker([item.page])
    },
    cancel: item => remove(item.id),
    remove: async item => {
      await remove(item.id)
      say(`أُزيل «${item.title}» من رفّك.`)
    },
  }
  const maker = rowMaker(root, speeds.now, (what, item) => {
    acts[what](item).then(changed, () => say('تعذر ذلك الآن. أعد المحاولة.'))
  })

  /* Rows are exchanged only when they say something else, so that nobody loses the place or an open menu. */
  let drawn = ''
  async function drawNow(): Promise<void> {
    const [shelf, pages] = await Promise.all([readShelf(), readPages()])
    speeds.look(shelf)
    const typed = search?.value ?? ''
    const found = shelf.items.filter(item => matchesShelf([item.title, item.about], typed))
    const opened = pages.filter(
      page =>
        !ownPages.includes(new URL(page.url).pathname) &&
        !shelf.items.some(item => page.url.endsWith(item.page)) &&
        matchesShelf([page.title], typed),
    )
    const form = JSON.stringify([shelf.items, [...shelf.files.values()], pages, typed, navigator.onLine])
    if (form === drawn) return
    drawn = form
    const loading = found.filter(({ state }) => state !== 'kept')
    const place = document.activeElement instanceof HTMLElement ? placeOf(document.activeElement) : undefined
    fillList(
      list('loading'),
      loading.toReversed().map(item => maker.ofItem(item, shelf)),
    )
    fillList(
      list('kept'),
      found.filter(({ state }) => state === 'kept').map(item => maker.ofItem(item, shelf)),
    )
    fillList(list('pages'), opened.slice(0, limits.keptPages).map(maker.ofPage))
    for (const row of await rowPictures(found))
      list('kept')?.querySelector(`[id="${row.id}"]`)?.append(row.picture)
    const heading = list('loading')?.querySelector('h2 span')
    heading?.replaceChildren(navigator.onLine ? 'قيد التنزيل' : 'تكمل وحدها حين يعود الإنترنت')
    list('kept')
      ?.querySelector('h2 span')
      ?.replaceChildren(navigator.onLine ? 'على الجهاز' : 'اقرأ الآن')
    if (place) root.querySelector<HTMLElement>(place)?.focus()
    const hide = (name: string, isHidden: boolean) => {
      const part = slot(name)
      if (part) part.hidden = isHidden
    }
    hide('offline', navigator.onLine)
    hide(
      'search',
      shelf.items.length === 0 && pages.every(page => ownPages.includes(new URL(page.url).pathname)),
    )
    hide('empty', shelf.items.length > 0)
    if (typed && found.length + opened.length === 0) say('لا شيء على رفّك بهذه الكلمات.')
    else if (typed) say('')
    await showRoom(root, shelf)
    showFull(shelf)
  }

  function showFull({ items }: Shelf): void {
    const full = items.filter(({ state }) => state === 'full')
    const part = slot('full')
    if (!part) return
    part.hidden = full.length === 0
    if (full.length === 0) return
    slot('full-text')?.replaceChildren(textOfFull(full))
    const longUnopened = items
      .filter(({ state }) => state === 'kept')
      .toSorted((a, b) => a.openedAt - b.openedAt)
      .slice(0, limits.shelfLongUnopened)
    slot('long-unopened')?.replaceChildren(
      ...longUnopened.map(item => {
        const row = maker.ofItem(item, { items, files: new Map() })
        row.removeAttribute('id')
        row.querySelector('details')?.setAttribute('open', '')
        return row
      }),
    )
  }

  function draw(): void {
    isStale = true
    drawing ??= (async () => {
      while (isStale) {
        isStale = false
        await drawNow()
      }
    })()
      .catch(() => say('تعذرت قراءة رفّك على هذا الجهاز. أعد فتح الصفحة.'))
      .finally(() => (drawing = undefined))
  }

  search?.addEventListener('input', draw)
  root.addEventListener('click', event => {
    const link = (event.target as Element).closest('a[data-slot=open]')
    const id = link?.closest('li')?.id
    if (id) void changeItem(id, () => ({ openedAt: Date.now() }))
  })
  onChange(draw)
  for (const type of ['online', 'offline']) addEventListener(type, draw)
  attachPack(root, changed)
  draw()
  void renew().then(changed, () => {})
}

/** Asks once a day what the kept records have become; nothing newer is loaded before the student takes it. */
async function renew(): Promise<void> {
  if (!navigator.onLine) return
  await renewPacks()
  const { items } = await readShelf()
  const long = Date.now() - limits.shelfUpdateCheckMs
  for (const { id, kind, state, checkedAt, files } of items) {
    if (state !== 'kept' || checkedAt > long || !isKeepable(kind)) continue
    const facts = await readFacts(kind, id.split(':')[1] ?? '').catch(() => undefined)
    const isSame = facts?.files.map(file => file.sha256).join() === files.map(file => file.sha256).join()
    await changeItem(id, () => ({ checkedAt: Date.now(), ...(facts && !isSame ? { newer: facts } : {}) }))
  }
}

/** A row of results as it was cut out. */
async function rowPictures(items: readonly ShelfItem[]): Promise<{ id: string; picture: HTMLElement }[]> {
  return items.flatMap(({ id, picture, title }) => {
    if (!picture) return []
    const image = Object.assign(new Image(), {
      src: URL.createObjectURL(picture),
      alt: `${title}، كما في الورقة`,
    })
    image.className = 'shelf-own-row'
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
    return [{ id, picture: image }]
  })
}

/** A selector that finds the same button of the same row again. */
function placeOf(active: HTMLElement): string | undefined {
  const row = active.closest('.shelf-row')
  const act = active.dataset.act ?? active.dataset.slot
  return row?.id && act ? `[id="${row.id}"] :is([data-act="${act}"], [data-slot="${act}"])` : undefined
}
