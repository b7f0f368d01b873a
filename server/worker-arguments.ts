import type { MachineShare } from './base/machine-share.ts'

/** Says to a process which of several behind one port it is. */
const place = '--place='
/** Says to a process how many there are of it. */
const among = '--among='

/** The arguments with which one of several processes begins. */
export function workerArguments(share: MachineShare): string[] {
  return [`${place}${share.place}`, `${among}${share.processes}`]
}

/** What these arguments say; of a process that was begun by itself, that it is the only one. */
export function readWorkerArguments(given: readonly string[]): MachineShare {
  const read = (name: string) => Number(given.find(each => each.startsWith(name))?.slice(name.length) ?? 1)
  return { place: read(place), processes: read(among) }
}
