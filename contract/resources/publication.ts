import { z } from 'zod'
import { recordStates } from '../codes/record-states.ts'
import { codeFilter } from '../fields.ts'
import { named } from '../field-names.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call that which a record says of who may see it. */
export const publicationFields = { state: 'الحالة', publishAt: 'موعد النشر' } as const satisfies FieldNames

/** What staff are told of a record beside what everybody sees. Shape: `publishAt` is when it became public, or will. */
export const publicationShape = named(publicationFields, {
  state: z.enum(recordStates).default('published'),
  publishAt: z.string().nullable().default(null),
})
export const publicationSchema = z.object(publicationShape)
export type Publication = z.infer<typeof publicationSchema>

const moment = z.iso.datetime({ offset: true, error: 'موعد النشر غير صالح' })
const nothingIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value)

/**
 * What a write says of who may see the record; left out, a new record is public at once and another stays as it is.
 * Shape: a moment with its offset: one to come schedules the record, a past one publishes it now.
 */
export const publicationInputShape = named(publicationFields, {
  state: z.preprocess(nothingIsAbsent, z.enum(recordStates, { error: 'حالة النشر غير صالحة' }).optional()),
  publishAt: z.preprocess(value => (value === '' ? null : value), moment.nullish()),
})
export interface PublicationInput {
  state?: Publication['state'] | undefined
  publishAt?: string | null | undefined
}

/** The staff's filter of their lists by state; absent means every state. */
export const stateFilterShape = {
  state: codeFilter(z.enum(recordStates, { error: 'حالة النشر غير صالحة' })),
}
