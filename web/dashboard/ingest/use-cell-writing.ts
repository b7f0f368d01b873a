import { useRef, useState } from 'react'
import type { IngestField, IngestRow, IngestValues } from '#contract/resources/ingest.ts'

interface Writing {
  id: string
  field: IngestField | undefined
  /** What is typed goes to these, as they were when the editor was opened. */
  rows: readonly IngestRow[]
}

const none: Writing = { id: '', field: undefined, rows: [] }

/**
 * The editor that is open in a row. What is typed goes to the rows that were meant when it was opened, also when that
 * takes them from the list, and is taken back in each of them.
 */
export function useCellWriting(onType: (ids: readonly string[], values: Partial<IngestValues>) => void) {
  const [{ id, field, rows }, setWriting] = useState(none)
  const typed = useRef<Partial<IngestValues>>({})
  return {
    /** The row that the editor is in; '' for none. */
    id,
    /** What it writes into. */
    field,
    /** What was typed since it was opened. */
    typed: () => typed.current,
    begin(rowId: string, into: IngestField, meant: readonly IngestRow[]) {
      typed.current = {}
      setWriting({ id: rowId, field: into, rows: meant })
    },
    end: () => setWriting(none),
    type(values: Partial<IngestValues>) {
      typed.current = values
      onType(
        rows.map(row => row.id),
        values,
      )
    },
    takeBack(own: IngestField) {
      typed.current = {}
      for (const row of rows) onType([row.id], { [own]: row.values[own] })
    },
  }
}
