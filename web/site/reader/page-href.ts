/** A page of the document that is open, from 1; with what is marked in it. */
export function pageHref(page: number, find?: string): string {
  return `?${new URLSearchParams({ page: String(page), ...(find && { find }) }).toString()}`
}
