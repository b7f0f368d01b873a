import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { useListAddress } from './list-address.ts'
import { useListMemory } from './list-memory.ts'

const sizes = [10, limits.staffRowsShown, 50, limits.maxListLimit] as const

function known(number: number | undefined): number | undefined {
  return sizes.find(size => size === number)
}

interface PageSize {
  size: number
  choose: (size: number) => void
}

/** How many rows a page of a list has: as the address says, else as the person chose last on this device. */
export function usePageSize(list: string): PageSize {
  const [parameters, change] = useListAddress()
  const [memory, edit] = useListMemory(list)
  const asked = Number(latinDigits(parameters.get('size') ?? ''))
  return {
    size: known(asked) ?? known(memory.size) ?? limits.staffRowsShown,
    choose(size) {
      edit({ size })
      change(next => next.set('size', String(size)))
    },
  }
}

/** The choice of how many rows a page has. */
export function PageSizeChoice({ size, choose }: PageSize) {
  return (
    <label className="page-size">
      <span>صفوف الصفحة</span>
      <select className="input" value={size} onChange={event => choose(Number(event.target.value))}>
        {sizes.map(each => (
          <option key={each} value={each}>
            {formatPlainNumber(each)}
          </option>
        ))}
      </select>
    </label>
  )
}
