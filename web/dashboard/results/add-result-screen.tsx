import { useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { ResultInput } from '#contract/resources/result.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { api } from '#web/api-client.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { ResultFields } from './result-fields.tsx'
import { blankResult, currentResultValues, resultDraftTitle } from './result-values.ts'
import type { ResultValues } from './result-values.ts'

/** `/dashboard/results/add` */
export function AddResultScreen() {
  const queryClient = useQueryClient()
  const record = useRecordForm<ResultValues, ResultInput>({
    draftKey: 'results/new',
    schema: resultInputSchema,
    initial: blankResult,
    titleOf: resultDraftTitle,
    saved: 'أُضيفت النتيجة.',
    failure: 'حدث خطأ أثناء إضافة النتيجة',
    listAddress: dashboardPaths.results,
    valuesOfCurrent: currentResultValues,
    warnings: { path: apiPaths.results, fileField: 'directLink' },
    save: async (input, { key }) => {
      await api.post(apiPaths.results, input, { key })
      await refreshAfterWrite(queryClient, apiPaths.results)
      return 'saved'
    },
  })
  return (
    <StaffForm title="إضافة نتيجة" record={record} saveLabel="إضافة النتيجة">
      <ResultFields />
    </StaffForm>
  )
}
