/** Who sees a record: only staff while it is a draft or waits for its time, everybody once it is published. */
export const recordStates = ['draft', 'scheduled', 'published'] as const
export type RecordState = (typeof recordStates)[number]
