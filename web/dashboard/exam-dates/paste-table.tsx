import { ClipboardPaste, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { TextArea } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import type { ExamDateValues } from './exam-date-values.ts'
import type { PastedDates } from './pasted-dates.ts'

const name = 'pasted'

function wordsOf({ refused, excess }: Pick<PastedDates, 'refused' | 'excess'>): string {
  const lines = (count: number) => formatCount(count, countedNouns.line)
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
  const show = (rest: string, counts: typeof left) => {
    setValue(name, rest, { shouldDirty: true, shouldValidate: true })
    setLeft(counts)
  }
  const isBlank = text.trim() === ''
  return (
    <details
      className="paste-table"
      open={isOpen || !isBlank}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      <summary>لصق جدول كامل</summary>
      <TextArea
        name={name}
        label="الجدول: سطر لكل امتحان"
        rows={5}
        isOptional
        hint="مثل: السادس الإعدادي، علمي، الفيزياء، ٩/٦/٢٠٢٧. الصف والفرع يؤخذان من السطر السابق إن لم يُذكرا."
      />
      <div className="row">
        <Button
          icon={<ClipboardPaste aria-hidden />}
          disabled={isBlank}
          onClick={() => {
            const { rest, refused, excess } = onPaste(text)
            show(rest, { refused, excess })
          }}
        >
          إضافة الأسطر
        </Button>
        {left.refused + left.excess > 0 && !isBlank ? (
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden />}
            onClick={() => show('', { refused: 0, excess: 0 })}
          >
            احذف ما بقي
          </Button>
        ) : null}
      </div>
      <p role="status" className="field__hint">
        {isBlank ? '' : wordsOf(left)}
      </p>
    </details>
  )
}
