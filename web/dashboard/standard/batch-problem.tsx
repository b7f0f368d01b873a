import { countedNouns, formatCount } from '#contract/format.ts'
import { isAnswerLost } from '#web/api-client.ts'
import type { ApiError } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface BatchProblemProps {
  error: ApiError
  count: number
  isBusy: boolean
  onAgain: () => void
  onGoOn: () => void
  onConfirm: () => void
  onClose: () => void
}

/** Why an act on many records has done nothing, or nothing is known of it, and the ways on. */
export function BatchProblem({
  error,
  count,
  isBusy,
  onAgain,
  onGoOn,
  onConfirm,
  onClose,
}: BatchProblemProps) {
  const isStale = error.code === 'stale_records'
  const isDoubtful = error.code === 'needs_confirmation'
  const rest = count - error.stale.length
  const isUnknown = isAnswerLost(error)
  const busyLabel = isBusy && 'جاري التنفيذ...'
  return (
    <Dialog
      title={isUnknown ? 'لم يصل رد الخادم' : 'لم يُطبَّق شيء'}
      role="alertdialog"
      onClose={onClose}
      size="medium"
    >
      {isStale || isDoubtful ? (
        <>
          <p className="dialog__text">{isStale ? 'تغيّر بعد أن اخترته:' : 'انظر إلى ما يلي قبل أن تنشره:'}</p>
          <ul className="batch-problems">
            {error.errors.map(sentence => (
              <li key={sentence}>
                <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="dialog__text">{error.message}</p>
          {isUnknown ? <p className="dialog__text">ربما طُبّق ما أردت. إعادة المحاولة لا تطبّقه مرتين.</p> : null}
        </>
      )}
      <footer className="dialog__footer dialog__footer--wrap">
        {isStale && rest > 0 ? (
          <Button look="primary" busyLabel={busyLabel} onClick={onGoOn}>
            طبّق على الباقي: {formatCount(rest, countedNouns.record)}
          </Button>
        ) : null}
        {isDoubtful ? (
          <Button look="primary" busyLabel={busyLabel} onClick={onConfirm}>
            نظرت فيها، انشرها
          </Button>
        ) : null}
        {isStale || isDoubtful || error.code === 'invalid_fields' ? null : (
          <Button look="primary" busyLabel={busyLabel} onClick={onAgain}>
            إعادة المحاولة
          </Button>
        )}
        <Button onClick={onClose} data-first-focus>
          {isStale ? 'حدّث القائمة' : 'إغلاق'}
        </Button>
      </footer>
    </Dialog>
  )
}
