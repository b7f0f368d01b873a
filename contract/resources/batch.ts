import { z } from 'zod'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'
import { publicationInputShape } from './publication.ts'

/** What can be done with many records of a kind in one act. */
export const batchActions = ['change', 'publish', 'schedule', 'hide', 'delete'] as const
export type BatchAction = (typeof batchActions)[number]

/** What people call the parts of such an act. */
export const batchFields = {
  action: 'الإجراء',
  records: 'السجلات',
  values: 'الحقول الجديدة',
} as const satisfies FieldNames

const idField = z.string().max(100)
const tooMany = 'اخترت من السجلات أكثر مما يُعالج مرة واحدة'
const none = 'اختر سجلاً واحداً على الأقل'

/** A record of a batch, at the version that was looked at. */
const batchRecordSchema = z.object({ id: idField, version: z.int().min(1) })
export type BatchRecord = z.infer<typeof batchRecordSchema>

/**
 * What staff send to act on many records at once. Shape: `values` are the fields that `change` gives all of them, and
 * `publishAt` is the moment of `schedule`. Source: S14.1.
 */
export function batchInputSchema<Changes extends z.ZodObject>(changes: Changes) {
  return z
    .object({
      action: z.enum(batchActions, { error: 'هذا الإجراء غير معروف' }).describe(batchFields.action),
      records: z
        .array(batchRecordSchema, { error: none })
        .min(1, { error: none })
        .max(limits.maxRecordsAtOnce, { error: tooMany })
        .describe(batchFields.records),
      values: z.strictObject(changes.shape).optional().describe(batchFields.values),
      publishAt: publicationInputShape.publishAt,
      confirmed: z
        .array(idField)
        .max(limits.maxRecordsAtOnce)
        .optional()
        .meta({ description: 'Records that would be refused as doubtful, and that somebody has looked at.' }),
    })
    .refine(({ action, values }) => action !== 'change' || Object.values(values ?? {}).some(isGiven), {
      path: ['values'],
      error: 'اختر حقلاً واحداً تغيّره على الأقل',
    })
    .refine(({ action, publishAt }) => action !== 'schedule' || Boolean(publishAt), {
      path: ['publishAt'],
      error: 'اختر موعد النشر.',
    })
}

const isGiven = (value: unknown) => value !== undefined

/** What is asked of many records, whatever their kind. */
export interface BatchInput {
  action: BatchAction
  records: BatchRecord[]
  values?: object | undefined
  publishAt?: string | null | undefined
  confirmed?: string[] | undefined
}

/** What came of it: `count` records were written; those that were so already stay as they are. */
export const batchAnswerSchema = z.object({ id: z.string(), count: z.int() })
export type BatchAnswer = z.infer<typeof batchAnswerSchema>

/** The body of `POST /api/staff/batches/{id}/undo`. */
export const batchUndoSchema = z.object({
  except: z
    .array(idField)
    .max(limits.maxRecordsAtOnce)
    .optional()
    .meta({ description: 'Records that stay as they are, since they have changed after the batch.' }),
})

/** The body of `POST /api/staff/restorations`: the entries of the log that deleted the records. */
export const restorationsSchema = z.object({
  entries: z
    .array(idField, { error: none })
    .min(1, { error: none })
    .max(limits.maxRecordsAtOnce, { error: tooMany }),
})

/** The body of `POST /api/staff/auditlog/{id}/state` and of `POST /api/staff/books/{id}/undo`: the version that is left. */
export const stateReturnSchema = z.object({ version: z.int().min(1) })
