import { statfs } from 'node:fs/promises'
import { limits } from '#contract/limits.ts'

/** The disk under a folder. Units: bytes. */
export interface DiskSpace {
  total: number
  /** What this process may still write. */
  free: number
}

/** How the room on a disk is: soon used up, or gone. */
export type DiskState = 'well' | 'low' | 'full'

/** The room on the disk under a folder. Errors: those of the file system. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { total: blocks * bsize, free: bavail * bsize }
}

/** A small disk is low later than a large one: by a share of it, and never by more than the limit. */
export function diskStateOf({ total, free }: DiskSpace): DiskState {
  if (free < limits.diskFullBytes) return 'full'
  return free < Math.min(limits.diskLowBytes, total * limits.diskLowShare) ? 'low' : 'well'
}
