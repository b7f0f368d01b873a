import { ExternalLink, FileInput, TriangleAlert } from 'lucide-react'
import { dashboardPaths } from '#contract/paths.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { WarningAnswer } from './use-warnings.ts'

interface WarningsDialogProps {
  warnings: Warning[]
  listAddress: string
  isNew: boolean
  /** The form has a file that can take the place of the other record's. */
  canReplaceFile: boolean
  decide: (answer: WarningAnswer) => void
}

/** What looks wrong before a save, and what can be done about it; never a ban. Source: S5.4. */
export function WarningsDialog({
  warnings,
  listAddress,
  isNew,
  canReplaceFile,
  decide,
}: WarningsDialogProps) {
  const stay = () => decide('stay')
  return (
    <Dialog title="تأكد قبل الحفظ" role="alertdialog" size="medium" onClose={stay}>
      <ul className="warnings">
        {warnings.map(({ message, record }) => (
          <li key={`${message} ${record?.id}`} className="warnings__item">
            <TriangleAlert aria-hidden />
            <div className="warnings__text">
              <p>{message}</p>
              {record ? (
                <>
                  <p className="dialog__subject">
                    <bdi>{record.name}</bdi>
                  </p>
                  <div className="warnings__actions">
                    <a
                      className="button is-quiet"
                      href={dashboardPaths.edit(listAddress, record.id)}
                      target="_blank"
                      rel="noopener"
                    >
                      <ExternalLink aria-hidden />
                      <span>
                        افتحه<span className="visually-hidden"> في نافذة جديدة: {record.name}</span>
                      </span>
                    </a>
                    {canReplaceFile ? (
                      <Button
                        icon={<FileInput aria-hidden />}
                        onClick={() => decide({ replaceFileOf: record })}
                      >
                        استبدل ملفه
                      </Button>
                    ) : null}
                  </div>
                </>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <footer className="dialog__footer dialog__footer--wrap">
        <Button look="primary" onClick={stay} data-first-focus>
          العودة إلى النموذج
        </Button>
        <Button onClick={() => decide('save')}>{isNew ? 'أضفه على أي حال' : 'احفظه على أي حال'}</Button>
      </footer>
    </Dialog>
  )
}
