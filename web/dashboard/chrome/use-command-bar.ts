import { useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { reloadWithFocus } from './focus-keeper.ts'

type Bar = ComponentType<{ onClose: () => void }>

/** Opens the command bar, by Ctrl+K wherever the key stands on the keyboard. Its code is fetched when it is first opened. */
export function useCommandBar() {
  const [bar, setBar] = useState<{ Bar: Bar } | undefined>()
  const close = useCallback(() => setBar(undefined), [])
  const open = useCallback(async () => {
    try {
      const { CommandBar } = await import('../command-bar/command-bar.tsx')
      setBar({ Bar: CommandBar })
    } catch (error) {
      logFailure('The command bar could not be loaded', error)
      notify('error', 'تعذر فتح البحث السريع. ربما صدر تحديث جديد للوحة أو تعثر الاتصال.', {
        label: 'أعد تحميل الصفحة',
        run: reloadWithFocus,
      })
    }
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!hasCommand || event.code !== 'KeyK') return
      // The browser's own search would open in its place.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) void open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  return { Bar: bar?.Bar, open, close }
}
