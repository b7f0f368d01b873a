import { SlidersHorizontal } from 'lucide-react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { SortDirection } from '#contract/resources/list-sort.ts'
import type { ListSorting } from './list-order.ts'

/** A column that can be shown or not, or sorted by. */
export interface ListColumn {
  name: string
  label: string
  first: SortDirection
  isSortable: boolean
  /** It names the row and is always there. */
  isHeading: boolean
  isShown: boolean
}

interface ListViewProps {
  columns: readonly ListColumn[]
  sorting: ListSorting
  onColumns: (names: string[]) => void
}

const directions: Record<SortDirection, string> = { asc: 'تصاعدياً', desc: 'تنازلياً' }

/** How a list looks: its order, also where it has no headings, and its columns. */
export function ListView({ columns, sorting, onColumns }: ListViewProps) {
  const shown = columns.filter(({ isShown }) => isShown).map(({ name }) => name)
  const { now } = sorting
  const sort = (value: string) => {
    const [name = '', direction = ''] = value.split(' ')
    if (direction === 'asc' || direction === 'desc') sorting.set(name, direction)
    else sorting.reset()
  }
  return (
    <DialogTrigger>
      <AriaButton className="button is-quiet list-tool">
        <SlidersHorizontal aria-hidden />
        <span>العرض</span>
      </AriaButton>
      <Popover className="popover is-fitting" placement="bottom end">
        <Dialog className="list-view" aria-label="عرض القائمة">
          <label className="filter">
            <span className="filter__label">الترتيب</span>
            <select
              className="input"
              value={now ? `${now.sort} ${now.direction}` : ''}
              onChange={event => sort(event.target.value)}
            >
              <option value="">ترتيب القائمة</option>
              {columns
                .filter(({ isSortable }) => isSortable)
                .flatMap(({ name, label, first }) =>
                  [first, first === 'asc' ? ('desc' as const) : ('asc' as const)].map(direction => (
                    <option key={`${name} ${direction}`} value={`${name} ${direction}`}>
                      {label}، {directions[direction]}
                    </option>
                  )),
                )}
            </select>
          </label>
          <fieldset className="list-view__columns">
            <legend className="filter__label">الأعمدة</legend>
            {columns
              .filter(({ isHeading }) => !isHeading)
              .map(({ name, label, isShown }) => (
                <label key={name} className="list-view__column">
                  <input
                    type="checkbox"
                    checked={isShown}
                    onChange={event =>
                      onColumns(event.target.checked ? [...shown, name] : shown.filter(each => each !== name))
                    }
                  />
                  {label}
                </label>
              ))}
          </fieldset>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
