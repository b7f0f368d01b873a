import type { IngestRow, IngestValues } from '#contract/resources/ingest.ts'
import { CellEditor } from './ingest-cell.tsx'
import { doubtWords, isUsed, wordsOf, type GridColumn } from './row-state.ts'

interface FieldCellProps {
  /** Where it stands, and what is done when it is pressed. */
  place: React.HTMLAttributes<HTMLElement>
  column: GridColumn
  row: IngestRow
  /** What is wrong with its value. */
  problem: string | undefined
  /** It shares its column with other fields, and says which one it is. */
  isShared?: boolean
  isOpen: boolean
  onType: (values: Partial<IngestValues>) => void
  onTakeBack: () => void
  onEnd: (step: 0 | 1) => void
}

/** The cell of a field: its words with their doubts, or its editor. */
export function FieldCell({
  place,
  column: { field, label },
  row: { values, files, doubts },
  problem: wrong,
  isShared = false,
  isOpen,
  onType,
  onTakeBack,
  onEnd,
}: FieldCellProps) {
  const Cell = isShared ? 'span' : 'td'
  const isAsked = isUsed(field, values)
  const problem = isAsked ? wrong : undefined
  const doubt = isAsked ? doubts[field] : undefined
  const words = wordsOf(field, values)
  const note = problem ?? (doubt && doubtWords[doubt].short)
  const said = [words, note].filter(Boolean).join('، ')
  return (
    <Cell
      {...place}
      data-field={field}
      data-doubt={problem ? 'missing' : doubt}
      title={isShared ? `${label}: ${said || '—'}` : said || undefined}
      aria-invalid={problem ? true : undefined}
    >
      {isOpen ? (
        <CellEditor
          field={field}
          label={`${label}: ${files[0]?.name ?? ''}`}
          values={values}
          onValue={onType}
          onTakeBack={onTakeBack}
          onEnd={onEnd}
        />
      ) : isAsked ? (
        <>
          {isShared ? <span className="visually-hidden">{label}: </span> : null}
          <bdi>{words || (problem ? '؟' : '—')}</bdi>
          {note ? <span className="visually-hidden"> ({note})</span> : null}
        </>
      ) : (
        <span className="muted">—</span>
      )}
    </Cell>
  )
}
