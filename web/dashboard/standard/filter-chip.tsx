import { X } from 'lucide-react'
import { toggleOf } from './filter-toggle.ts'

interface FilterChipProps {
  label: string
  /** What the filter is set to; '' for nothing. */
  text: string
  onRemove: () => void
}

/** A filter that is on, told where filters are folded away: a press lets it go. */
export function FilterChip({ label, text, onRemove }: FilterChipProps) {
  if (text === '') return null
  return (
    <button
      type="button"
      className="filter-chip"
      aria-label={`إزالة التصفية: ${label}، ${text}`}
      onClick={event => {
        // It goes with what it tells of, and would take the focus along.
        toggleOf(event.currentTarget)?.focus()
        onRemove()
      }}
    >
      <bdi>{text}</bdi>
      <X aria-hidden />
    </button>
  )
}
