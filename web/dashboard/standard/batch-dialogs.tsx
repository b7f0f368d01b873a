import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { formatCount, type CountedNoun } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { MomentDialog } from '../parts/moment-dialog.tsx'
import { trashHint } from './delete-record.tsx'
import { countLostBranches } from './lost-branches.ts'
import type { BatchAsk } from './use-batch.ts'

/** A field that many records can be given at once: a choice, or a text where it has no options. */
export interface BatchField {
  name: string
  label: string
  options?: ReactNode
  /** What a record without it is called, where it can be without. */
  none?: string
  maxLength?: number
}

interface BatchDialogProps {
  /** ١٥ كتاباً */
  counted: string
  isBusy: boolean
  onClose: () => void
  onAsk: (ask: BatchAsk) => void
}

const unchanged = ''
const without = 'none'

interface ChangeDialogProps extends BatchDialogProps {
  fields: readonly BatchField[]
  /** The chosen records as the list has them. */
  records: readonly object[]
  noun: CountedNoun
}

/** New values for all chosen records; what is left alone stays as each has it. */
export function ChangeDialog({ fields, records, noun, counted, isBusy, onClose, onAsk }: ChangeDialogProps) {
  const [values, setValues] = useState<Record<string, string>>({})
  const given = Object.entries(values).filter(([, value]) => value.trim() !== unchanged)
  const wanted = Object.fromEntries(given.map(([name, value]) => [name, value === without ? null : value]))
  const lost = countLostBranches(records, wanted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || given.length === 0) return
    onAsk({ action: 'change', values: wanted })
  }
  return (
    <Dialog title={`تغيير ${counted}`} onClose={onClose} size="medium">
      <form className="batch-form" onSubmit={submit}>
        <div className="form-grid">
          {fields.map(({ name, label, options, none, maxLength }) => {
            const control = {
              className: 'input',
              value: values[name] ?? unchanged,
              onChange: ({ target }: { target: { value: string } }) =>
                setValues({ ...values, [name]: target.value }),
            }
            return (
              <label key={name} className="field">
                <span className="field__label">{label}</span>
                {options === undefined ? (
                  <input {...control} type="text" maxLength={maxLength} placeholder="بلا تغيير" />
                ) : (
                  <select {...control}>
                    <option value={unchanged}>بلا تغيير</option>
                    {none === undefined ? null : <option value={without}>{none}</option>}
                    {options}
                  </select>
                )}
              </label>
            )
          })}
        </div>
        <p className="dialog__text muted" role="status">
          {lost > 0 ? `الفروع للمرحلة الإعدادية وحدها: ${formatCount(lost, noun)} بلا فرع بعد التغيير.` : null}
        </p>
        <footer className="dialog__footer">
          <Button
            type="submit"
            look="primary"
            disabled={given.length === 0}
            busyLabel={isBusy && 'جاري التغيير...'}
          >
            غيّر {counted}
          </Button>
          <Button onClick={onClose}>إلغاء</Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The moment, by the clock of Baghdad, at which all chosen records become public. */
export function ScheduleManyDialog({ counted, isBusy, onClose, onAsk }: BatchDialogProps) {
  return (
    <MomentDialog
      title={`جدولة نشر ${counted}`}
      label="موعد النشر (بتوقيت بغداد)"
      action="جدولة"
      isBusy={isBusy}
      onClose={onClose}
      onMoment={publishAt => onAsk({ action: 'schedule', publishAt })}
    />
  )
}

/** The question before many records are deleted. */
export function DeleteManyDialog({ counted, isBusy, onClose, onAsk }: BatchDialogProps) {
  return (
    <Dialog title="تأكيد الحذف" role="alertdialog" onClose={onClose}>
      <p className="dialog__text">حذف {counted}؟ يمكنك التراجع عن الحذف كله بضغطة.</p>
      <p className="dialog__text muted">{trashHint}</p>
      <footer className="dialog__footer">
        <Button
          look="danger"
          icon={<Trash2 aria-hidden />}
          busyLabel={isBusy && 'جاري الحذف...'}
          onClick={() => onAsk({ action: 'delete' })}
        >
          احذف {counted}
        </Button>
        <Button onClick={onClose} data-first-focus>
          إلغاء
        </Button>
      </footer>
    </Dialog>
  )
}
