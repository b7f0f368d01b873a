import { formatNumber } from '#contract/format.ts'

/** Rows that stand together, under a title where there are several such groups. */
export interface RowGroup {
  title: string
  rows: readonly HTMLElement[]
}

const forms = new WeakMap<Element, string>()

/** Puts children in their order and moves none that stands right: what moves loses its focus. */
function place(parent: Element, wanted: readonly Element[]): void {
  const gone = [...parent.children].filter(child => !wanted.includes(child))
  for (const child of gone) child.remove()
  for (const [index, child] of wanted.entries())
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null)
}

/** Exchanges only rows that say something else, so that nobody loses the place or an open menu. */
function fillRows(list: Element, rows: readonly HTMLElement[]): void {
  const there = new Map([...list.children].map(row => [forms.get(row), row]))
  const wanted = rows.map(row => {
    const form = row.outerHTML
    forms.set(row, form)
    return there.get(form) ?? row
  })
  place(list, wanted)
}

/** Fills a list of the shelf, its groups and the number beside its heading; without rows it does not show. */
export function fillList(list: HTMLElement | null, groups: readonly RowGroup[]): void {
  const holder = list?.querySelector('[data-slot=groups]')
  if (!list || !holder) return
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  list.hidden = count === 0
  list.querySelector('[data-slot=count]')?.replaceChildren(formatNumber(count))
  const known = new Map([...holder.children].map(child => [(child as HTMLElement).dataset.group, child]))
  const parts = groups.flatMap(({ title, rows }) => {
    const ul = known.get(title) ?? document.createElement('ul')
    ul.className = 'shelf-rows'
    ul.setAttribute('data-group', title)
    fillRows(ul, rows)
    if (!title) return [ul]
    const name = `title ${title}`
    const heading = known.get(name) ?? Object.assign(document.createElement('h3'), { textContent: title })
    heading.className = 'shelf-group'
    heading.setAttribute('data-group', name)
    return [heading, ul]
  })
  place(holder, parts)
}

/** Where the focus is in the lists, to be given back when they are filled anew. */
export interface Place {
  item: string
  act: string
  rows: HTMLElement[]
}

/** The place of the focus, if it is on a row. */
export function placeOf(active: Element | null): Place | undefined {
  const row = active?.closest<HTMLElement>('[data-item]')
  if (!row || !(active instanceof HTMLElement)) return undefined
  const all = [
    ...(row.closest('[data-list], .shelf-full')?.querySelectorAll<HTMLElement>('[data-item]') ?? []),
  ]
  const at = all.indexOf(row)
  /* The rows that may take its place: those after it, then those before it. */
  const rows = [...all.slice(at), ...all.slice(0, at).toReversed()]
  return { item: row.dataset.item ?? '', act: active.dataset.act ?? active.dataset.slot ?? '', rows }
}

const isSeen = (element: HTMLElement) => element.isConnected && element.checkVisibility()

/** Gives the focus back: to the same button, to what the row offers now, or to the row that took its place. */
export function restorePlace(root: HTMLElement, { item, act, rows }: Place): void {
  if (root.contains(document.activeElement)) return
  const ids = [item, ...rows.map(row => row.dataset.item ?? '')]
  for (const id of ids) {
    const row = root.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
    if (!row) continue
    const same = id === item ? `[data-act="${act}"], [data-slot="${act}"], ` : ''
    const choices = [...row.querySelectorAll<HTMLElement>(`${same}.shelf-acts :is(button, summary)`)]
    const target = choices.find(isSeen) ?? row.querySelector<HTMLElement>('a')
    return target?.focus()
  }
  root.querySelector<HTMLElement>('[data-slot=empty] a')?.focus()
}
