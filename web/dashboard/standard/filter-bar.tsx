import { RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { FilterChip } from './filter-chip.tsx'
import { toggleOf } from './filter-toggle.ts'
import type { OneFilter } from './list-filters.ts'

interface FilterBarProps {
  /** The box that stays in sight on a phone, where the other filters fold away; without it they all stay. */
  search?: ReactNode
  children: ReactNode
  filters: { isFiltered: boolean; on: readonly string[]; reset: () => void }
}

/** The filters above a list and the way to clear them, which keeps its place while there is nothing to clear. */
export function FilterBar({ search, children, filters }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const count = filters.on.filter(name => name !== 'search').length
  useEffect(() => {
    const element = bar.current
    if (!isOpen || !element) return undefined
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      toggleOf(element)?.focus()
    }
    element.addEventListener('keydown', closeOnEscape)
    return () => element.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <div
      ref={bar}
      className={search ? 'filter-bar is-folding' : 'filter-bar'}
      role="search"
      aria-label="تصفية القائمة"
      data-open={isOpen || undefined}
    >
      {search}
      {search ? (
        <button
          type="button"
          className="button is-quiet filter-bar__toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          <span>تصفية</span>
          {count > 0 ? <b>{formatNumber(count)}</b> : null}
        </button>
      ) : null}
      <div className="filter-bar__choices" id={id}>
        {children}
        <div className="filter-bar__reset">
          <Button
            look="quiet"
            icon={<RotateCcw aria-hidden />}
            title="إعادة ضبط"
            aria-label="إعادة ضبط"
            disabled={!filters.isFiltered}
            onClick={event => {
              // Closed, the button goes with the last filter.
              if (!isOpen) toggleOf(event.currentTarget)?.focus()
              filters.reset()
            }}
          >
            إعادة ضبط
          </Button>
        </div>
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
  const select = useRef<HTMLSelectElement>(null)
  const [said, setSaid] = useState('')
  // What a choice is called is known by its option alone, and options may come late.
  useLayoutEffect(() => {
    setSaid(value === '' ? '' : (select.current?.selectedOptions[0]?.text ?? value))
  }, [value, children])
  return (
    <>
      <label className="filter">
        <span className="filter__label">{label}</span>
        <select
          ref={select}
          className="input"
          value={value || 'all'}
          data-chosen={value !== '' || undefined}
          onChange={event => onChange(event.target.value === 'all' ? '' : event.target.value)}
        >
          <option value="all">{all}</option>
          {children}
        </select>
      </label>
      <FilterChip label={label} text={said} onRemove={() => onChange('')} />
    </>
  )
}
