import { recordStateLabels, recordStates } from '#contract/codes/record-states.ts'
import { formatDateTime } from '#contract/format.ts'
import type { Publication } from '#contract/resources/publication.ts'
import { FilterSelect } from './filter-bar.tsx'
import type { OneFilter } from './list-filters.ts'

/** In the row of a record that visitors do not see: why, and from when on they will. Source: S5.5. */
export function StateTag({ state, publishAt }: Publication) {
  if (state === 'published') return null
  const moment = state === 'scheduled' && publishAt !== null ? ` ${formatDateTime(publishAt)}` : ''
  const said = recordStateLabels[state] + moment
  return (
    <span className={`tag tag--${state}`} title={said}>
      {said}
    </span>
  )
}

/** The state of the records that a list shows. */
export function StateFilter(filter: OneFilter) {
  return (
    <FilterSelect label="الحالة" all="كل الحالات" {...filter}>
      {recordStates.toReversed().map(state => (
        <option key={state} value={state}>
          {recordStateLabels[state]}
        </option>
      ))}
    </FilterSelect>
  )
}
