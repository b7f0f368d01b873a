import { useEffect } from 'react'

/** Whether keys belong to what has the focus: a text, a choice, and not a box that is ticked. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/**
 * `/` goes to the search box of the screen, Ctrl+S saves its form.
 * The key's place counts as well as its letter: on an Arabic keyboard the same keys give ظ and س.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || document.querySelector('dialog[open]')) return
      const hasCommand = event.ctrlKey || event.metaKey
      if (hasCommand && !event.shiftKey && event.code === 'KeyS') {
        event.preventDefault()
        document.querySelector<HTMLFormElement>('form[data-shortcut="save"]')?.requestSubmit()
      } else if (!hasCommand && (event.key === '/' || event.code === 'Slash') && !isTyping(event.target)) {
        const search = document.querySelector<HTMLInputElement>('[data-shortcut="search"]')
        if (!search) return
        event.preventDefault()
        search.focus()
        search.select()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
