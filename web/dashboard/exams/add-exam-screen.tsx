import { AddRecord } from '../standard/add-record.tsx'
import { ExamFields } from './exam-fields.tsx'
import { examKind } from './exam-values.ts'

/** `/dashboard/ministerial-exams/add` */
export function AddExamScreen() {
  return (
    <AddRecord
      kind={examKind}
      title="إضافة امتحان وزاري"
      saveLabel="إضافة الامتحان"
      saved={name => `أُضيف الامتحان «${name}».`}
      failure="حدث خطأ أثناء إضافة الامتحان"
    >
      <ExamFields />
    </AddRecord>
  )
}
