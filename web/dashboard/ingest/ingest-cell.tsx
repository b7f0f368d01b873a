import { useLayoutEffect, useRef } from 'react'
import { rounds, roundLabel } from '#contract/codes/rounds.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { ingestTitle } from '#contract/ingest-input.ts'
import { ingestKinds, type IngestField, type IngestValues } from '#contract/resources/ingest.ts'
import {
  BranchOptions,
  CityOptions,
  GradeOptions,
  MinisterialGradeOptions,
  SubjectOptions,
  YearOptions,
} from '../fields/options.tsx'

interface CellEditorProps {
  field: IngestField
  label: string
  values: IngestValues
  onValue: (values: Partial<IngestValues>) => void
  /** Undoes what this editor has written. */
  onTakeBack: () => void
  /** Ends the editing; `step` goes on to the cell below (1) or stays (0). */
  onEnd: (step: 0 | 1) => void
}

/** A text of a select's option, as the value that a row keeps. */
function valueOf(field: IngestField, text: string): Partial<IngestValues> {
  if (field === 'releaseYear' || field === 'try') return { [field]: text === '' ? null : Number(text) }
  return { [field]: text }
}

function Options({ field, values }: Pick<CellEditorProps, 'field' | 'values'>) {
  const { kind, stage, releaseYear } = values
  switch (field) {
    case 'kind':
      return ingestKinds.map(name => (
        <option key={name} value={name}>
          {kinds[name].label}
        </option>
      ))
    case 'stage':
      return kind === 'exam' || kind === 'result' ? (
        <MinisterialGradeOptions isShort />
      ) : (
        <GradeOptions isShort />
      )
    case 'branch':
      return <BranchOptions />
    case 'subject':
      return <SubjectOptions grade={stage} />
    case 'releaseYear':
      return (
        <YearOptions isSchoolYear={kind === 'book' || kind === 'note'} chosen={String(releaseYear ?? '')} />
      )
    case 'try':
      return rounds.map(round => (
        <option key={round} value={round}>
          {roundLabel(round)}
        </option>
      ))
    case 'city':
      return <CityOptions />
    case 'teacher':
    case 'title':
      return null
  }
}

/** What a cell becomes while it is written into: a native select, or a field for words. */
export function CellEditor({ field, label, values, onValue, onTakeBack, onEnd }: CellEditorProps) {
  const control = useRef<HTMLSelectElement & HTMLInputElement>(null)
  useLayoutEffect(() => {
    control.current?.focus()
    if (control.current?.tagName === 'INPUT') control.current.select()
  }, [])
  const isWritten = useRef(false)
  const write = (text: string) => {
    isWritten.current = true
    onValue(valueOf(field, text))
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') {
      event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape' && isWritten.current) onTakeBack()
    onEnd(event.key === 'Enter' ? 1 : 0)
  }
  const common = {
    ref: control,
    className: 'ingest__editor',
    'aria-label': label,
    onKeyDown: keys,
    onBlur: () => onEnd(0),
  }
  if (field === 'title' || field === 'teacher') {
    const value = field === 'title' ? ingestTitle(values) : values.teacher
    return (
      <input
        {...common}
        defaultValue={value}
        maxLength={field === 'title' ? limits.maxTitleLength : limits.maxNameLength}
        onChange={event => write(event.target.value)}
      />
    )
  }
  return (
    <select {...common} value={String(values[field] ?? '')} onChange={event => write(event.target.value)}>
      <option value="">—</option>
      <Options field={field} values={values} />
    </select>
  )
}
