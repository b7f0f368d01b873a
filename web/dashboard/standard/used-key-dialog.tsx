import { PenLine, Plus } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { fieldLabel, fieldTextsApart, isSameValue } from './field-text.ts'
import type { FieldOwner } from './field-text.ts'

interface UsedKeyDialogProps<Values> {
  mine: Values
  owner: FieldOwner
  /** What the first try of this draft has added. */
  stored: Values
  addAsNew: () => void
  /** Takes what was typed to the record that was added; undefined when it is gone. */
  editAdded: (() => void) | undefined
  /** What was typed is on its way to that form. */
  isMoving: boolean
  close: () => void
}

/** The first try arrived although its answer was lost, and something was changed since. Source: S5.3. */
export function UsedKeyDialog<Values extends FieldValues>(props: UsedKeyDialogProps<Values>) {
  const { mine, owner, stored, addAsNew, editAdded, isMoving, close } = props
  const fields = Object.keys(mine).filter(field => !isSameValue(mine[field], stored[field]))
  return (
    <Dialog title="أُضيف سجل من هذه المسودة" role="alertdialog" size="large" onClose={close}>
      <p className="dialog__text">
        وصلت محاولتك السابقة وأُضيف السجل، ثم غيّرت ما في النموذج.
        {editAdded ? ' عدّل السجل المضاف بما كتبته، أو أضف ما كتبته سجلاً جديداً.' : ' وقد حُذف ذلك السجل بعدها.'}
      </p>
      <div className="conflict">
        {fields.map(field => {
          const [ownText, storedText] = fieldTextsApart(field, [mine[field], stored[field]], owner)
          return (
            <div key={field} className="conflict__field" role="group" aria-label={fieldLabel(field, owner)}>
              <strong className="conflict__name">{fieldLabel(field, owner)}</strong>
              <Side label="في النموذج الآن" text={ownText} />
              <Side label="في السجل المضاف" text={storedText} />
            </div>
          )
        })}
      </div>
      <footer className="dialog__footer dialog__footer--wrap">
        {editAdded ? (
          <Button
            look="primary"
            icon={<PenLine aria-hidden />}
            busyLabel={isMoving && 'جاري الحفظ...'}
            onClick={editAdded}
            data-first-focus
          >
            تعديل السجل المضاف
          </Button>
        ) : null}
        <Button icon={<Plus aria-hidden />} onClick={addAsNew} disabled={isMoving}>
          إضافة سجل جديد
        </Button>
        <Button onClick={close} disabled={isMoving}>
          العودة إلى النموذج
        </Button>
      </footer>
    </Dialog>
  )
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <div className="conflict__side conflict__side--still">
      <span className="conflict__label">{label}</span>
      <bdi className="conflict__value">{text || '—'}</bdi>
    </div>
  )
}
