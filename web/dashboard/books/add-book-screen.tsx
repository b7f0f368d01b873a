import { AddRecord } from '../standard/add-record.tsx'
import { BookFields } from './book-fields.tsx'
import { newBookKind } from './book-values.ts'

/** `/dashboard/books/add` */
export function AddBookScreen() {
  return (
    <AddRecord
      kind={newBookKind}
      title="إضافة كتاب"
      saveLabel="إضافة الكتاب"
      saved={name => `أُضيف الكتاب «${name}».`}
      failure="حدث خطأ أثناء إضافة الكتاب"
    >
      <BookFields />
    </AddRecord>
  )
}
