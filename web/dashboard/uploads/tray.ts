/** What is sent for one thing, wherever somebody works meanwhile. Units: bytes. */
export interface TrayGroup {
  /** What it is sent for: no other group has it. */
  key: string
  label: string
  /** Where that is worked on. */
  address: string
  files: number
  arrived: number
  sentBytes: number
  size: number
  /** Nothing arrives: the line is cut. */
  isWaiting: boolean
  failed: readonly { id: string; name: string; reason: string }[]
  /** Sends anew what has failed. */
  retry: () => void
  /** Puts aside what has failed. */
  forget: () => void
  /** Stops what is sent: nobody is there any more who may send it. */
  leave: () => void
}

let groups: ReadonlyMap<string, TrayGroup> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<string, TrayGroup>): void {
  groups = next
  for (const listener of listeners) listener()
}

/** Everything that is on its way, or has failed, by what it is for. */
export const trayGroups = () => groups

/** Hears of changes. Shape: what ends that. */
export function subscribeTray(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Puts a group into the tray, in the place of the one of its key. */
export function putInTray(group: TrayGroup): void {
  set(new Map(groups).set(group.key, group))
}

/** Takes a group out of the tray. */
export function takeFromTray(key: string): void {
  if (!groups.has(key)) return
  const next = new Map(groups)
  next.delete(key)
  set(next)
}

/** Stops everything in the tray. */
export function leaveTray(): void {
  for (const group of groups.values()) group.leave()
  if (groups.size > 0) set(new Map())
}
