import { z } from 'zod'
import { recordStates } from '#contract/codes/record-states.ts'

/** What the product gives a record by itself, as an audit entry holds it; entries without a state were public. */
export const snapshotStamps = {
  state: z.enum(recordStates).default('published'),
  publishAt: z.coerce.date().nullable().default(null),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
}
