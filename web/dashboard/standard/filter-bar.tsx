import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'

interface FilterBarProps {
  children: ReactNode
  isFiltered: boolean
  onReset: () => void
}

/** The filters above a list and the way to clear them, which keeps its place while there is nothing to clear. */
export function FilterBar({ children, isFiltered, onReset }: FilterBarProps) {
  return (
    <div className="filter-bar" role="search" aria-label="تصفية القائمة">
      {children}
      <div className="filter-bar__reset">
        <Button
          look="quiet"
          icon={<RotateCcw aria-hidden />}
          title="إعادة ضبط"
          disabled={!isFiltered}
          onClick={onReset}
        >
          إعادة ضبط
        </Button>
      </div>
    </div>
  )
}

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What "no filter" is called. */
  all: string
  children: ReactNode
}

/** One choice of a filter; its first option is "no filter". */
export function FilterSelect({ label, value, onChange, all, children }: FilterSelectProps) {
  return (
    <label className="filter">
      <span className="filter__label">{label}</span>
      <select
        className="input select"
        value={value || 'all'}
        data-chosen={value !== '' || undefined}
        onChange={event => onChange(event.target.value === 'all' ? '' : event.target.value)}
      >
        <option value="all">{all}</option>
        {children}
      </select>
    </label>
  )
}
