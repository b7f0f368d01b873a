import { useEffect } from 'react'
import { isTyping } from '../chrome/shortcuts.ts'

/* By the place of the key: on an Arabic keyboard the same keys give ت, ن, ث and ء. */
const steps: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 }

function linksOf(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.table--records [data-row]')]
}

/** The row that has the focus, by its link. */
function currentLink(): HTMLElement | null {
  return document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]') ?? null
}

function go(step: number): void {
  const links = linksOf()
  const current = currentLink()
  const at = current ? links.indexOf(current) + step : step > 0 ? 0 : links.length - 1
  links[Math.min(links.length - 1, Math.max(0, at))]?.focus()
}

function choose(hasShift: boolean): void {
  const box = document.activeElement?.closest('tr')?.querySelector('input[type="checkbox"]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: hasShift }))
}

/** In a list of records: j and k go to the next row and the one before, x chooses it (Shift+x: up to it), e opens it. */
export function useListKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)
      if (isTaken || document.querySelector('dialog[open]')) return
      const step = steps[event.code]
      if (step !== undefined) go(step)
      else if (event.code === 'KeyX') choose(event.shiftKey)
      else if (event.code === 'KeyE') currentLink()?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
