import os from 'node:os'
import { evenPartOf } from '#server/base/machine-share.ts'

const share = 1 / 16
const most = 256 * 2 ** 20

/** How much a process may hold of the records that it searches: a sixteenth of the memory that it may use, and no more than 256 MiB. */
export function maxHeldBytes(): number {
  const total = os.totalmem()
  const constrained = process.constrainedMemory()
  return Math.min(most, share * evenPartOf(constrained > 0 ? Math.min(constrained, total) : total))
}
