import type { JobHandler } from './jobs/declare-job.ts'

/** Every kind of background work with how it is done. A new kind is one file of its own and one line here. */
export function jobHandlers(): JobHandler[] {
  return []
}
