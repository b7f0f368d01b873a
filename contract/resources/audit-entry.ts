import { z } from 'zod'
import { auditActions, auditEntities } from '../codes/audit.ts'
import { auditActionSchema } from '../codes/schemas.ts'
import { codeFilter, limitParameter, offsetParameter, textFilter } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call the fields of an entry of the log. */
export const auditEntryFields = { action: 'الإجراء', entity: 'النوع' } as const satisfies FieldNames

/** An entry of the audit log. Source: A6.6. */
export const auditEntrySchema = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  entity: z.enum(auditEntities),
  entityId: z.string(),
  description: z.string(),
  oldData: z.record(z.string(), z.unknown()).nullable(),
  newData: z.record(z.string(), z.unknown()).nullable(),
  actor: z.object({ id: z.string().nullable(), email: z.string() }).nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** With deletions: whether the record has been restored since. */
  isRestored: z.boolean().optional(),
  /** The act on many records that it is a part of: how many it wrote, and whether it was undone. */
  batch: z.object({ id: z.string(), count: z.int(), isUndone: z.boolean() }).optional(),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

const dateFilter = codeFilter(
  z.string().refine(text => !Number.isNaN(Date.parse(text)), { error: 'التاريخ غير صالح' }),
)

/** The query of `GET /api/auditlog`; a date without a time means the whole day in Baghdad. */
export const auditListQuerySchema = z.object({
  limit: limitParameter(limits.logRowsPerPage),
  offset: offsetParameter,
  action: codeFilter(auditActionSchema),
  entity: codeFilter(z.enum(auditEntities)),
  dateFrom: dateFilter,
  dateTo: dateFilter,
  entityId: textFilter,
  batch: textFilter,
  /** The e-mail address that the entries name. */
  person: codeFilter(textFilter),
  search: textFilter,
})
export type AuditListQuery = z.infer<typeof auditListQuerySchema>
