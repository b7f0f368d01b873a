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
}

/** What a form says of its draft: restored, taken by another tab, not kept; and the other drafts. Source: S5.1. */
export function DraftBanners({ draft, formName, isBusy }: DraftBannersProps) {
  return (
    <>
      <DraftsPanel
        formName={formName}
        except={draft.name}
        isBusy={isBusy}
        open={(name, take) => void draft.open(name, take)}
      />
      {draft.state === 'mine' ? null : <AwayBanner draft={draft} />}
      {draft.state === 'mine' && draft.restoredAt ? (
        <Banner
          tone="info"
          actions={
            <>
              <Button onClick={draft.startNew} disabled={isBusy}>
                نموذج جديد
              </Button>
              <Button onClick={draft.discard} disabled={isBusy}>
                تجاهل المسودة
              </Button>
            </>
          }
        >
          استعدنا ما كتبته ولم تحفظه ({formatDateTime(draft.restoredAt)}).
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

function AwayBanner({ draft }: { draft: FormDraft }) {
  const isTaken = draft.state === 'taken'
  return (
    <Banner
      tone="warning"
      actions={
        <>
          {isTaken ? (
            <Button onClick={() => void draft.open(draft.name, true)}>أعدها إلى هنا</Button>
          ) : (
            <Button onClick={draft.startNew}>نموذج جديد</Button>
          )}
          <Button onClick={draft.copy}>متابعة بمسودة مستقلة</Button>
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
  )
}
