/** A task took longer than one may: perhaps for what it works on, perhaps since the machine was busy. */
export class TaskTimeout extends Error {
  override name = 'TaskTimeout'
  readonly code = 'task_timeout'

  constructor() {
    super('The task took longer than one may')
  }
}

/** Whether something failed, at whatever depth, because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error instanceof TaskTimeout || isTimeout(error.cause))
}
