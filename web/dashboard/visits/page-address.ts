/** A page's address as people read it: Arabic letters instead of percent signs. */
export function pageAddress(page: string): string {
  try {
    return decodeURI(page)
  } catch {
    return page
  }
}
