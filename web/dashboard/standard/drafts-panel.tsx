import { useEffect, useRef, useState } from 'react'
import { FileClock, PenLine, Trash2 } from 'lucide-react'
import { formatDateTime } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { dropDraft, findDraft, listDrafts, onDraftsChange, restoreDraft } from './draft.ts'
import type { ListedDraft } from './draft.ts'
import { listHeldElsewhere } from './draft-hold.ts'

interface ShownDraft extends ListedDraft {
  /** Another tab has it open. */
  isOpenElsewhere: boolean
}

/** The drafts of a form with where each is open; looked at again whenever one changes or this window is looked at. */
function useDrafts(formName: string, except: string | undefined): ShownDraft[] {
  const [drafts, setDrafts] = useState<ShownDraft[]>([])
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const found = listDrafts(formName).filter(({ name }) => name !== except)
      const held = await listHeldElsewhere(found.map(({ name }) => name))
      if (!isGone) setDrafts(found.map(draft => ({ ...draft, isOpenElsewhere: held.has(draft.name) })))
    }
    const lookAgain = () => void look()
    lookAgain()
    const stopListening = onDraftsChange(lookAgain)
    addEventListener('focus', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      isGone = true
      stopListening()
      removeEventListener('focus', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [formName, except])
  return drafts
}

interface DraftsPanelProps {
  formName: string
  /** The draft that the form itself shows. */
  except?: string
  isBusy?: boolean
  /** Opens a draft here; `take` when another tab has it. */
  open: (name: string, take: boolean) => void
}

/** The drafts of a form that were not saved yet: each can be gone on with, or thrown away. Source: S5.1. */
export function DraftsPanel({ formName, except, isBusy = false, open }: DraftsPanelProps) {
  const drafts = useDrafts(formName, except)
  const panel = useRef<HTMLElement>(null)
  if (drafts.length === 0) return null

  const throwAway = ({ name, title }: ShownDraft) => {
    const draft = findDraft<unknown>(name)
    dropDraft(name)
    panel.current?.focus()
    notify(
      'success',
      `حُذفت المسودة ${title ? `«${title}»` : 'بلا عنوان'}.`,
      draft && { label: 'تراجع', run: () => restoreDraft(name, draft) },
    )
  }

  return (
    <section className="card drafts" aria-labelledby="drafts-title" tabIndex={-1} ref={panel}>
      <h2 id="drafts-title" className="drafts__title">
        <FileClock aria-hidden />
        مسودات لم تُحفظ بعد
      </h2>
      <ul className="drafts__list">
        {drafts.map(draft => (
          <li key={draft.name} className="drafts__row">
            <div className="drafts__text">
              <bdi className="drafts__name">{draft.title || 'بلا عنوان'}</bdi>
              <span className="drafts__time">{formatDateTime(draft.savedAt)}</span>
              {draft.isOpenElsewhere ? <span className="drafts__state">مفتوحة في نافذة أخرى</span> : null}
            </div>
            <div className="drafts__actions">
              <Button
                icon={<PenLine aria-hidden />}
                disabled={isBusy}
                aria-label={`${draft.isOpenElsewhere ? 'نقل إلى هنا' : 'متابعة'}: ${draft.title || 'مسودة بلا عنوان'}`}
                onClick={() => open(draft.name, draft.isOpenElsewhere)}
              >
                {draft.isOpenElsewhere ? 'نقل إلى هنا' : 'متابعة'}
              </Button>
              {draft.isOpenElsewhere ? null : (
                <Button
                  look="quiet"
                  icon={<Trash2 aria-hidden />}
                  aria-label={`حذف المسودة: ${draft.title || 'بلا عنوان'}`}
                  onClick={() => throwAway(draft)}
                >
                  حذف
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
