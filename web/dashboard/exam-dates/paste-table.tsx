import { ClipboardPaste, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatCount, formatPlainNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { Field } from '../fields/field.tsx'
import { useFieldError } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { focusField } from '../standard/form-errors.ts'
import type { ExamDateValues } from './exam-date-values.ts'
import type { PastedDates } from './pasted-dates.ts'

const name = 'pasted'

function wordsOf({ refused, excess }: Pick<PastedDates, 'refused' | 'excess'>): string {
  const lines = (count: number) => formatCount(count, staffNouns.line)
  const room = formatPlainNumber(limits.maxExamDates)
  return [
    refused > 0 ? `لم يُفهم ${lines(refused)}: تحتاج إلى مادة ويوم.` : '',
    excess > 0 ? `لم يتسع المكان لـ${lines(excess)}: عدد المواعيد ${room} على الأكثر.` : '',
    refused + excess > 0 ? 'بقيت في المربع.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Takes a copied table. What was not taken is said, and stays to be mended or thrown away. `onPaste` takes what it can
 * of the text.
 */
export function PasteTable({ onPaste }: { onPaste: (text: string) => PastedDates }) {
  const { setValue } = useFormContext<ExamDateValues>()
  const text = useWatch<ExamDateValues, typeof name>({ name })
  const [left, setLeft] = useState({ refused: 0, excess: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const error = useFieldError(name)
  // Not checked when it is left: a message that comes then would move the button that is being pressed.
  const put = (rest: string, counts = { refused: 0, excess: 0 }) => {
    setValue(name, rest, { shouldDirty: true, shouldValidate: error !== undefined })
    setLeft(counts)
  }
  /** The buttons have nothing to do with an empty box, and give the focus back to it. */
  const leave = (rest: string, counts?: typeof left) => {
    put(rest, counts)
    focusField(name)
  }
  const isBlank = text.trim() === ''
  return (
    <details
      className="paste-table"
      open={isOpen || !isBlank}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      <summary>لصق جدول كامل</summary>
      <Field
        name={name}
        label="الجدول: سطر لكل امتحان"
        error={error}
        isOptional
        hint="مثل: السادس الإعدادي، علمي، الفيزياء، ٩/٦/٢٠٢٧. الصف والفرع يؤخذان من السطر السابق إن لم يُذكرا."
      >
        {control => (
          <textarea
            {...control}
            className="input"
            rows={5}
            dir="auto"
            value={text}
            onChange={event => put(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button
          icon={<ClipboardPaste aria-hidden />}
          disabled={isBlank}
          onClick={() => {
            const { rest, refused, excess } = onPaste(text)
            leave(rest, { refused, excess })
          }}
        >
          إضافة الأسطر
        </Button>
        {isBlank ? null : (
          <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => leave('')}>
            أفرغ المربع
          </Button>
        )}
      </div>
      <p role="status" className="field__hint">
        {isBlank ? '' : wordsOf(left)}
      </p>
    </details>
  )
}
