import { z } from 'zod'

/** The address of a file's page as a router hands it over: anything. */
export const sentPage = z.object({ sha256: z.string().max(100), page: z.string().max(20) })

/** The content that a call of the staff is about. */
export const ofContent = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'بصمة الملف غير صالحة' }),
})

/** The address of a file's page. Shape: the hash of the file, the page from 1. */
export const pageAddress = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number),
})
