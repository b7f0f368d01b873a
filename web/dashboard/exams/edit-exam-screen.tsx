import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import type { Exam, ExamInput } from '#contract/resources/exam.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecord } from '../standard/use-record.ts'
import { useRecordForm } from '../standard/use-record-form.ts'
import { ExamFields } from './exam-fields.tsx'
import { currentExamValues, examValuesOf } from './exam-values.ts'
import type { ExamValues } from './exam-values.ts'

/** `/dashboard/ministerial-exams/edit/{id}` */
export function EditExamScreen() {
  const { id = '' } = useParams()
  const query = useRecord<Exam>(apiPaths.exams, id)
  return (
    <EditScreen
      title="تعديل امتحان وزاري"
      query={query}
      listAddress={dashboardPaths.exams}
      missing="الامتحان المطلوب غير موجود"
      failure="حدث خطأ أثناء جلب بيانات الامتحان"
    >
      {exam => <EditExamForm key={id} exam={exam} />}
    </EditScreen>
  )
}

function EditExamForm({ exam }: { exam: Exam }) {
  const queryClient = useQueryClient()
  const record = useRecordForm<ExamValues, ExamInput>({
    draftKey: `exams/${exam.id}`,
    schema: examInputSchema,
    initial: examValuesOf(exam),
    version: exam.version,
    saved: 'حُفظت تعديلات الامتحان.',
    failure: 'حدث خطأ أثناء تحديث الامتحان',
    listAddress: dashboardPaths.exams,
    valuesOfCurrent: currentExamValues,
    warnings: { path: apiPaths.exams, id: exam.id },
    save: async (input, { version }) => {
      await api.put(`${apiPaths.exams}/${exam.id}`, { ...input, version })
      await refreshAfterWrite(queryClient, apiPaths.exams)
      return 'saved'
    },
  })
  return (
    <StaffForm title="تعديل امتحان وزاري" record={record} saveLabel="حفظ التعديلات">
      <ExamFields exam={exam} />
    </StaffForm>
  )
}
