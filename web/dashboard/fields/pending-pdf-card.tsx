import { FileText, Images, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countedNouns, formatCount } from '#contract/format.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { Button } from '../parts/button.tsx'
import { SplitPdf, splitLabel } from '../split-pdf/split-pdf.tsx'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useUpload } from '../uploads/use-upload.ts'

interface PendingPdfCardProps {
  file: File
  /** How many more pictures the field takes. */
  room: number
  onPictures: (pictures: FileFacts[]) => void
  onGone: () => void
}

/** A PDF among pictures: it is sent, and its pages are offered as pictures. Source: S7.8. */
export function PendingPdfCard({ file, room, onPictures, onGone }: PendingPdfCardProps) {
  const [stored, setStored] = useState<FileFacts | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const upload = useUpload({
    kind: 'pdf',
    failure: 'حدث خطأ أثناء رفع ملف PDF',
    onDone: setStored,
    onUndone: reason => reason === 'cancelled' && onGone(),
    onDismissed: onGone,
  })
  useEffect(() => {
    upload.start(file)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is sent once; a failure waits for the person
  }, [])

  const sha256 = stored && readableSha256(stored)
  return (
    <li className="exam-pdf">
      <UploadProgress upload={upload} label="جاري رفع ملف PDF..." />
      {stored && sha256 ? (
        <>
          <p className="exam-pdf__name">
            <FileText aria-hidden />
            <span>
              <bdi>{stored.name}</bdi> · {formatCount(stored.pageCount ?? 0, countedNouns.page)}
            </span>
          </p>
          <p className="upload__file">لا يُحفظ ملف PDF نفسه في الامتحان، بل صور صفحاته.</p>
          <div className="row">
            <Button look="primary" icon={<Images aria-hidden />} onClick={() => setIsOpen(true)}>
              {splitLabel}
            </Button>
            <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={onGone}>
              أزل الملف
            </Button>
          </div>
          {isOpen ? (
            <SplitPdf
              sha256={sha256}
              name={stored.name}
              pageCount={stored.pageCount ?? 0}
              room={room}
              onDone={onPictures}
              onClose={() => setIsOpen(false)}
            />
          ) : null}
        </>
      ) : null}
    </li>
  )
}
