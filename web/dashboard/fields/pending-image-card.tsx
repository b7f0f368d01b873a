import { Crop } from 'lucide-react'
import { useEffect } from 'react'
import type { FileFacts } from '#contract/resources/file.ts'
import { Button } from '../parts/button.tsx'
import type { PicturePlace } from '../uploads/picture-place.ts'
import type { SentFile } from '../uploads/sent-file.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useUploadsContext } from '../uploads/uploads-in-form.ts'
import { useUpload } from '../uploads/use-upload.ts'

interface PendingImageCardProps {
  /** The name of the field. */
  field: string
  file: File
  /** It is on its way already. */
  sent: SentFile | undefined
  place: PicturePlace
  /** Few are sent at the same time, so that each gets through a slow line. */
  isTurn: boolean
  /** Absent for what cannot be edited. */
  onEdit: (() => void) | undefined
  onDone: (facts: FileFacts) => void
  onFailed: () => void
  onGone: () => void
}

/** One image on its way; it starts when its turn comes. */
export function PendingImageCard({
  field,
  file,
  sent,
  place,
  isTurn,
  onEdit,
  onDone,
  onFailed,
  onGone,
}: PendingImageCardProps) {
  const { begin } = useUploadsContext()
  const isReplacing = place.replaces !== undefined
  const upload = useUpload({
    kind: 'image',
    field,
    place,
    failure: 'حدث خطأ أثناء رفع بعض الصور',
    onDone,
    onUndone: reason => (reason === 'failed' ? onFailed() : onGone()),
    onDismissed: onGone,
  })

  useEffect(() => {
    if (upload.state.status !== 'idle') return undefined
    if (!isTurn) return begin({ field, file, kind: 'image', sent, place })
    upload.goOn({ file, sent })
    return undefined
    // The turn comes once; a later failure waits for the person.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isTurn])

  return (
    <li className="exam-image exam-image--pending">
      {upload.state.status === 'idle' ? (
        <p className="upload__file">
          <bdi>{file.name}</bdi> في الانتظار
        </p>
      ) : (
        <UploadProgress
          upload={upload}
          label={isReplacing ? 'جاري رفع الصورة المعدّلة...' : 'جاري رفع الصورة...'}
        />
      )}
      {isReplacing ? <p className="upload__file">الصورة السابقة باقية حتى تصل المعدّلة.</p> : null}
      {onEdit ? (
        <Button look="quiet" icon={<Crop aria-hidden />} onClick={onEdit}>
          تدوير وقص
        </Button>
      ) : null}
    </li>
  )
}
