import { AddRecord } from '../standard/add-record.tsx'
import { NewsFields } from './news-fields.tsx'
import { newsKind } from './news-values.ts'

/** `/dashboard/news/add` */
export function AddNewsScreen() {
  return (
    <AddRecord
      kind={newsKind}
      title="إضافة خبر"
      saveLabel="نشر الخبر"
      saved={name => `أُضيف الخبر «${name}».`}
      failure="حدث خطأ أثناء إنشاء الخبر"
    >
      <NewsFields />
    </AddRecord>
  )
}
