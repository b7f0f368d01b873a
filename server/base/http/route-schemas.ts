import { z } from 'zod'

/** The parameters of an address that names one record. */
export const idParameters = z.object({ id: z.string().max(100) })

/** `DELETE` answers with the audit entry that can bring the record back. */
export const deletedSchema = z.object({ data: z.object({ id: z.string(), auditId: z.string() }) })
