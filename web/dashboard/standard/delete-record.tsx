import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ChangedBy } from '#contract/errors.ts'
import { countedNouns, formatCount, formatDateTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import type { ApiError } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import type { NoticeAction } from '../parts/notices.tsx'
import { Banner } from '../parts/states.tsx'
import { refreshAfterWrite } from './refresh.ts'

/** What a deletion is, before it is done. */
export const trashHint = `يُنقل إلى سلة المحذوفات، ويمكن استعادته ${formatCount(limits.trashDays, countedNouns.day)}. ملفاته تبقى متاحة لمن معه رابطها المباشر حتى تزول معه؛ لتعجيل ذلك احذفه من السلة نهائياً.`

/** What is said when a record is deleted. */
export interface DeleteWords {
  /** 'هل أنت متأكد من حذف هذا الكتاب؟' */
  question: string
  deleted: (name: string) => string
  restored: (name: string) => string
}

interface Deletable {
  id: string
  version: number
}

interface DeleteOptions<Item> extends DeleteWords {
  /** The API address of the list, also the key of its queries. */
  path: string
  /** Called with the record when it is deleted. */
  onDeleted: (id: string) => void
  nameOf: (record: Item) => string
}

interface Target<Item> {
  record: Item
  /** Who has changed it since the list showed it; undefined before anybody is known to have. */
  change?: string
}

interface DeleteAnswer {
  data?: { id?: string; auditId?: string }
}

/** What to say of a record that is not any more as the list showed it. */
function toldChange(by: ChangedBy | undefined): string {
  const who = by && (by.isYou ? 'حسابك من نافذة أخرى' : by.name)
  return `لم يُحذف: تغيّر بعد أن عُرض هنا${by ? `. عدّله ${who}، ${formatDateTime(by.at)}` : ''}.`
}

/** Whether the record was changed by somebody after it was shown; one that was deleted has no state any more. */
function isChanged({ code, current }: ApiError): boolean {
  return code === 'stale_version' && current !== undefined
}

/**
 * Deletes a record after a question, says so, and offers to take it back from its audit entry. One that has changed
 * since the list showed it is asked about anew, as it stands now and with who changed it.
 */
export function useDeleteRecord<Item extends Deletable>(options: DeleteOptions<Item>) {
  const { path, nameOf } = options
  const [target, setTarget] = useState<Target<Item> | undefined>()
  const queryClient = useQueryClient()

  const restore = async (auditId: string, name: string) => {
    try {
      await api.post(`${apiPaths.auditLog}/${auditId}/restore`)
      await refreshAfterWrite(queryClient, path)
      notify('success', options.restored(name))
    } catch (error) {
      notify('error', `تعذر التراجع عن الحذف. ${messageOf(error)}`)
    }
  }

  const finish = async (id: string, text: string, way: NoticeAction | undefined) => {
    setTarget(undefined)
    options.onDeleted(id)
    notify('success', text, way)
    await refreshAfterWrite(queryClient, path)
  }

  const remove = async ({ record }: Target<Item>) => {
    const { id, version } = record
    const name = nameOf(record)
    try {
      const answer = await api.delete<DeleteAnswer | undefined>(`${path}/${id}`, { query: { version } })
      const auditId = answer?.data?.auditId
      const undo = auditId ? { label: 'تراجع', run: () => void restore(auditId, name) } : undefined
      await finish(id, options.deleted(name), undo)
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.status === 404) {
        return finish(id, `سبق حذف «${name}».`, { label: 'سلة المحذوفات', to: dashboardPaths.trash })
      }
      if (!isChanged(error)) throw error
      setTarget({ record: error.current as Item, change: toldChange(error.changedBy) })
      await refreshAfterWrite(queryClient, path)
    }
  }

  const dialog = target ? (
    <DeleteDialog
      key={target.record.version}
      name={nameOf(target.record)}
      question={options.question}
      change={target.change}
      hint={trashHint}
      onClose={() => setTarget(undefined)}
      onDelete={() => remove(target)}
    />
  ) : null
  return { ask: (record: Item) => setTarget({ record }), dialog }
}

interface DeleteDialogProps {
  name: string
  question: string
  /** What has happened to it since it was chosen. */
  change?: string | undefined
  /** What becomes of it then. */
  hint?: string
  onClose: () => void
  onDelete: () => Promise<void>
}

/** The question before a deletion; a failure is said here and can be tried again. */
export function DeleteDialog({ name, question, change, hint, onClose, onDelete }: DeleteDialogProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsDeleting(true)
    setFailure('')
    try {
      await onDelete()
    } catch (error) {
      logFailure('The deletion failed', error)
      setFailure(`تعذر الحذف. ${messageOf(error)}`)
      setIsDeleting(false)
    }
  }

  return (
    <Dialog title="تأكيد الحذف" role="alertdialog" onClose={onClose}>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      {change ? <Banner tone="warning">{change}</Banner> : null}
      <p className="dialog__text">{question}</p>
      <p className="dialog__subject">
        <bdi>{name}</bdi>
      </p>
      {hint ? <p className="dialog__text muted">{hint}</p> : null}
      <footer className="dialog__footer">
        <Button
          look="danger"
          icon={<Trash2 aria-hidden />}
          busyLabel={isDeleting && 'جاري الحذف...'}
          onClick={() => void confirm()}
        >
          {change ? 'حذف رغم التغيير' : 'حذف'}
        </Button>
        <Button onClick={onClose} data-first-focus>
          إلغاء
        </Button>
      </footer>
    </Dialog>
  )
}
