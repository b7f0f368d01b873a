import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import type { OneFilter } from './list-filters.ts'

interface FilterBarProps {
  children: ReactNode
  filters: { isFiltered: boolean; reset: () => void }
}

/** The filters above a list and the way to clear them, which keeps its place while there is nothing to clear. */
export function FilterBar({ children, filters }: FilterBarProps) {
  return (
    <div className="filter-bar" role="search" aria-label="تصفية القائمة">
      {children}
      <div className="filter-bar__reset">
        <Button
          look="quiet"
          icon={<RotateCcw aria-hidden />}
          title="إعادة ضبط"
          aria-label="إعادة ضبط"
          disabled={!filters.isFiltered}
          onClick={filters.reset}
        >
          إعادة ضبط
        </Button>
      </div>
    </div>
  )
}

interface FilterSelectProps extends OneFilter {
  label: string
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
        className="input"
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
