/** What is sent for one thing, wherever somebody works meanwhile. Units: bytes. */
export interface TrayGroup {
  /** What it is sent for: no other group has it. */
  key: string
  label: string
  /** Where that is worked on. */
  address: string
  /** What its screen is told when it is opened from here; absent where the address says all. */
  state?: object | undefined
  files: number
  arrived: number
  sentBytes: number
  size: number
  /** Nothing arrives: the line is cut. */
  isWaiting: boolean
  failed: readonly { id: string; name: string; reason: string }[]
  /** Goes on with what somebody has let pause; absent when nothing does. */
  resume: (() => void) | undefined
  /** Sends anew what has failed. */
  retry: () => void
  /** Puts aside what has failed. */
  forget: () => void
  /** Stops what is sent: nobody is there any more who may send it. */
  leave: () => void
}

let isOpen = false
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

/** Whether somebody is there for whom files are sent. */
export const isTrayOpen = () => isOpen

/** Opens the tray for somebody who has signed in. Shape: what stops everything in it. */
export function openTray(): () => void {
  isOpen = true
  return () => {
    isOpen = false
    leaveTray()
  }
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
