import { useState } from 'react'
import type { FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { isSafeAddress } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { FieldError } from '../fields/field.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

/** An address as people write it, as a whole one. */
function wholeAddress(typed: string): string {
  const text = typed.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(text) || text.startsWith('/') ? text : `https://${text}`
}

interface LinkDialogProps {
  /** The link that is there; '' for none. */
  href: string
  onClose: () => void
  /** Called with an address, or with '' when the link is to go. */
  onChange: (href: string) => void
}

/** Asks where words of a text lead. It stands apart from the form around, which Enter would send. */
export function LinkDialog({ href, onClose, onChange }: LinkDialogProps) {
  const [typed, setTyped] = useState(href)
  const [error, setError] = useState('')

  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const address = wholeAddress(typed)
    if (isSafeAddress(address) && address.includes('.')) onChange(address)
    else setError('الرابط يجب أن يكون عنوان صفحة، مثل https://example.com')
  }
  return createPortal(
    <Dialog title={href ? 'تعديل الرابط' : 'رابط'} onClose={onClose}>
      <form noValidate onSubmit={save}>
        <div className="field">
          <label className="field__label" htmlFor="text-link">
            عنوان الصفحة
          </label>
          <input
            id="text-link"
            className="input ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={limits.maxLinkLength}
            value={typed}
            aria-invalid={error !== ''}
            aria-describedby={error ? 'text-link-error' : undefined}
            data-first-focus
            onChange={event => setTyped(event.target.value)}
          />
          <FieldError id="text-link-error" message={error} />
        </div>
        <footer className="dialog__footer dialog__footer--wrap">
          <Button type="submit" look="primary">
            حفظ الرابط
          </Button>
          {href ? <Button onClick={() => onChange('')}>إزالة الرابط</Button> : null}
          <Button onClick={onClose}>إلغاء</Button>
        </footer>
      </form>
    </Dialog>,
    document.body,
  )
}
