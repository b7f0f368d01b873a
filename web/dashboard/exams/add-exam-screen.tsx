import { useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { api } from '#web/api-client.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { ExamFields } from './exam-fields.tsx'
import { blankExam, currentExamValues } from './exam-values.ts'
import type { ExamValues } from './exam-values.ts'

/** `/dashboard/ministerial-exams/add` */
export function AddExamScreen() {
  const queryClient = useQueryClient()
  const record = useRecordForm<ExamValues, ExamInput>({
    draftKey: 'exams/new',
    schema: examInputSchema,
    initial: blankExam,
    saved: 'أُضيف الامتحان.',
    failure: 'حدث خطأ أثناء إضافة الامتحان',
    listAddress: dashboardPaths.exams,
    valuesOfCurrent: currentExamValues,
    warnings: { path: apiPaths.exams, fileField: 'files' },
    save: async (input, { key }) => {
      await api.post(apiPaths.exams, input, { key })
      await refreshAfterWrite(queryClient, apiPaths.exams)
      return 'saved'
    },
  })
  return (
    <StaffForm title="إضافة امتحان وزاري" record={record} saveLabel="إضافة الامتحان">
      <ExamFields />
    </StaffForm>
  )
}
