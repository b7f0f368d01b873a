import { stages } from '#contract/codes/grades.ts'
import { between } from '#contract/between.ts'
import { formatCount, formatFileSize, formatPlainNumber } from '#contract/format.ts'
import { kinds, kindsInPack } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import { documentTitle } from '#contract/reading-title.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { KeptPage, ShelfItem } from '#web/shelf/shelf-item.ts'
import { readPages, readShelf } from '#web/shelf/shelf.ts'
import { canKeep } from '#web/shelf/worker-line.ts'
import { lastPage } from './reader-memory.ts'
import { addressOf } from './shelf-rows.ts'

const keptThings = { one: 'محفوظ واحد', two: 'محفوظان', few: 'محفوظات', many: 'محفوظاً', other: 'محفوظ' }

/** What the home page shows of this device: where one goes on reading, and what is on the shelf. */
interface HomeKept {
  reading?: HTMLElement
  shelf?: HTMLElement
}

/** The page of a thing that is read, and no list. */
function isRead({ url }: KeptPage): boolean {
  const { pathname } = new URL(url)
  const isList = Object.values(stages).some(({ slug }) => pathname.endsWith(`/${slug}`))
  return !isList && kindsInPack.some(kind => pathname.startsWith(kinds[kind].pageOf('')))
}

/** What was opened last, on the shelf or on its page. */
function lastRead(items: readonly ShelfItem[], pages: readonly KeptPage[]) {
  const page = pages.find(isRead)
  const item = items.filter(({ state }) => state === 'kept').toSorted((a, b) => b.openedAt - a.openedAt)[0]
  if (item && item.openedAt > item.addedAt && item.openedAt > (page?.openedAt ?? 0))
    return { title: item.title, href: addressOf(item), page: placeIn(item.id) }
  const told = page && new DOMParser().parseFromString(page.title, 'text/html').documentElement.textContent
  if (!page || !told) return undefined
  const { pathname } = new URL(page.url)
  const kind = kindsInPack.find(each => pathname.startsWith(kinds[each].pageOf('')))
  const [id = '', part] = kind ? pathname.slice(kinds[kind].pageOf('').length).split('/') : []
  /* A reader's title says at which page it was opened, and one has read on since. */
  const title = part === undefined ? told : documentTitle(told)
  return { title, href: pathname, page: placeIn(`${kind}:${id}`) }
}

/** Where one stopped in a document: «ص ٤٢»; undefined at its first page. */
function placeIn(key: string): string | undefined {
  const page = lastPage(key)
  return page > 1 ? `ص ${formatPlainNumber(page)}` : undefined
}

/** Makes of the page's template what this device has to show; nothing of it is sent. Errors: those of the shelf's database. */
export async function readHomeKept(template: HTMLTemplateElement): Promise<HomeKept> {
  if (!canKeep()) return {}
  const [{ items, files }, pages] = await Promise.all([readShelf(), readPages()])
  const card = (name: string, href: string, title: string, about?: string) => {
    const made = template.content.querySelector(`[data-card=${name}]`)?.cloneNode(true) as
      | HTMLElement
      | undefined
    const slot = (each: string) => made?.querySelector(`[data-slot=${each}]`)
    made?.querySelector('a')?.setAttribute('href', href)
    slot('title')?.replaceChildren(title)
    if (about) slot('about')?.replaceChildren(about)
    return made
  }
  const last = lastRead(items, pages)
  const about = ['أكمل القراءة', last?.page].filter(Boolean).join(between)
  const reading = last && card('reading', last.href, last.title, about)
  const bytes = items.reduce((sum, item) => sum + sizeOf(item, files), 0)
  const count = `${formatCount(items.length, keptThings)}، تعمل بلا إنترنت`
  const row = items.length > 0 ? card('shelf', paths.shelf, count, formatFileSize(bytes)) : undefined
  return { ...(reading && { reading }), ...(row && { shelf: row }) }
}
