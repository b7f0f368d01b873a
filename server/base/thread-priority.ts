import os from 'node:os'

/**
 * How far a thread gives way to others: `awaited` gets a third of what others get, for somebody may be waiting for what it
 * makes; `unseen` runs when nothing else does. Units: those of the system, 0 to 19.
 */
const priorities = { awaited: 5, unseen: os.constants.priority.PRIORITY_LOW }

export type ThreadPriority = keyof typeof priorities

/** Lets the thread that calls it give way. Linux gives a thread a priority of its own; elsewhere it would be the whole process'. */
export function giveWay(priority: ThreadPriority): void {
  if (process.platform === 'linux') os.setPriority(0, priorities[priority])
}
