import { TriangleAlert } from 'lucide-react'
import { kindOfType } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'

type Known = FileFacts | null | undefined

/** In the row of a record: one of its files, or its picture, is damaged on the server. */
export function DamageTag({ files = [], image }: { files?: readonly Known[]; image?: Known }) {
  return (
    <>
      {files.some(file => file?.damage) ? <span className="tag tag--danger">ملف تالف</span> : null}
      {image?.damage ? <span className="tag tag--danger">صورة تالفة</span> : null}
    </>
  )
}

/** In a form, beside a file that is damaged on the server: what that means, and what to do. */
export function DamageNote({ files }: { files: readonly Known[] }) {
  const damaged = files.find(file => file?.damage)
  if (!damaged) return null
  const isImage = kindOfType(damaged.type) === 'image'
  return (
    <p className="damage-note" role="note">
      <TriangleAlert aria-hidden />
      <span>
        {isImage ? 'الصورة' : 'الملف'} «<bdi>{damaged.name}</bdi>»{' '}
        {isImage
          ? 'تالفة على الخادم ولا تظهر للطلاب. ارفع الصورة نفسها من جديد، أو صورة أخرى.'
          : 'تالف على الخادم ولا يستطيع الطلاب تنزيله. ارفع الملف نفسه من جديد، أو نسخة أخرى منه.'}
      </span>
    </p>
  )
}
