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
  /** It names people: search engines are told to leave it out. What is not known of a file is taken to do so. */
  namesPeople: z.boolean().default(true),
})

/** What must be known of a file to hand it out. */
export type KnownFile = Omit<z.infer<typeof knownFileSchema>, 'namesPeople'> & { namesPeople?: boolean }
