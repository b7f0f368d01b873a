/** The button that opens the filters among which an element stands; it takes no focus where nothing is folded away. */
export function toggleOf(element: Element): HTMLButtonElement | null {
  return element.closest('.filter-bar')?.querySelector<HTMLButtonElement>('.filter-bar__toggle') ?? null
}
