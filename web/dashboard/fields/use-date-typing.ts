import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { dayOfText } from './date-text.ts'

function localDigits(text: string): string {
  return latinDigits(text).replace(/\d/g, digit => formatPlainNumber(Number(digit)))
}

/** Types into a segment of a date field. */
function typeInto(segment: Element, data: string): void {
  const options = { data, inputType: 'insertText', bubbles: true, cancelable: true }
  segment.dispatchEvent(new InputEvent('beforeinput', options))
}

/**
 * Lets a React Aria date field take digits of every kind, which it knows in one kind alone as its locale names the
 * numbering system, and take pasted days (YYYY-MM-DD goes to `onDay`) and numbers.
 */
export function useDateTyping(group: RefObject<HTMLElement | null>, onDay: (day: string) => void): void {
  const latest = useRef(onDay)
  latest.current = onDay

  useEffect(() => {
    const element = group.current
    if (!element) return
    const onBeforeInput = (event: InputEvent) => {
      const { data, target } = event
      if (data === null || !(target instanceof Element) || localDigits(data) === data) return
      event.preventDefault()
      event.stopPropagation()
      typeInto(target, localDigits(data))
    }
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const segment = event.target instanceof Element ? event.target.closest('[role="spinbutton"]') : null
      event.preventDefault()
      const day = dayOfText(text)
      const digits = latinDigits(text.trim())
      if (day) latest.current(day)
      else if (segment && /^\d{1,4}$/.test(digits)) {
        for (const digit of localDigits(digits)) typeInto(segment, digit)
      }
    }
    element.addEventListener('beforeinput', onBeforeInput, { capture: true })
    element.addEventListener('paste', onPaste)
    return () => {
      element.removeEventListener('beforeinput', onBeforeInput, { capture: true })
      element.removeEventListener('paste', onPaste)
    }
  }, [group])
}
