import { z } from 'zod'
import { codeFilter } from '../fields.ts'

/** What a record's PDF can have: a light copy of the same pages. */
export const fileTraits = ['light'] as const
export type FileTrait = (typeof fileTraits)[number]

/** Only the records whose PDF has this. */
export const fileFilter = codeFilter(z.enum(fileTraits, { error: 'التصفية بحسب الملف غير صالحة' }))
