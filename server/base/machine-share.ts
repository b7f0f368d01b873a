/** This process's place among those that serve behind one port of this machine, from 1, and how many they are. */
export interface MachineShare {
  place: number
  processes: number
}

let share: MachineShare = { place: 1, processes: 1 }

/** Says who shares the machine with this process. */
export function shareMachine(among: MachineShare): void {
  share = among
}

/** How much of an amount that can be divided at will is for this process. */
export const evenPartOf = (amount: number): number => amount / share.processes

/** How many of so many whole things are for this process: the first ones take one more where they do not come out even. */
export function placesOf(whole: number): number {
  const { place, processes } = share
  return Math.floor(whole / processes) + (place <= whole % processes ? 1 : 0)
}
