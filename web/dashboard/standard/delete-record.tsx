import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
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

interface DeleteOptions extends DeleteWords {
  /** The API address of the list, also the key of its queries. */
  path: string
  /** Called with the record when it is deleted. */
  onDeleted: (id: string) => void
}

interface Target {
  id: string
  name: string
}

interface DeleteAnswer {
  data?: { id?: string; auditId?: string }
}

/** Deletes a record after a question, says so, and offers to take it back from its audit entry. */
export function useDeleteRecord(options: DeleteOptions) {
  const [target, setTarget] = useState<Target | undefined>()
  const queryClient = useQueryClient()

  const restore = async (auditId: string, name: string) => {
    try {
      await api.post(`${apiPaths.auditLog}/${auditId}/restore`)
      await refreshAfterWrite(queryClient, options.path)
      notify('success', options.restored(name))
    } catch (error) {
      notify('error', `تعذر التراجع عن الحذف. ${messageOf(error)}`)
    }
  }

  const remove = async ({ id, name }: Target) => {
    const answer = await api.delete<DeleteAnswer | undefined>(`${options.path}/${id}`)
    setTarget(undefined)
    options.onDeleted(id)
    const auditId = answer?.data?.auditId
    notify(
      'success',
      options.deleted(name),
      auditId ? { label: 'تراجع', run: () => void restore(auditId, name) } : undefined,
    )
    await refreshAfterWrite(queryClient, options.path)
  }

  const dialog = target ? (
    <DeleteDialog
      name={target.name}
      question={options.question}
      hint={trashHint}
      onClose={() => setTarget(undefined)}
      onDelete={() => remove(target)}
    />
  ) : null
  return { ask: setTarget, dialog }
}

interface DeleteDialogProps {
  name: string
  question: string
  /** What becomes of it then. */
  hint?: string
  onClose: () => void
  onDelete: () => Promise<void>
}

/** The question before a deletion; a failure is said here and can be tried again. */
export function DeleteDialog({ name, question, hint, onClose, onDelete }: DeleteDialogProps) {
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
          حذف
        </Button>
        <Button onClick={onClose} data-first-focus>
          إلغاء
        </Button>
      </footer>
    </Dialog>
  )
}
