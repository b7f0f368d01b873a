import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import type { NewsItem, NewsInput } from '#contract/resources/news.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecord } from '../standard/use-record.ts'
import { useRecordForm } from '../standard/use-record-form.ts'
import { NewsFields } from './news-fields.tsx'
import { currentNewsValues, newsValuesOf } from './news-values.ts'
import type { NewsValues } from './news-values.ts'

/** `/dashboard/news/edit/{id}` */
export function EditNewsScreen() {
  const { id = '' } = useParams()
  const query = useRecord<NewsItem>(apiPaths.news, id)
  return (
    <EditScreen
      title="تعديل خبر"
      query={query}
      listAddress={dashboardPaths.news}
      missing="لم يتم العثور على الخبر"
      failure="حدث خطأ أثناء جلب بيانات الخبر"
    >
      {item => <EditNewsForm key={id} item={item} />}
    </EditScreen>
  )
}

function EditNewsForm({ item }: { item: NewsItem }) {
  const queryClient = useQueryClient()
  const record = useRecordForm<NewsValues, NewsInput>({
    draftKey: `news/${item.id}`,
    schema: newsInputSchema,
    initial: newsValuesOf(item),
    version: item.version,
    saved: 'حُفظت تعديلات الخبر.',
    failure: 'حدث خطأ أثناء تحديث الخبر',
    listAddress: dashboardPaths.news,
    valuesOfCurrent: currentNewsValues,
    warnings: { path: apiPaths.news, id: item.id },
    save: async (input, { version }) => {
      await api.put(`${apiPaths.news}/${item.id}`, { ...input, version })
      await refreshAfterWrite(queryClient, apiPaths.news)
      return 'saved'
    },
  })
  return (
    <StaffForm title="تعديل خبر" record={record} saveLabel="حفظ التعديلات">
      <NewsFields item={item} />
    </StaffForm>
  )
}
