import { EditRecord } from '../standard/edit-record.tsx'
import { ResultFields } from './result-fields.tsx'
import { resultKind } from './result-values.ts'

/** `/dashboard/results/edit/{id}` */
export function EditResultScreen() {
  return (
    <EditRecord
      kind={resultKind}
      title="تعديل نتيجة"
      missing="النتيجة غير موجودة"
      loadFailure="حدث خطأ أثناء جلب بيانات النتيجة"
      saved={name => `حُفظت تعديلات نتيجة ${name}.`}
      failure="حدث خطأ أثناء تحديث النتيجة"
    >
      {result => <ResultFields result={result} />}
    </EditRecord>
  )
}
