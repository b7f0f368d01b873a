import { useState } from 'react'
import { Link } from 'react-router'
import { formatNumber, latinDigits } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { MomentDialog } from '../parts/moment-dialog.tsx'

interface AnnounceDialogProps {
  count: number
  isBusy: boolean
  onClose: () => void
}

/** The last look before results become public. */
export function AnnounceDialog({
  count,
  missed,
  repeatAddress,
  isBusy,
  onClose,
  onAnnounce,
}: AnnounceDialogProps & {
  /** What students miss for now; '' for nothing. */
  missed: string
  /** Where it is repeated what has stopped; null where nothing has. */
  repeatAddress: string | null
  onAnnounce: () => void
}) {
  return (
    <Dialog title={`إعلان ${formatNumber(count)} الآن؟`} role="alertdialog" onClose={onClose}>
      <p>تظهر للطلاب كلها في لحظة واحدة. ما ينقص يلحق مدينةً مدينة.</p>
      {missed && (
        <p>
          {missed}{' '}
          {repeatAddress ? (
            <Link className="link" to={repeatAddress}>
              افتح الأعمال
            </Link>
          ) : null}
        </p>
      )}
      <footer className="dialog__footer">
        <Button look="primary" data-first-focus busyLabel={isBusy && 'جاري الإعلان...'} onClick={onAnnounce}>
          نعم، أعلن الآن
        </Button>
        <Button onClick={onClose}>إلغاء</Button>
      </footer>
    </Dialog>
  )
}

/** A moment by the clock of Baghdad at which results become public by themselves. */
export function ScheduleDialog({
  count,
  isBusy,
  onClose,
  onSchedule,
}: AnnounceDialogProps & { onSchedule: (publishAt: string) => void }) {
  return (
    <MomentDialog
      title={`إعلان ${formatNumber(count)} في وقت محدد`}
      label="الموعد (بتوقيت بغداد)"
      action="حدّد الموعد"
      isBusy={isBusy}
      onClose={onClose}
      onMoment={onSchedule}
    />
  )
}

/** Hides what was announced; whoever does it types how many results that are. */
export function TakeBackDialog({
  count,
  isBusy,
  onClose,
  onTakeBack,
}: AnnounceDialogProps & { onTakeBack: () => void }) {
  const [typed, setTyped] = useState('')
  const isSure = latinDigits(typed).trim() === String(count)
  return (
    <Dialog title="التراجع عن الإعلان" role="alertdialog" onClose={onClose}>
      <p>تختفي النتائج عن الطلاب كلها في لحظة واحدة، وتبقى هنا جاهزة للإعلان من جديد.</p>
      <label className="field">
        <span className="field__label">{`للتأكيد اكتب عدد النتائج: ${formatNumber(count)}`}</span>
        <input
          className="input"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          data-first-focus
        />
      </label>
      <footer className="dialog__footer">
        <Button look="danger" disabled={!isSure} busyLabel={isBusy && 'جاري التراجع...'} onClick={onTakeBack}>
          تراجع عن الإعلان
        </Button>
        <Button onClick={onClose}>إلغاء</Button>
      </footer>
    </Dialog>
  )
}
