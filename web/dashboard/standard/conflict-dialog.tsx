import { Save } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { ChangedBy } from '#contract/errors.ts'
import { formatDateTime } from '#contract/format.ts'
import { chosenValues, fieldsInConflict, isTypedByMe, sideOf } from './conflict-choice.ts'
import type { Choices, Side } from './conflict-choice.ts'
import { fieldLabel, fieldTextsApart } from './field-text.ts'
import type { FieldOwner } from './field-text.ts'

interface ConflictDialogProps<Values> {
  /** The record as it was when the screen opened: what I left alone is theirs by default. */
  base: Values
  mine: Values
  theirs: Values
  changedBy: ChangedBy | undefined
  owner: FieldOwner
  close: () => void
  settle: (values: Values) => void
}

function whoOf({ isYou, name }: ChangedBy): string {
  return isYou ? 'أنت، من نافذة أخرى' : name
}

function conflictTitle(changedBy: ChangedBy | undefined): string {
  if (!changedBy) return 'تغيّر هذا السجل بعد أن فتحته'
  return changedBy.isYou ? 'عُدّل هذا السجل من نافذتك الأخرى' : `سبقك تعديل من ${changedBy.name}`
}

const sidesShown = ['mine', 'theirs'] as const satisfies readonly Side[]

function sideLabel(side: Side, isTyped: boolean): string {
  if (side === 'theirs') return 'المحفوظ الآن'
  return isTyped ? 'تعديلي' : 'كما فتحته، لم أعدله'
}

/** Two people changed one record: both sides, field by field, and which to keep. Source: S5.2. */
export function ConflictDialog<Values extends FieldValues>({
  base,
  mine,
  theirs,
  changedBy,
  owner,
  close,
  settle,
}: ConflictDialogProps<Values>) {
  const sides = { base, mine, theirs }
  const fields = fieldsInConflict(sides)
  const [choices, setChoices] = useState<Choices>({})
  const chosen = (field: string) => sideOf(sides, choices, field)
  const choose = (field: string, side: Side) => setChoices(current => ({ ...current, [field]: side }))
  const chooseTheirs = () => setChoices(Object.fromEntries(fields.map(field => [field, 'theirs'])))

  return (
    <Dialog title={conflictTitle(changedBy)} role="alertdialog" size="large" onClose={close}>
      <p className="dialog__text">
        {changedBy ? `آخر تعديل محفوظ: ${whoOf(changedBy)}، ${formatDateTime(changedBy.at)}. ` : null}
        {fields.length === 0
          ? 'لا يختلف ما كتبته هنا عما هو محفوظ الآن.'
          : 'اختر لكل حقل القيمة التي تريد إبقاءها ثم احفظ.'}
      </p>
      {fields.length > 0 ? (
        <>
          <div className="row conflict__all">
            <Button onClick={() => setChoices({})}>اختيار كل تعديلاتي</Button>
            <Button onClick={chooseTheirs}>اختيار كل المحفوظ الآن</Button>
          </div>
          <div className="conflict">
            {fields.map((field, index) => {
              const texts = fieldTextsApart(field, [mine[field], theirs[field]], owner)
              return (
                <fieldset key={field} className="conflict__field">
                  <legend>{fieldLabel(field, owner)}</legend>
                  {sidesShown.map((side, at) => (
                    <SideChoice
                      key={side}
                      field={field}
                      side={side}
                      label={sideLabel(side, isTypedByMe(sides, field))}
                      text={texts[at] ?? ''}
                      chosen={chosen(field)}
                      choose={choose}
                      isFirst={index === 0}
                    />
                  ))}
                </fieldset>
              )
            })}
          </div>
        </>
      ) : null}
      <footer className="dialog__footer dialog__footer--wrap">
        <Button
          look="primary"
          icon={<Save aria-hidden />}
          onClick={() => settle(chosenValues(sides, choices))}
        >
          حفظ بهذه الاختيارات
        </Button>
        <Button onClick={close}>العودة إلى النموذج</Button>
      </footer>
    </Dialog>
  )
}

interface SideChoiceProps {
  field: string
  side: Side
  label: string
  text: string
  chosen: Side
  choose: (field: string, side: Side) => void
  /** In the field that the dialog begins at. */
  isFirst: boolean
}

function SideChoice({ field, side, label, text, chosen, choose, isFirst }: SideChoiceProps) {
  return (
    <label className="conflict__side">
      <input
        type="radio"
        name={`conflict-${field}`}
        checked={chosen === side}
        data-first-focus={(isFirst && chosen === side) || undefined}
        onChange={() => choose(field, side)}
      />
      <span className="conflict__label">{label}</span>
      <bdi className="conflict__value">{text || '—'}</bdi>
    </label>
  )
}
