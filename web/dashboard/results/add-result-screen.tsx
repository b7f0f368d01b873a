import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AddRecord } from '../standard/add-record.tsx'
import { ResultFields } from './result-fields.tsx'
import { presetOf } from './result-preset.ts'
import { resultKind } from './result-values.ts'

/** `/dashboard/results/add`, filled with what its address says of the result. */
export function AddResultScreen() {
  const [asked] = useSearchParams()
  const [preset] = useState(() => presetOf(asked))
  return (
    <AddRecord
      kind={resultKind}
      title="إضافة نتيجة"
      saveLabel="إضافة النتيجة"
      saved={name => `أُضيفت نتيجة ${name}.`}
      failure="حدث خطأ أثناء إضافة النتيجة"
      preset={preset}
    >
      <ResultFields />
    </AddRecord>
  )
}
