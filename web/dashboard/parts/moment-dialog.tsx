import { useState } from 'react'
import { momentInBaghdad, momentOfField } from '#contract/period.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface MomentDialogProps {
  title: string
  label: string
  /** What the button says. */
  action: string
  isBusy: boolean
  onClose: () => void
  /** Shape: with the offset of Baghdad. */
  onMoment: (moment: string) => void
}

/** Asks for a moment to come, by the clock of Baghdad. */
export function MomentDialog({ title, label, action, isBusy, onClose, onMoment }: MomentDialogProps) {
  const [value, setValue] = useState('')
  const [earliest] = useState(() => momentInBaghdad(new Date()).slice(0, 16))
  return (
    <Dialog title={title} onClose={onClose}>
      <label className="field">
        <span className="field__label">{label}</span>
        <input
          className="input"
          type="datetime-local"
          min={earliest}
          value={value}
          onChange={event => setValue(event.target.value)}
          data-first-focus
        />
      </label>
      <footer className="dialog__footer">
        <Button
          look="primary"
          disabled={value === ''}
          busyLabel={isBusy && 'جاري الحفظ...'}
          onClick={() => onMoment(momentOfField(value))}
        >
          {action}
        </Button>
        <Button onClick={onClose}>إلغاء</Button>
      </footer>
    </Dialog>
  )
}
