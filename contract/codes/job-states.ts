/** Where a job of the background work stands. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const jobStateLabels: Record<JobState, string> = {
  waiting: 'في الانتظار',
  running: 'يعمل الآن',
  done: 'اكتمل',
  failed: 'فشل',
  cancelled: 'أُلغي',
}

/** Whether a state is one of a job. */
export function isJobState(state: string): state is JobState {
  return jobStates.some(known => known === state)
}
