import { EditRecord } from '../standard/edit-record.tsx'
import { ExamFields } from './exam-fields.tsx'
import { examKind } from './exam-values.ts'

/** `/dashboard/ministerial-exams/edit/{id}` */
export function EditExamScreen() {
  return (
    <EditRecord
      kind={examKind}
      title="تعديل امتحان وزاري"
      missing="الامتحان المطلوب غير موجود"
      loadFailure="حدث خطأ أثناء جلب بيانات الامتحان"
      saved={name => `حُفظت تعديلات الامتحان «${name}».`}
      failure="حدث خطأ أثناء تحديث الامتحان"
    >
      {exam => <ExamFields exam={exam} />}
    </EditRecord>
  )
}
