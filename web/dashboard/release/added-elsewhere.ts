const channelName = 'rafid.release.added'

/** Between the windows of one browser: which archives have become results. */
export interface AddedElsewhere {
  tell: (ids: readonly string[]) => void
  close: () => void
}

/** Calls back with the archives that another window has added. Browsers that cannot tell windows of each other say nothing. */
export function openAddedElsewhere(take: (ids: ReadonlySet<string>) => void): AddedElsewhere | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => take(new Set(data)))
  return { tell: ids => channel.postMessage(ids), close: () => channel.close() }
}
