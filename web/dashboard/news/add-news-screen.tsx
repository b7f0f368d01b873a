import { useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { NewsInput } from '#contract/resources/news.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { api } from '#web/api-client.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { NewsFields } from './news-fields.tsx'
import { blankNews, currentNewsValues } from './news-values.ts'
import type { NewsValues } from './news-values.ts'

/** `/dashboard/news/add` */
export function AddNewsScreen() {
  const queryClient = useQueryClient()
  const record = useRecordForm<NewsValues, NewsInput>({
    draftKey: 'news/new',
    schema: newsInputSchema,
    initial: blankNews,
    saved: 'نُشر الخبر.',
    failure: 'حدث خطأ أثناء إنشاء الخبر',
    listAddress: dashboardPaths.news,
    valuesOfCurrent: currentNewsValues,
    warnings: { path: apiPaths.news },
    save: async (input, { key }) => {
      await api.post(apiPaths.news, input, { key })
      await refreshAfterWrite(queryClient, apiPaths.news)
      return 'saved'
    },
  })
  return (
    <StaffForm title="إضافة خبر" record={record} saveLabel="نشر الخبر">
      <NewsFields />
    </StaffForm>
  )
}
