import { limits } from '#contract/limits.ts'
import { silentCauses, type MirrorAnswer } from './ask-mirror.ts'
import type { MirrorRow } from './mirrors.repository.ts'

/** The host of an address, without its port; what is no address stands for itself. */
export const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : address)

/** The same addresses, one of each host before the second of any, and those of a host in their order. */
export function mixHosts(addresses: readonly string[]): string[] {
  const turns = new Map<string, number>()
  const inTurn = addresses.map(address => {
    const turn = turns.get(hostOf(address)) ?? 0
    turns.set(hostOf(address), turn + 1)
    return { address, turn }
  })
  return inTurn.toSorted((one, other) => one.turn - other.turn).map(({ address }) => address)
}

/** Where nobody has answered, so that failures are no fault of links. */
export interface Silence {
  isOfAll: boolean
  hosts: ReadonlySet<string>
}

interface Run {
  /** What the run has heard. */
  answers: ReadonlyMap<string, MirrorAnswer>
  /** What it would have asked, with enough time. */
  wanted: readonly string[]
  /** What earlier runs of the day have asked. */
  askedToday: readonly Pick<MirrorRow, 'address' | 'cause'>[]
}

function countHosts(addresses: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const address of addresses) counts.set(hostOf(address), (counts.get(hostOf(address)) ?? 0) + 1)
  return counts
}

/**
 * The hosts whose silence is that of the line. A run may come to few links of a host: the day's earlier answers and
 * the number of its links tell then whether it is the host or the link.
 */
export function findSilence({ answers, wanted, askedToday }: Run): Silence {
  const several = limits.mirrorsOfSilentHost
  const answered = [...answers].filter(([, { isAnswered }]) => isAnswered).map(([address]) => hostOf(address))
  const answering = new Set(answered)
  const earlier = new Set(
    askedToday
      .filter(({ cause }) => cause === null || !silentCauses.includes(cause))
      .map(({ address }) => hostOf(address)),
  )
  const named = countHosts([...wanted, ...askedToday.map(({ address }) => address)])
  const isOutOfReach = ([host, asked]: [string, number]) =>
    !answering.has(host) && (asked >= several || (!earlier.has(host) && (named.get(host) ?? 0) >= several))
  return {
    isOfAll: answers.size > 0 && answering.size === 0 && (answers.size >= several || earlier.size === 0),
    hosts: new Set([...countHosts([...answers.keys()])].filter(isOutOfReach).map(([host]) => host)),
  }
}
