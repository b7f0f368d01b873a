import { EditRecord } from '../standard/edit-record.tsx'
import { NewsFields } from './news-fields.tsx'
import { newsKind } from './news-values.ts'

/** `/dashboard/news/edit/{id}` */
export function EditNewsScreen() {
  return (
    <EditRecord
      kind={newsKind}
      title="تعديل خبر"
      missing="لم يتم العثور على الخبر"
      loadFailure="حدث خطأ أثناء جلب بيانات الخبر"
      saved={name => `حُفظت تعديلات الخبر «${name}».`}
      failure="حدث خطأ أثناء تحديث الخبر"
    >
      {item => <NewsFields item={item} />}
    </EditRecord>
  )
}
