import { useSearchParams } from 'react-router'

/**
 * The query of a list's address, and the way to change it: the edit starts from what the address says at that moment,
 * begins again at page 1 and replaces the history entry. The screen follows at once, before the next choice can be
 * made: a render that comes later would let that choice start from an address that is no longer true.
 */
export function useListAddress(): [URLSearchParams, (edit: (next: URLSearchParams) => void) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(location.search)
    edit(next)
    next.delete('page')
    setParameters(next, { replace: true, preventScrollReset: true, flushSync: true })
  }
  return [parameters, change]
}
