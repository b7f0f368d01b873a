import { CalendarClock, Check, FilePen, Megaphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { countedNouns, formatCount, formatDateTime, formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import type { IngestRow } from '#contract/resources/ingest.ts'
import { api, isAnswerLost, isApiError, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { MomentDialog } from '../parts/moment-dialog.tsx'
import { notify } from '../parts/notices.tsx'
import { randomWord } from '../standard/draft.ts'
import { useUndoBatch } from '../standard/undo-batch.ts'
import { isComplete } from './row-state.ts'
import type { OpenIngest } from './use-ingest.ts'

interface IngestBarProps {
  id: string
  ingest: OpenIngest
  chosen: ReadonlySet<string>
  onSeen: () => void
}

/** What can be done with the rows that were looked at. */
export function IngestBar({ id, ingest, chosen, onSeen }: IngestBarProps) {
  const queryClient = useQueryClient()
  const undo = useUndoBatch()
  const [busy, setBusy] = useState('')
  const [asksMoment, setAsksMoment] = useState(false)
  /* The same for every try to publish the same rows. */
  const attempt = useRef({ asked: '', key: '' })
  const { rows } = ingest
  const isMeant = ({ id: rowId }: IngestRow) => chosen.size === 0 || chosen.has(rowId)
  const unseen = rows.filter(row => chosen.has(row.id) && !row.isSeen && row.record === null)
  const ready = rows.filter(row => isMeant(row) && row.isSeen && isComplete(row))
  const files = rows.flatMap(row => row.files)
  const arrived = files.filter(({ url }) => url !== null).length
  const words = formatCount(ready.length, countedNouns.record)

  const publish = async (publication: PublicationInput, label: string, done: string) => {
    setBusy(label)
    try {
      if (!(await ingest.typing.write())) return
      const ids = new Set(ready.map(row => row.id))
      const seen = ingest
        .current()
        .filter(row => ids.has(row.id))
        .map(row => ({ id: row.id, version: row.version }))
      const body = { rows: seen, ...publication }
      const asked = JSON.stringify(body)
      if (attempt.current.asked !== asked) attempt.current = { asked, key: randomWord() }
      const path = apiPaths.ingestPublication(id)
      const { data } = await api.post<{ data: BatchAnswer }>(path, body, { key: attempt.current.key })
      await queryClient.invalidateQueries()
      notify('success', `${done}: ${formatCount(data.count, countedNouns.record)}.`, {
        label: 'تراجع',
        run: () => void undo(data.id),
      })
      setAsksMoment(false)
      onSeen()
    } catch (error) {
      const told = isApiError(error) ? Object.values(error.fields) : []
      /* Without an answer nobody knows what was published: the rows tell. */
      const isRefused = isApiError(error) && !isAnswerLost(error)
      ingest.setFailure(
        [isRefused && 'لم يُنشر شيء.', messageOf(error), ...new Set(told)].filter(Boolean).join(' '),
      )
      await ingest.query.refetch()
    } finally {
      setBusy('')
    }
  }

  return (
    <footer className="ingest__bar">
      <p>
        <strong>{chosen.size > 0 ? `${formatNumber(chosen.size)} مختاراً` : `روجع وجاهز: ${words}`}</strong>
        <small className="muted">لا يُنشر شيء قبل أن تراه. التراجع ممكن دفعةً واحدة.</small>
      </p>
      {arrived < files.length ? (
        <p className="ingest__arrived">
          <progress className="progress" max={files.length} value={arrived} aria-label="رُفع من الملفات" />
          <small className="muted">
            رُفع {formatNumber(arrived)} من {formatNumber(files.length)}
          </small>
        </p>
      ) : null}
      {unseen.length > 0 ? (
        <Button
          look="primary"
          icon={<Check aria-hidden />}
          onClick={() => ingest.typing.see(unseen.map(row => row.id))}
        >
          {`راجعتُ ${formatCount(unseen.length, staffNouns.line)}`}
        </Button>
      ) : null}
      <Button
        icon={<FilePen aria-hidden />}
        disabled={ready.length === 0}
        busyLabel={busy === 'draft' && 'جاري الحفظ...'}
        onClick={() => void publish({ state: 'draft' }, 'draft', 'حُفظ مسودات')}
      >
        احفظ مسودات
      </Button>
      <Button
        icon={<CalendarClock aria-hidden />}
        disabled={ready.length === 0}
        onClick={() => setAsksMoment(true)}
      >
        جدولة
      </Button>
      <Button
        look={unseen.length > 0 ? 'secondary' : 'primary'}
        icon={<Megaphone aria-hidden />}
        disabled={ready.length === 0}
        busyLabel={busy === 'publish' && 'جاري النشر...'}
        onClick={() => void publish({ state: 'published' }, 'publish', 'نُشر')}
      >
        {ready.length === 0 ? 'انشر' : `انشر ${words}`}
      </Button>
      {asksMoment ? (
        <MomentDialog
          title="جدولة النشر"
          label="موعد النشر بتوقيت بغداد"
          action={`جدول ${words}`}
          isBusy={busy === 'schedule'}
          onClose={() => setAsksMoment(false)}
          onMoment={publishAt =>
            void publish(
              { state: 'scheduled', publishAt },
              'schedule',
              `جُدول إلى ${formatDateTime(publishAt)}`,
            )
          }
        />
      ) : null}
    </footer>
  )
}
