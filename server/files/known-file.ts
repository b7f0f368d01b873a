import { z } from 'zod'
import { fileDamages } from '#contract/resources/file.ts'

/** What lies beside the bytes of a file. */
export const knownFileSchema = z.object({
  id: z.string(),
  objectKey: z.string(),
  size: z.int(),
  type: z.string(),
  name: z.string(),
  width: z.int().nullable(),
  checkedMark: z.string().nullable(),
  checkedAt: z.coerce.date().nullable(),
  damage: z.enum(fileDamages).nullable(),
})

/** What must be known of a file to hand it out. */
export type KnownFile = z.infer<typeof knownFileSchema>
