import { parseDate } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components'
import { formatDate } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { FilterChip } from '../standard/filter-chip.tsx'
import { useDateTyping } from './use-date-typing.ts'

interface DateFilterProps {
  label: string
  /** YYYY-MM-DD, or '' for none. */
  value: string
  onChange: (value: string) => void
}

function dateOf(text: string): CalendarDate | null {
  try {
    return text ? parseDate(text) : null
  } catch {
    return null
  }
}

/** A day, typed, pasted or chosen in a calendar, in Arabic from right to left. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState({ value, date: dateOf(value) })
  if (typed.value !== value) setTyped({ value, date: dateOf(value) })
  useDateTyping(group, onChange)
  const change = (date: CalendarDate | null) => {
    setTyped({ value, date })
    // A year that is still being typed is none yet.
    if (!date || date.year >= limits.minYear) onChange(date?.toString() ?? '')
  }
  return (
    <>
      <DatePicker className="filter date-filter" value={typed.date} onChange={change} firstDayOfWeek="sun">
        <Label className="filter__label">{label}</Label>
        <Group ref={group} className="input date-filter__group">
          <DateInput className="date-filter__input">
            {segment => <DateSegment className="date-filter__segment" segment={segment} />}
          </DateInput>
          <Button className="icon-button date-filter__button">
            <CalendarDays aria-hidden />
          </Button>
        </Group>
        <Popover className="popover">
          <Dialog className="calendar-dialog">
            <Calendar className="calendar">
              <header className="calendar__header">
                <Button slot="previous" className="icon-button">
                  <ChevronRight aria-hidden />
                </Button>
                <Heading className="calendar__title" />
                <Button slot="next" className="icon-button">
                  <ChevronLeft aria-hidden />
                </Button>
              </header>
              <CalendarGrid>{date => <CalendarCell className="calendar__day" date={date} />}</CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
      <FilterChip
        label={label}
        text={typed.date && value ? formatDate(value) : ''}
        onRemove={() => change(null)}
      />
    </>
  )
}
