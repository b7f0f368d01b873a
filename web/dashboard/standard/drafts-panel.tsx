import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudDownload, FileClock, PenLine, Trash2 } from 'lucide-react'
import { formatDate, formatDateTime } from '#contract/format.ts'
import type { FormDraft, ListedFormDraft } from '#contract/resources/form-draft.ts'
import { messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { dropDraft, findDraft, listDrafts, onDraftsChange, restoreDraft } from './draft.ts'
import type { ListedDraft } from './draft.ts'
import { useFormSending } from './use-form-sending.ts'
import { listHeldElsewhere } from './draft-hold.ts'
import {
  fetchServerDraft,
  refreshServerDrafts,
  removeServerDraft,
  restoreServerDraft,
  serverDraftsOf,
} from './server-drafts.ts'

interface ShownDraft extends ListedDraft {
  /** Its files are on their way from this window. */
  isSending: boolean
  /** Another tab has it open. */
  isOpenElsewhere: boolean
}

/** The drafts of a form with where each is open; looked at again whenever one changes or this window is looked at. */
function useDrafts(formName: string, except: string | undefined): ShownDraft[] {
  const [drafts, setDrafts] = useState<ShownDraft[]>([])
  const sending = useFormSending()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const found = listDrafts(formName).filter(({ name }) => name !== except)
      const held = await listHeldElsewhere(found.map(({ name }) => name))
      if (!isGone)
        setDrafts(
          found.map(draft => ({
            ...draft,
            isOpenElsewhere: held.has(draft.name),
            isSending: sending.has(draft.name),
          })),
        )
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
  }, [formName, except, sending])
  return drafts
}

/** Files on their way into a draft, or cut on it. */
function SendingLine({ draft: { sending = [], isSending, isOpenElsewhere } }: { draft: ShownDraft }) {
  if (sending.length === 0 || isOpenElsewhere) return null
  return (
    <span className="drafts__state">
      {isSending ? 'يُرفع إليها الآن' : 'لم يصل إليها'}: <bdi>{sending.map(({ name }) => name).join('، ')}</bdi>
    </span>
  )
}

interface ServerDraft extends ListedFormDraft {
  /** An earlier version of it is on this device. */
  isNewer: boolean
}

/** The latest version that is on this device of each draft of the server. */
function versionsOf(drafts: readonly ListedDraft[]): Map<string, number> {
  const versions = new Map<string, number>()
  for (const { server } of drafts)
    if (server) versions.set(server.id, Math.max(server.version, versions.get(server.id) ?? 0))
  return versions
}

/** What the server keeps of these forms that the drafts of `formName` on this device do not show as well. */
function useServerDrafts(form: string, formName: string) {
  const query = useQuery(serverDraftsOf(form))
  const [known, setKnown] = useState<ListedDraft[]>([])
  useEffect(() => {
    const look = () => setKnown(listDrafts(form))
    look()
    return onDraftsChange(look)
  }, [form])
  const here = versionsOf(known)
  const shown = versionsOf(known.filter(({ name }) => name === formName || name.startsWith(`${formName}/`)))
  const drafts = (query.data ?? []).flatMap((draft): ServerDraft[] => {
    if ((shown.get(draft.id) ?? 0) >= draft.version) return []
    return [{ ...draft, isNewer: (here.get(draft.id) ?? draft.version) < draft.version }]
  })
  return { drafts, isFailed: query.isError, lookAgain: () => void query.refetch() }
}

interface DraftsPanelProps {
  formName: string
  /** The forms whose drafts the server is asked for. */
  server: string
  /** The draft that the form itself shows. */
  except?: string
  isBusy?: boolean
  /** Opens a draft here; `take` when another tab has it. */
  open: (name: string, take: boolean) => void
}

/** The drafts of a form that were not saved yet: each can be gone on with, or thrown away. Source: S5.1, S5.6. */
export function DraftsPanel({ formName, server, except, isBusy = false, open }: DraftsPanelProps) {
  const drafts = useDrafts(formName, except)
  const onServer = useServerDrafts(server, formName)
  const panel = useRef<HTMLElement>(null)
  if (drafts.length + onServer.drafts.length === 0 && !onServer.isFailed) return null

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
              <SendingLine draft={draft} />
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
        {onServer.drafts.map(draft => (
          <ServerDraftRow
            key={draft.id}
            draft={draft}
            isBusy={isBusy}
            open={name => open(name, false)}
            onRemoved={() => panel.current?.focus()}
          />
        ))}
      </ul>
      {onServer.isFailed ? (
        <p className="drafts__failure">
          <span>تعذر تحميل مسوداتك التي على الخادم.</span>
          <button type="button" className="link" onClick={onServer.lookAgain}>
            تحميل المسودات من جديد
          </button>
        </p>
      ) : null}
    </section>
  )
}

interface ServerDraftRowProps {
  draft: ServerDraft
  isBusy: boolean
  open: (name: string) => void
  onRemoved: () => void
}

/** A draft of the server: it is fetched to be gone on with here, and stays there until its record is saved. */
function ServerDraftRow({ draft, isBusy, open, onRemoved }: ServerDraftRowProps) {
  const client = useQueryClient()
  const [isWaiting, setIsWaiting] = useState(false)
  const title = draft.title || 'بلا عنوان'

  /** Does one thing at a time; a failure is told, and what is there looked at again. */
  const run = async (act: () => Promise<void>) => {
    if (isWaiting) return
    setIsWaiting(true)
    try {
      await act()
    } catch (error) {
      logFailure('A draft of the server could not be opened or removed', error)
      notify('error', messageOf(error))
      void refreshServerDrafts(client)
    } finally {
      setIsWaiting(false)
    }
  }
  const restore = async (removed: FormDraft) => {
    await run(async () => void (await restoreServerDraft(removed)))
    await refreshServerDrafts(client)
  }
  const remove = async () => {
    const removed = await removeServerDraft(draft.id, draft.version)
    onRemoved()
    await refreshServerDrafts(client)
    notify('success', `حُذفت المسودة «${title}» من الخادم.`, {
      label: 'تراجع',
      run: () => void restore(removed),
    })
  }

  return (
    <li className="drafts__row">
      <div className="drafts__text">
        <bdi className="drafts__name">{title}</bdi>
        <span className="drafts__time">{formatDateTime(draft.changedAt)}</span>
        <span className="drafts__state">
          على الخادم باسم <bdi>{draft.owner}</bdi>
          {draft.isNewer ? '، أحدث مما على هذا الجهاز' : null}
        </span>
        <span className="drafts__time">تبقى حتى {formatDate(draft.goesAt)}</span>
      </div>
      <div className="drafts__actions">
        <Button
          icon={<CloudDownload aria-hidden />}
          disabled={isBusy}
          busyLabel={isWaiting && 'جاري الفتح...'}
          aria-label={`متابعة من الخادم: ${title}`}
          onClick={() => void run(async () => open(await fetchServerDraft(draft.id)))}
        >
          متابعة
        </Button>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden />}
          aria-label={`حذف المسودة من الخادم: ${title}`}
          onClick={() => void run(remove)}
        >
          حذف
        </Button>
      </div>
    </li>
  )
}
