import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** `alert` for questions that must be answered: read out at once. */
  role?: 'dialog' | 'alertdialog'
  size?: 'small' | 'medium' | 'large'
}

/**
 * A modal dialog: the browser keeps the focus inside and gives it back; Escape and a click outside close it. It begins
 * at the control with `data-first-focus`.
 */
export function Dialog({ title, onClose, children, role = 'dialog', size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed while it is still in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // Left alone, the browser begins at the close button.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    return () => element?.close()
  }, [])

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target !== dialog.current) return
    // Else the click takes the focus to what lies below, after the dialog has given it back.
    event.preventDefault()
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click outside is extra to Escape and the close button
    <dialog
      ref={dialog}
      className={`dialog dialog--${size}`}
      role={role}
      aria-labelledby={titleId}
      onMouseDown={closeOnBackdrop}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog__box">
        <header className="dialog__header">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label="إغلاق" onClick={onClose}>
            <X aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
