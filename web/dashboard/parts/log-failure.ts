/** Leaves what failed in the browser's log, for whoever helps the staff; people are told separately. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error)
}
