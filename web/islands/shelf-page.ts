import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { forgetOpened, isOfShelf, isOwnPage } from '#web/shelf/opened-pages.ts'
import { groupShelf } from '#web/shelf/order-shelf.ts'
import { isKeepable, NothingToKeepError, readFacts } from '#web/shelf/record-facts.ts'
import { matchesShelf } from '#web/shelf/search-shelf.ts'
import type { ShelfItem, ShelfState } from '#web/shelf/shelf-item.ts'
import { changeItem, keep, onChange, readPages, readShelf, remove } from '#web/shelf/shelf.ts'
import type { Shelf } from '#web/shelf/shelf.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { tellPage } from './keep.ts'
import { attachShelfMark } from './shelf-mark.ts'
import { fillList, placeOf, restorePlace } from './shelf-lists.ts'
import { attachOrder, orderOf } from './shelf-order.ts'
import { attachPack } from './shelf-pack.ts'
import { renewShelf } from './shelf-renew.ts'
import { showRoom, textOfFull } from './shelf-room.ts'
import { addRowPictures, rowMaker } from './shelf-rows.ts'
import type { RowAct } from './shelf-rows.ts'
import { Speeds } from './shelf-speeds.ts'

/* One file with the shelf: another one would part what the first script of every page names. */
export { readHomeKept } from './home-kept.ts'

/** Fills the page of the shelf from the device and keeps it true while things are loaded, added and removed. */
export function attachShelfPage(root: HTMLElement): void {
  const slot = (name: string) => root.querySelector<HTMLElement>(`[data-slot=${name}]`)
  const unable = slot('unable')
  if (unable) unable.hidden = canKeep()
  if (!canKeep()) return showAll(root)
  attachShelfMark()
  const list = (name: string) => root.querySelector<HTMLElement>(`[data-list=${name}]`)
  const search = slot('search')?.querySelector('input')
  const orderField = slot('order')?.querySelector('select')
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
      if (item.state === 'failed' && item.kind !== 'file') await takeAgain(item)
      else await changeItem(item.id, () => ({ state: 'wanted' }))
      await tellWorker()
    },
    renew: async item => {
      if (item.newer) await keep([item.newer])
      await tellWorker()
    },
    cancel: item => remove(item.id),
    remove: item => remove(item.id),
  }
  const maker = rowMaker(root, speeds.now, (what, item) => {
    const failed = (error: unknown) =>
      say(
        error instanceof NothingToKeepError
          ? `لم يعد «${item.title}» على الموقع.`
          : 'تعذر ذلك الآن. أعد المحاولة.',
      )
    acts[what](item).then(() => {
      say(saidAfter[what](item.title))
      changed()
    }, failed)
  })
  const states = new Map<string, ShelfState>()

  /** Says what ended since the page was drawn last. */
  function sayEnded(items: readonly ShelfItem[]): void {
    const ended = items.filter(({ id, state }) => states.get(id) === 'wanted' && state !== 'wanted')
    const kept = ended.filter(({ state }) => state === 'kept')
    const failed = ended.find(({ state }) => state === 'failed')
    const [only, ...others] = kept
    if (failed) say(`تعذر حفظ «${failed.title}».`)
    else if (only && others.length > 0) say(`${formatCount(kept.length, countedNouns.record)} على جهازك الآن.`)
    else if (only) say(`«${only.title}» على جهازك الآن.`)
    states.clear()
    for (const { id, state } of items) states.set(id, state)
  }

  let drawn = ''
  async function drawNow(): Promise<void> {
    const [shelf, pages] = await Promise.all([readShelf(), readPages()])
    speeds.look(shelf)
    const typed = search?.value ?? ''
    const found = shelf.items.filter(item => matchesShelf([item.title, item.about], typed))
    const opened = pages.filter(
      page => !isOwnPage(page.url) && !isOfShelf(page.url, shelf.items) && matchesShelf([page.title], typed),
    )
    const order = orderOf(orderField)
    const form = JSON.stringify([
      shelf.items,
      [...shelf.files.values()],
      pages,
      typed,
      order,
      navigator.onLine,
    ])
    if (form === drawn) return
    /* What is kept comes before what could be: its fields wait behind a press. */
    if (!drawn && shelf.items.length > 0) slot('choice')?.removeAttribute('open')
    drawn = form
    const loading = found.filter(({ state }) => state !== 'kept')
    const kept = found.filter(({ state }) => state === 'kept')
    const focused = placeOf(document.activeElement)
    fillList(list('loading'), [
      { title: '', rows: loading.toReversed().map(item => maker.ofItem(item, shelf)) },
    ])
    fillList(
      list('kept'),
      groupShelf(kept, order, shelf.files).map(({ title, items }) => ({
        title,
        rows: items.map(item => maker.ofItem(item, shelf)),
      })),
    )
    fillList(list('pages'), [{ title: '', rows: opened.slice(0, limits.keptPages).map(maker.ofPage) }])
    addRowPictures(list('kept'), found)
    sayEnded(shelf.items)
    const heading = list('loading')?.querySelector('h2 span')
    heading?.replaceChildren(navigator.onLine ? 'قيد التنزيل' : 'تكمل وحدها حين يعود الإنترنت')
    list('kept')
      ?.querySelector('h2 span')
      ?.replaceChildren(navigator.onLine ? 'على الجهاز' : 'اقرأ الآن')
    const hide = (name: string, isHidden: boolean) => {
      const part = slot(name)
      if (part) part.hidden = isHidden
    }
    hide('offline', navigator.onLine)
    hide('search', shelf.items.length === 0 && pages.every(page => isOwnPage(page.url)))
    hide('empty', shelf.items.length > 0)
    hide('look', true)
    hide('order', kept.length < 2)
    hide('pack-text', shelf.items.length > 0)
    if (typed && found.length + opened.length === 0) say(nothingFound)
    else if (slot('said')?.textContent === nothingFound) say('')
    showFull(shelf)
    if (focused) restorePlace(root, focused)
    showRoom(root, shelf)
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
      .finally(() => {
        drawing = undefined
        showAll(root)
      })
  }

  search?.addEventListener('input', draw)
  attachOrder(orderField, draw)
  slot('forget')?.addEventListener('click', () => {
    forgetOpened().then(
      () => {
        say('مُسحت الصفحات التي فتحتها. ما على رفّك باقٍ.')
        slot('said')?.focus()
        draw()
      },
      () => say('تعذر ذلك الآن. أعد المحاولة.'),
    )
  })
  root.addEventListener('click', event => {
    const link = (event.target as Element).closest('a[data-slot=open]')
    const id = link?.closest('li')?.id
    if (id) void changeItem(id, () => ({ openedAt: Date.now() }))
  })
  onChange(draw)
  for (const type of ['online', 'offline']) addEventListener(type, draw)
  attachPack(root, changed)
  draw()
  if (navigator.onLine) void renewShelf().then(changed, () => {})
}

/** What was filled shows at once, so that nothing moves. */
function showAll(root: HTMLElement): void {
  root.dataset.filled = ''
}

const saidAfter: Record<RowAct, (title: string) => string> = {
  pause: title => `توقف تنزيل «${title}».`,
  resume: title => `يكمل تنزيل «${title}».`,
  renew: title => `ينزل تحديث «${title}».`,
  cancel: title => `أُلغي تنزيل «${title}».`,
  remove: title => `أُزيل «${title}» من رفّك.`,
}

/**
 * Takes what could not be had as the site has it now.
 * Errors: `NothingToKeepError` when it left the site; those of `ask` without a line.
 */
async function takeAgain({ id, kind }: ShelfItem): Promise<void> {
  if (isKeepable(kind)) await keep([await readFacts(kind, id.split(':')[1] ?? '')])
}

const nothingFound = 'لا شيء على رفّك بهذه الكلمات.'
