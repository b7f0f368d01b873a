import { AddRecord } from '../standard/add-record.tsx'
import { ResultFields } from './result-fields.tsx'
import { resultKind } from './result-values.ts'

/** `/dashboard/results/add` */
export function AddResultScreen() {
  return (
    <AddRecord
      kind={resultKind}
      title="إضافة نتيجة"
      saveLabel="إضافة النتيجة"
      saved={name => `أُضيفت نتيجة ${name}.`}
      failure="حدث خطأ أثناء إضافة النتيجة"
    >
      <ResultFields />
    </AddRecord>
  )
}
