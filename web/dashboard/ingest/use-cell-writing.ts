import { useState } from 'react'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'

interface Writing {
  id: string
  /** What is typed goes to these, as they were when the editor was opened. */
  rows: readonly IngestRow[]
}

/**
 * The editor that is open in a row. What is typed goes to the rows that were meant when it was opened, also when that
 * takes them from the list, and is taken back in each of them.
 */
export function useCellWriting(onType: (ids: readonly string[], values: Partial<IngestValues>) => void) {
  const [{ id, rows }, setWriting] = useState<Writing>({ id: '', rows: [] })
  return {
    /** The row that the editor is in; '' for none. */
    id,
    begin: (rowId: string, meant: readonly IngestRow[]) => setWriting({ id: rowId, rows: meant }),
    end: () => setWriting({ id: '', rows: [] }),
    type: (values: Partial<IngestValues>) =>
      onType(
        rows.map(row => row.id),
        values,
      ),
    takeBack(field: IngestField) {
      for (const row of rows) onType([row.id], { [field]: row.values[field] })
    },
  }
}
