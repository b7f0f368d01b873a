import { AddRecord } from '../standard/add-record.tsx'
import { NoteFields } from './note-fields.tsx'
import { noteKind } from './note-values.ts'

/** `/dashboard/malazimas/add` */
export function AddNoteScreen() {
  return (
    <AddRecord
      kind={noteKind}
      title="إضافة ملزمة"
      saveLabel="إضافة الملزمة"
      saved={name => `أُضيفت الملزمة «${name}».`}
      failure="حدث خطأ أثناء إضافة الملزمة"
    >
      <NoteFields />
    </AddRecord>
  )
}
