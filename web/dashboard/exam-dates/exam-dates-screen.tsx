import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { examDatesFields, shownExamDatesSchema } from '#contract/resources/exam-dates.ts'
import type { ExamDates, ShownExamDates } from '#contract/resources/exam-dates.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { FormSection, StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { examDatesFormSchema, examDateValuesOf } from './exam-date-values.ts'
import type { ExamDateValues } from './exam-date-values.ts'
import { ExamDatesField } from './exam-dates-field.tsx'

const title = examDatesFields.dates

/** `/dashboard/exam-dates`: the days of exams, which count down on the site. Source: S10.5. */
export function ExamDatesScreen() {
  const query = useQuery({
    queryKey: ['edit', apiPaths.examDates],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: ShownExamDates }>(apiPaths.examDates, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <EditScreen
      title={title}
      query={query}
      listAddress={dashboardPaths.overview}
      missing="المواعيد غير موجودة"
      failure="تعذر تحميل المواعيد"
    >
      {dates => <ExamDatesForm shown={dates} />}
    </EditScreen>
  )
}

function ExamDatesForm({ shown }: { shown: ShownExamDates }) {
  const queryClient = useQueryClient()
  const savedOf = async (saved: unknown) => {
    await refreshAfterWrite(queryClient, apiPaths.examDates)
    return { record: async () => saved }
  }
  const record = useRecordForm<ExamDateValues, ExamDates>({
    draftKey: 'exam-dates',
    schema: examDatesFormSchema,
    initial: examDateValuesOf(shown),
    version: shown.version,
    titleOf: () => title,
    saved: 'حُفظت مواعيد الامتحانات.',
    failure: 'حدث خطأ أثناء حفظ المواعيد',
    listAddress: dashboardPaths.overview,
    valuesOfCurrent: current => {
      const { success, data } = shownExamDatesSchema.safeParse(current)
      return success ? { values: examDateValuesOf(data), version: data.version } : undefined
    },
    save: async (input, { version }) => {
      const { data } = await api.put<{ data: unknown }>(apiPaths.examDates, { ...input, version })
      return savedOf(data)
    },
    savedBefore: savedOf,
  })
  return (
    <StaffForm title={title} record={record} saveLabel="حفظ المواعيد">
      <FormSection
        title="الأيام"
        hint="تظهر لصفها في الموقع مع عدّ الأيام وفي تقويم يشترك به الطلبة. ما مضى يومه لا يظهر."
      >
        <ExamDatesField />
      </FormSection>
    </StaffForm>
  )
}
