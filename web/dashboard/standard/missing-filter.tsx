import { X } from 'lucide-react'
import type { MissingPart } from '#contract/resources/missing-filter.ts'

interface MissingFilterProps {
  /** The filter's value in the address. */
  value: string
  /** What each part is called on this screen. */
  labels: Partial<Record<MissingPart, string>>
  onClear: () => void
}

/** The filter that a count of the overview leads to: shown while it is on, removed with one press. */
export function MissingFilter({ value, labels, onClear }: MissingFilterProps) {
  if (value === '') return null
  const label = { damaged: 'بملف تالف', ...labels }[value as MissingPart] ?? value
  return (
    <button type="button" className="filter-chip" aria-label={`إزالة التصفية: ${label}`} onClick={onClear}>
      <span>{label}</span>
      <X aria-hidden />
    </button>
  )
}
