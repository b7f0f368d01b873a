/**
 * An address with the given parameters: sorted by name, without empty ones and without page 1.
 * Shape: `/books/primary?grade=FIRST_PRIMARY&page=2`.
 */
export function hrefWith(path: string, query: object): string {
  const search = new URLSearchParams()
  const entries: [string, unknown][] = Object.entries(query)
  for (const [name, value] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined || value === null || value === '') continue
    if (name === 'page' && value === 1) continue
    search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}
