import { limits } from '#contract/limits.ts'

/** Whether a record came within the last days that count as new. `createdAt`: an ISO string. */
export function isNew(createdAt: string, nowMs: number = Date.now()): boolean {
  return nowMs - Date.parse(createdAt) < limits.newForMs
}
