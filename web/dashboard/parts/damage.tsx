import { TriangleAlert } from 'lucide-react'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { kindOfType } from '#contract/resources/file.ts'
import type { DamagedFile, FileFacts } from '#contract/resources/file.ts'

type Known = FileFacts | null | undefined

interface DamageTagProps {
  files?: readonly Known[]
  image?: Known
  /** All files of the record that are damaged, those of its parts among them. */
  all?: readonly DamagedFile[] | undefined
}

/** In the row of a record: one of its files, its picture, or a part of it, is damaged on the server. */
export function DamageTag({ files = [], image, all = [] }: DamageTagProps) {
  const own = new Set([...files, image].map(file => file && sha256OfFileAddress(file.url)))
  const inParts = all.filter(({ url }) => !own.has(sha256OfFileAddress(url)))
  const tags = [
    files.some(file => file?.damage) && 'ملف تالف',
    image?.damage && 'صورة تالفة',
    inParts.some(file => !isImage(file)) && 'ملف إصدار تالف',
    inParts.some(isImage) && 'صورة في النص تالفة',
  ]
  return tags.map(tag =>
    tag ? (
      <span key={tag} className="tag tag--danger">
        {tag}
      </span>
    ) : null,
  )
}

const isImage = ({ type }: DamagedFile) => kindOfType(type) === 'image'

interface DamageNoteProps {
  files: readonly (DamagedFile | null | undefined)[]
  /** They are pictures that stand in a text. */
  isInText?: boolean
}

/** In a form, beside a file that is damaged on the server: what that means, and what to do. */
export function DamageNote({ files, isInText = false }: DamageNoteProps) {
  const damaged = files.find(file => file?.damage)
  if (!damaged) return null
  return (
    <p className="damage-note" role="note">
      <TriangleAlert aria-hidden />
      <span>
        {isImage(damaged) ? 'الصورة' : 'الملف'} «<bdi>{damaged.name}</bdi>»{' '}
        {isInText
          ? 'في النص تالفة على الخادم ولا تظهر للطلاب. احذفها من النص، ثم أضفها نفسها من جديد أو صورة أخرى.'
          : isImage(damaged)
            ? 'تالفة على الخادم ولا تظهر للطلاب. ارفع الصورة نفسها من جديد، أو صورة أخرى.'
            : 'تالف على الخادم ولا يستطيع الطلاب تنزيله. ارفع الملف نفسه من جديد، أو نسخة أخرى منه.'}
      </span>
    </p>
  )
}
