/** Who sees a record: only staff while it is a draft or waits for its time, everybody once it is published. */
export const recordStates = ['draft', 'scheduled', 'published'] as const
export type RecordState = (typeof recordStates)[number]

export const recordStateLabels: Record<RecordState, string> = {
  draft: 'مسودة',
  scheduled: 'مجدول',
  published: 'منشور',
}

export function isRecordState(text: string): text is RecordState {
  return (recordStates as readonly string[]).includes(text)
}
