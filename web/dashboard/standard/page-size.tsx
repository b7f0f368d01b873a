import { useSearchParams } from 'react-router'
import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

const sizes = [10, limits.staffRowsShown, 50, limits.maxListLimit] as const
const memory = 'rafid.rows'

function known(text: string | null): number | undefined {
  const number = Number(latinDigits(text ?? ''))
  return sizes.find(size => size === number)
}

function remembered(): number | undefined {
  try {
    return known(localStorage.getItem(memory))
  } catch {
    return undefined
  }
}

function remember(size: number): void {
  try {
    localStorage.setItem(memory, String(size))
  } catch {
    // The address still has it.
  }
}

interface PageSize {
  size: number
  choose: (size: number) => void
}

/** How many rows a page of a list has: as the address says, else as this device was told last. */
export function usePageSize(): PageSize {
  const [parameters, setParameters] = useSearchParams()
  return {
    size: known(parameters.get('size')) ?? remembered() ?? limits.staffRowsShown,
    choose(size) {
      remember(size)
      setParameters(
        current => {
          const next = new URLSearchParams(current)
          next.set('size', String(size))
          next.delete('page')
          return next
        },
        { replace: true, preventScrollReset: true },
      )
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
