import { z } from 'zod'
import { codeFilter, limitParameter, offsetParameter } from '../fields.ts'
import { kindNames } from '../kinds.ts'
import { limits } from '../limits.ts'

const kindSchema = z.enum(kindNames, { error: 'نوع السجل غير معروف' })

/** One of what was deleted. */
const trashedKeySchema = z.object({ kind: kindSchema, id: z.string().max(100) })
export type TrashedKey = z.infer<typeof trashedKeySchema>

/** What was deleted and can come back. Units: `freedBytes` are those of files that nothing else uses. */
export const trashedSchema = trashedKeySchema.extend({
  name: z.string(),
  deletedAt: z.string(),
  /** The e-mail address of who deleted it; null for the product itself. */
  deletedBy: z.string().nullable(),
  /** When it goes for ever. */
  goesAt: z.string(),
  freedBytes: z.int(),
})
export type Trashed = z.infer<typeof trashedSchema>

/** The answer of `GET /api/staff/trash`. Units: `freedBytes` are those that emptying all of it frees. */
export const trashAnswerSchema = z.object({
  data: z.object({ records: z.array(trashedSchema), total: z.int(), freedBytes: z.int() }),
})
export type TrashAnswer = z.infer<typeof trashAnswerSchema>

export const trashListQuerySchema = z.object({
  limit: limitParameter(limits.staffRowsShown),
  offset: offsetParameter,
  kind: codeFilter(kindSchema),
})
export type TrashListQuery = z.infer<typeof trashListQuerySchema>

const none = 'اختر سجلاً واحداً على الأقل'

/** What staff send to restore of the trash, or to delete for ever. */
export const trashedKeysSchema = z.object({
  records: z
    .array(trashedKeySchema, { error: none })
    .min(1, { error: none })
    .max(limits.maxRecordsAtOnce, { error: 'اخترت من السجلات أكثر مما يُعالج مرة واحدة' }),
})
/** What the end of some of the trash frees together. Units: bytes. */
export const trashFreedSchema = z.object({ data: z.object({ freedBytes: z.int() }) })
export type TrashFreed = z.infer<typeof trashFreedSchema>['data']

export const trashedCountSchema = z.object({ data: z.object({ count: z.int() }) })
