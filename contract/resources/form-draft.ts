import { z } from 'zod'
import { isStorableText } from '../fields.ts'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'

/** What people call the parts of a form that is kept on the server. */
export const formDraftFields = {
  form: 'النموذج',
  title: 'العنوان',
  content: 'محتوى المسودة',
  version: 'نسخة المسودة',
  writer: 'النافذة التي كتبتها',
} as const satisfies FieldNames

const wrongForm = 'هذا النموذج غير معروف'
const formField = z
  .string({ error: wrongForm })
  .min(1, { error: wrongForm })
  .max(limits.maxFormNameLength, { error: wrongForm })
  .refine(isStorableText, { error: wrongForm })

const valuesSchema = z.record(z.string(), z.unknown())

/** What a form holds. Shape: `version` and `base` are the record that the typing began from, `key` makes all tries to add it one. */
export const formDraftContentSchema = z.strictObject({
  values: valuesSchema,
  base: valuesSchema.optional(),
  version: z.int().optional(),
  key: z.string().max(100).optional(),
})
export type FormDraftContent = z.infer<typeof formDraftContentSchema>

/**
 * A form as somebody wants it kept, whatever is still missing in it. Shape: `version` is the one that was seen, 0 for a
 * draft that is new; `writer` is the same for all that one open form sends. Source: S5.6.
 */
export const formDraftInputSchema = z.object({
  form: formField.describe(formDraftFields.form),
  title: z
    .string()
    .transform(title => (isStorableText(title) ? title.trim().slice(0, limits.maxTitleLength) : ''))
    .describe(formDraftFields.title),
  content: formDraftContentSchema.describe(formDraftFields.content),
  version: z.int().min(0).describe(formDraftFields.version),
  writer: z
    .string()
    .min(1)
    .max(limits.maxFormNameLength + 100)
    .refine(isStorableText)
    .describe(formDraftFields.writer),
})
export type FormDraftInput = z.infer<typeof formDraftInputSchema>

/** The form whose drafts are wanted, and all forms below it: `books` are those of every book; without one, all drafts. */
export const formDraftQuerySchema = z.object({ form: formField.optional().describe(formDraftFields.form) })

/** The version of a draft that somebody has looked at before it is thrown away. */
export const seenFormDraftSchema = z.object({ version: z.coerce.number().int().min(1) })

/** A draft as lists show it. */
export const listedFormDraftSchema = z.object({
  id: z.string(),
  form: z.string(),
  title: z.string(),
  version: z.int(),
  /** Who keeps it. */
  owner: z.string(),
  changedAt: z.string(),
  /** When it goes unless it is kept again. */
  goesAt: z.string(),
})
export type ListedFormDraft = z.infer<typeof listedFormDraftSchema>

export const formDraftSchema = listedFormDraftSchema.extend({ content: formDraftContentSchema })
export type FormDraft = z.infer<typeof formDraftSchema>
