import { X } from 'lucide-react'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import type { OneFilter } from './list-filters.ts'

interface MissingFilterProps extends OneFilter {
  /** What each part is called on this screen. */
  labels: Partial<Record<MissingPart, string>>
}

/** The filter that a count of the overview leads to: shown while it is on, removed with one press. */
export function MissingFilter({ value, labels, onChange }: MissingFilterProps) {
  if (value === '') return null
  const label = { damaged: 'بملف تالف', ...labels }[value as MissingPart] ?? value
  return (
    <button
      type="button"
      className="filter-chip"
      aria-label={`إزالة التصفية: ${label}`}
      onClick={() => onChange('')}
    >
      <span>{label}</span>
      <X aria-hidden />
    </button>
  )
}
