import { Sheet } from 'lucide-react'
import { useState } from 'react'
import type { IngestRow } from '#contract/resources/ingest.ts'
import { logFailure } from '../parts/log-failure.ts'
import { csvOf, tableOf } from './hand-out.ts'
import { columns } from './table-columns.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function handOut(content: BlobPart, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  /* The browser has begun to read it by then. */
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The table of an import to fill in elsewhere: its rows as they stand, each closed column with its choices. */
export function TableOut({ rows }: { rows: readonly IngestRow[] }) {
  const [failure, setFailure] = useState('')
  const takeWorkbook = async () => {
    setFailure('')
    try {
      const { writeWorkbook } = await import('./workbook.ts')
      const heads = columns.map(({ label, choices }) => ({
        head: label,
        choices: choices.map(choice => choice.label),
      }))
      handOut(await writeWorkbook(heads, tableOf(rows)), xlsxType, 'جدول الاستيراد.xlsx')
    } catch (error) {
      logFailure('The table of an import could not be made', error)
      setFailure('تعذر تنزيل الجدول. أعد المحاولة.')
    }
  }
  const takeText = () => handOut(csvOf(tableOf(rows)), 'text/csv', 'جدول الاستيراد.csv')
  return (
    <p className="ingest__table">
      <Sheet aria-hidden />
      <span>نزّل الجدول لتملأه ثم أفلته هنا:</span>
      <button type="button" className="link" onClick={() => void takeWorkbook()}>
        XLSX
      </button>
      <button type="button" className="link" onClick={takeText}>
        CSV
      </button>
      {failure ? <span role="alert">{failure}</span> : null}
    </p>
  )
}
