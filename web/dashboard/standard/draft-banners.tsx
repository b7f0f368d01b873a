import { useEffect, useRef } from 'react'
import { formatDateTime } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import type { FormDraft } from './use-draft.ts'

interface DraftBannersProps {
  draft: FormDraft
  formName: string
  /** Uploads are running: they belong to the draft that is open. */
  isBusy: boolean
  /** The form adds a record; otherwise it edits one that is there. */
  isNew: boolean
  /** Another draft is shown: the focus begins anew. */
  onShown: () => void
}

/** What a form says of its draft: restored, taken by another tab, not kept; and the other drafts. Source: S5.1. */
export function DraftBanners({ draft, formName, isBusy, isNew, onShown }: DraftBannersProps) {
  const startLabel = isNew ? 'نموذج جديد' : 'البدء من المحفوظ'
  const show = (run: () => void) => () => {
    run()
    onShown()
  }
  const open = async (name: string, take: boolean) => {
    if (await draft.open(name, take)) onShown()
  }
  return (
    <>
      <DraftsPanel
        formName={formName}
        server={formName}
        except={draft.name}
        isBusy={isBusy}
        open={(name, take) => void open(name, take)}
      />
      {draft.state === 'mine' ? null : (
        <AwayBanner draft={draft} startLabel={startLabel} open={open} show={show} />
      )}
      {draft.state === 'mine' && draft.restoredAt ? (
        <Banner
          tone="info"
          actions={
            <>
              <Button onClick={show(draft.startNew)} disabled={isBusy}>
                {startLabel}
              </Button>
              <Button onClick={show(draft.discard)} disabled={isBusy}>
                تجاهل المسودة
              </Button>
            </>
          }
        >
          استعدنا ما كتبته ولم تحفظه ({formatDateTime(draft.restoredAt)}).
        </Banner>
      ) : null}
      {draft.state === 'mine' && draft.lost.length > 0 ? (
        <Banner tone="warning" actions={<Button onClick={show(draft.forgetLost)}>حسناً</Button>}>
          <strong>لم يصل: {draft.lost.map(({ name }) => `«${name}»`).join('، ')}</strong>
          <span>انقطع الرفع بإغلاق النافذة. اختر الملف مرة أخرى في حقله: الكبير يُكمل من حيث توقف.</span>
        </Banner>
      ) : null}
      {draft.isKept ? null : (
        <Banner tone="warning">
          <strong>لا يستطيع هذا المتصفح حفظ المسودة: التخزين ممتلئ أو ممنوع.</strong>
          <span>ما كتبته باقٍ ما دامت هذه النافذة مفتوحة. احفظ السجل قبل إغلاقها.</span>
        </Banner>
      )}
    </>
  )
}

interface AwayBannerProps {
  draft: FormDraft
  startLabel: string
  open: (name: string, take: boolean) => Promise<void>
  show: (run: () => void) => () => void
}

/** What became of the draft in another tab. */
function AwayBanner({ draft, startLabel, open, show }: AwayBannerProps) {
  const isTaken = draft.state === 'taken'
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    banner.current?.scrollIntoView({ block: 'center' })
    // The field that had it can hold it no longer.
    banner.current?.focus({ preventScroll: true })
  }, [isTaken])
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner
        tone="warning"
        actions={
          <>
            {isTaken ? (
              <Button onClick={() => void open(draft.name, true)}>أعدها إلى هنا</Button>
            ) : (
              <Button onClick={show(draft.startNew)}>{startLabel}</Button>
            )}
            <Button onClick={show(draft.copy)}>متابعة بمسودة مستقلة</Button>
          </>
        }
      >
        <strong>
          {isTaken ? 'هذه المسودة مفتوحة الآن في نافذة أخرى.' : 'انتهت هذه المسودة في النافذة الأخرى.'}
        </strong>
        <span>
          {isTaken
            ? 'ما تراه هنا للقراءة فقط حتى لا تتداخل النافذتان.'
            : 'حُفظت هناك أو حُذفت، وما تراه هنا نسخة سابقة منها للقراءة فقط.'}
        </span>
      </Banner>
    </div>
  )
}
