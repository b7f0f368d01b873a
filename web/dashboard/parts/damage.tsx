import { TriangleAlert } from 'lucide-react'
import type { FileFacts } from '#contract/resources/file.ts'

type Known = FileFacts | null | undefined

/** In the row of a record: one of its files is damaged on the server. */
export function DamageTag({ files }: { files: readonly Known[] }) {
  return files.some(file => file?.damage) ? <span className="tag tag--danger">ملف تالف</span> : null
}

/** In a form, beside a file that is damaged on the server: what that means, and what to do. */
export function DamageNote({ files }: { files: readonly Known[] }) {
  const damaged = files.find(file => file?.damage)
  if (!damaged) return null
  return (
    <p className="damage-note" role="note">
      <TriangleAlert aria-hidden />
      <span>
        الملف «<bdi>{damaged.name}</bdi>» تالف على الخادم ولا يستطيع الطلاب تنزيله. ارفع الملف نفسه من جديد، أو
        نسخة أخرى منه.
      </span>
    </p>
  )
}
