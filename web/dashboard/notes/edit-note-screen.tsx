import { EditRecord } from '../standard/edit-record.tsx'
import { NoteFields } from './note-fields.tsx'
import { noteKind } from './note-values.ts'

/** `/dashboard/malazimas/edit/{id}` */
export function EditNoteScreen() {
  return (
    <EditRecord
      kind={noteKind}
      title="تعديل ملزمة"
      missing="الملزمة غير موجودة"
      loadFailure="حدث خطأ أثناء جلب بيانات الملزمة"
      saved={name => `حُفظت تعديلات الملزمة «${name}».`}
      failure="حدث خطأ أثناء تحديث الملزمة"
    >
      {note => <NoteFields note={note} />}
    </EditRecord>
  )
}
