import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import type { Result, ResultInput } from '#contract/resources/result.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecord } from '../standard/use-record.ts'
import { useRecordForm } from '../standard/use-record-form.ts'
import { ResultFields } from './result-fields.tsx'
import { currentResultValues, resultDraftTitle, resultValuesOf } from './result-values.ts'
import type { ResultValues } from './result-values.ts'

/** `/dashboard/results/edit/{id}` */
export function EditResultScreen() {
  const { id = '' } = useParams()
  const query = useRecord<Result>(apiPaths.results, id)
  return (
    <EditScreen
      title="تعديل نتيجة"
      query={query}
      listAddress={dashboardPaths.results}
      missing="النتيجة غير موجودة"
      failure="حدث خطأ أثناء جلب بيانات النتيجة"
    >
      {result => <EditResultForm key={id} result={result} />}
    </EditScreen>
  )
}

function EditResultForm({ result }: { result: Result }) {
  const queryClient = useQueryClient()
  const record = useRecordForm<ResultValues, ResultInput>({
    draftKey: `results/${result.id}`,
    schema: resultInputSchema,
    initial: resultValuesOf(result),
    version: result.version,
    titleOf: resultDraftTitle,
    saved: 'حُفظت تعديلات النتيجة.',
    failure: 'حدث خطأ أثناء تحديث النتيجة',
    listAddress: dashboardPaths.results,
    valuesOfCurrent: currentResultValues,
    warnings: { path: apiPaths.results, id: result.id },
    save: async (input, { version }) => {
      await api.put(`${apiPaths.results}/${result.id}`, { ...input, version })
      await refreshAfterWrite(queryClient, apiPaths.results)
      return 'saved'
    },
  })
  return (
    <StaffForm title="تعديل نتيجة" record={record} saveLabel="حفظ التعديلات">
      <ResultFields result={result} />
    </StaffForm>
  )
}
