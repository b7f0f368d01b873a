import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { dashboardPaths } from '#contract/paths.ts'

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** Beyond these a neighbour is no longer near: the heading is. */
const ends = 'main, .screen, .list, dialog, body'

/** Where the focus was: each ancestor with the place of the branch that led to the element. */
interface Place {
  element: Element
  path: { parent: Element; index: number; isRow: boolean }[]
}

function placeOf(element: Element): Place {
  const path: Place['path'] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement
    path.push({ parent, index: [...parent.children].indexOf(child), isRow: child.matches('tr, li') })
  }
  return { element, path }
}

function canHold(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null
  )
}

function controlsIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(controls)].filter(
    (found): found is HTMLElement => found.matches(controls) && canHold(found),
  )
}

/** Gives the focus to what people do not reach with Tab. */
function focusPlain(element: HTMLElement): void {
  if (!element.matches(controls)) element.tabIndex = -1
  element.focus({ preventScroll: element.tagName === 'H1' })
}

/** The row that took the place of a removed one; else the next control, or the one before. */
function neighbourOf({ path }: Place): HTMLElement | undefined {
  for (const { parent, index, isRow } of path) {
    if (!parent.isConnected) continue
    if (parent.matches(ends)) return undefined
    const children = [...parent.children]
    const row = isRow ? children[Math.min(index, children.length - 1)] : undefined
    if (row && canHold(row)) return row
    const next = children.slice(index).flatMap(controlsIn)[0]
    const found = next ?? children.slice(0, index).flatMap(controlsIn).at(-1)
    if (found) return found
  }
  return undefined
}

function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading) focusPlain(heading)
}

/** The record that one comes back from, until its row is there. */
let returnedFrom: string | undefined

/** The record of a form that one leaves for its list; undefined for other ways. `saved` is one that the form has added. */
function recordLeft(from: string, to: string, saved: string | undefined): string | undefined {
  if (from === dashboardPaths.add(to)) return saved
  const [address = '', id] = from.split(/\/(?=[^/]+$)/)
  return id !== undefined && dashboardPaths.edit(to, id) === `${address}/${id}` ? id : undefined
}

/** Gives the focus to the row of the record that one comes back from, as soon as it is there and nobody has gone on. */
export function focusReturned(): void {
  if (returnedFrom === undefined) return
  const row = document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(returnedFrom)}"]`)
  if (!row) return
  returnedFrom = undefined
  if (document.activeElement === document.body || document.activeElement?.matches('main h1')) row.focus()
}

const reloadedKey = 'rafid.reloaded'

/** Loads the page anew for a screen that could not be shown; the focus then begins at its heading. */
export function reloadWithFocus(): void {
  sessionStorage.setItem(reloadedKey, '1')
  location.reload()
}

/** Whether this page was loaded by `reloadWithFocus`; true once. */
function wasReloaded(): boolean {
  const isSo = sessionStorage.getItem(reloadedKey) !== null
  sessionStorage.removeItem(reloadedKey)
  return isSo
}

/**
 * Takes the focus to the heading of each new screen and page of a list, and from a record back to its row; filters and page
 * loads keep it. Source: S2.5.
 */
function useScreenFocus(): void {
  const { pathname, search, state } = useLocation()
  const saved = (state as { saved?: string } | null)?.saved
  const navigationType = useNavigationType()
  const last = useRef<{ pathname: string; search: string } | undefined>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = { pathname, search }
    const isPageLoad = before === undefined && navigationType === 'POP' && !wasReloaded()
    const isSameScreen = before?.pathname === pathname
    const isSameList = isSameScreen && (navigationType === 'REPLACE' || before.search === search)
    if (isPageLoad || isSameList) return
    returnedFrom = before && recordLeft(before.pathname, pathname, saved)
    focusHeading()
    focusReturned()
  }, [pathname, search, navigationType, saved])
}

/**
 * Keeps the focus on the screen: when what had it is removed, disabled or hidden, it goes to the row that took the
 * place, to the nearest control, or to the heading. A person who clicks beside everything gives it up themselves.
 */
function useLostFocus(): void {
  useEffect(() => {
    let last: Place | undefined
    let lastInMain: Place | undefined
    let frame = 0

    const recover = () => {
      const active = document.activeElement
      const isHeld = active !== null && active !== document.body && canHold(active)
      if (isHeld || !last || canHold(last.element)) return
      const dialog = document.querySelector('dialog[open]')
      if (dialog) return controlsIn(dialog)[0]?.focus()
      const place = last.path.some(({ parent }) => parent.isConnected && parent.matches('main'))
        ? last
        : lastInMain
      const neighbour = place && (canHold(place.element) ? place.element : neighbourOf(place))
      if (neighbour instanceof HTMLElement) focusPlain(neighbour)
      else focusHeading()
    }
    /** After the frame, in which browsers take the focus from what was disabled and others give it back. */
    const recoverSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setTimeout(recover))
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = placeOf(target)
      if (target.closest('main') && !target.closest('dialog')) lastInMain = last
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element)) return
      queueMicrotask(() => {
        if (document.hasFocus() && canHold(target) && last?.element === target) last = undefined
      })
    }
    const observer = new MutationObserver(recoverSoon)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden', 'inert'],
    })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
}

/** Keeps the keyboard's focus where a person goes on, on every screen. */
export function useFocusKeeper(): void {
  useLostFocus()
  useScreenFocus()
}
