const key = 'rafid.exam-number'

/** Leaves an exam number to the next page of this tab, and to it alone; it is in no address. */
export function handOver(number: string): void {
  try {
    sessionStorage.setItem(key, number)
  } catch {
    /* A browser that keeps nothing asks for the number once more. */
  }
}

/** The exam number that the page before has left, once. */
export function takeOver(): string | undefined {
  try {
    const number = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return number ?? undefined
  } catch {
    return undefined
  }
}
