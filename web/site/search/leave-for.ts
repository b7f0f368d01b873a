/**
 * Leaves an open dialog for another page of the site. A history entry that stood for the open dialog
 * (web/islands/chrome-behaviour.ts) gives its place to that page, so that Back returns to where the search began.
 */
export function leaveFor(address: string, dialog: HTMLDialogElement | null | undefined): void {
  const state: unknown = history.state
  const isOnEntryOfDialog = typeof state === 'object' && state !== null && 'isSearch' in state
  if (isOnEntryOfDialog) history.replaceState(null, '')
  dialog?.close()
  if (isOnEntryOfDialog) location.replace(address)
  else location.assign(address)
}
