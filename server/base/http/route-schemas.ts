import { z } from 'zod'
import { integerFilter } from '#contract/fields.ts'

/** The parameters of an address that names one record. */
export const idParameters = z.object({ id: z.string().max(100) })

/** The version that a write without a body was based on; without one, the record is not compared. */
export const seenVersionSchema = z.object({ version: integerFilter('رقم النسخة غير صالح') })

/** `DELETE` answers with the audit entry that can bring the record back. */
export const deletedSchema = z.object({ data: z.object({ id: z.string(), auditId: z.string() }) })
