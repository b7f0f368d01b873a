import { EditRecord } from '../standard/edit-record.tsx'
import { BookFields } from './book-fields.tsx'
import { bookKind } from './book-values.ts'

/** `/dashboard/books/edit/{id}` */
export function EditBookScreen() {
  return (
    <EditRecord
      kind={bookKind}
      title="تعديل كتاب"
      missing="الكتاب غير موجود"
      loadFailure="حدث خطأ أثناء جلب بيانات الكتاب"
      saved={name => `حُفظت تعديلات الكتاب «${name}».`}
      failure="حدث خطأ أثناء تحديث الكتاب"
    >
      {book => <BookFields book={book} />}
    </EditRecord>
  )
}
