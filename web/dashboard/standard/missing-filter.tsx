import { X } from 'lucide-react'
import { useRef } from 'react'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import type { OneFilter } from './list-filters.ts'

interface MissingFilterProps extends OneFilter {
  /** What each part is called on this screen. */
  labels: Partial<Record<MissingPart, string>>
}

/**
 * The filter that a count of the overview leads to: shown while it is on, removed with one press. Its place is kept
 * then, so that nothing below moves under the finger.
 */
export function MissingFilter({ value, labels, onChange }: MissingFilterProps) {
  const shown = useRef(value)
  if (value !== '') shown.current = value
  if (shown.current === '') return null
  const label =
    { damaged: 'بملف تالف', mirror: 'برابط لا يعمل', ...labels }[shown.current as MissingPart] ?? shown.current
  return (
    <button
      type="button"
      className="filter-chip"
      disabled={value === ''}
      aria-label={`إزالة التصفية: ${label}`}
      onClick={() => onChange('')}
    >
      <span>{label}</span>
      <X aria-hidden />
    </button>
  )
}
