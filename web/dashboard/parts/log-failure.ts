/** Leaves what failed in the browser's log, for whoever helps the staff; people are told separately. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for a log entry, and the browser has no other log
  console.error(what, error)
}
