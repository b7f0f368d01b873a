import { Clock, EyeOff, PencilLine, Send, Trash2, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { BatchAction } from '#contract/resources/batch.ts'
import type { CountedNoun } from '#contract/format.ts'
import { formatCount } from '#contract/format.ts'
import { ChangeDialog, DeleteManyDialog, ScheduleManyDialog } from './batch-dialogs.tsx'
import type { BatchField } from './batch-dialogs.tsx'
import { BatchProblem } from './batch-problem.tsx'
import { ChosenCount } from './chosen-count.tsx'
import type { Selection } from './selection.ts'
import { useBatch } from './use-batch.ts'
import type { BatchAsk } from './use-batch.ts'

interface BatchBarProps<Item> {
  /** The API address of the list. */
  path: string
  noun: CountedNoun
  fields: readonly BatchField[]
  selection: Selection<Item>
  /** How many records the filters leave. */
  total: number
  /** Those records, as many as can be acted on at once. */
  fetchMatching: () => Promise<Item[]>
}

const acts: { action: BatchAction; label: string; icon: LucideIcon }[] = [
  { action: 'change', label: 'غيّر حقلاً', icon: PencilLine },
  { action: 'publish', label: 'انشر', icon: Send },
  { action: 'schedule', label: 'جدولة', icon: Clock },
  { action: 'hide', label: 'أخفِ', icon: EyeOff },
  { action: 'delete', label: 'حذف', icon: Trash2 },
]

const dialogs = { schedule: ScheduleManyDialog, delete: DeleteManyDialog }

/** What can be done with the chosen records; there while some are chosen. Source: S14.1. */
export function BatchBar<Item extends { id: string; version: number }>(props: BatchBarProps<Item>) {
  const { path, noun, fields, selection, total, fetchMatching } = props
  const [asked, setAsked] = useState<BatchAction | undefined>()
  const batch = useBatch({
    path,
    noun,
    onDone(ids) {
      setAsked(undefined)
      selection.drop(ids)
    },
  })
  const chosen = [...selection.chosen.values()]
  const counted = formatCount(chosen.length, noun)
  const problem = batch.sent?.error && { error: batch.sent.error, count: batch.sent.records.length }
  if (asked && chosen.length === 0 && !batch.sent) setAsked(undefined)
  if (chosen.length === 0 && !problem) return null

  const start = (ask: BatchAsk) => batch.start(ask, chosen)
  const press = (action: BatchAction) => {
    if (action === 'publish' || action === 'hide') start({ action })
    else setAsked(action)
  }
  const dialog = { counted, isBusy: batch.isBusy, onClose: () => setAsked(undefined), onAsk: start }
  const Asked = asked === 'schedule' || asked === 'delete' ? dialogs[asked] : undefined
  return (
    <>
      {chosen.length > 0 ? (
        <>
          <section className="batch-bar" aria-label="السجلات المختارة">
            <ChosenCount selection={selection} total={total} fetchMatching={fetchMatching} />
            <div className="batch-bar__acts">
              {acts.map(({ action, label, icon: Icon }) => (
                <button
                  key={action}
                  type="button"
                  className={`batch-bar__act${action === 'delete' ? ' is-danger' : ''}`}
                  aria-disabled={batch.isBusy || undefined}
                  onClick={() => !batch.isBusy && press(action)}
                >
                  <Icon aria-hidden />
                  <span>{label}</span>
                </button>
              ))}
              <button
                type="button"
                className="batch-bar__act"
                aria-label="ألغِ الاختيار"
                onClick={selection.clear}
              >
                <X aria-hidden />
              </button>
            </div>
          </section>
          {asked === 'change' ? (
            <ChangeDialog {...dialog} fields={fields} records={chosen} noun={noun} />
          ) : null}
          {Asked ? <Asked {...dialog} /> : null}
        </>
      ) : null}
      {problem ? (
        <BatchProblem
          {...problem}
          isBusy={batch.isBusy}
          onAgain={batch.again}
          onGoOn={() => {
            selection.drop(problem.error.stale)
            batch.goOn()
          }}
          onConfirm={batch.confirm}
          onClose={() => {
            selection.drop(problem.error.stale)
            void batch.giveUp()
          }}
        />
      ) : null}
    </>
  )
}
