import { z } from 'zod'
import { codeFilter } from '../fields.ts'

/** What a record can be without: the file that students download, its picture, or sound bytes of one of them. */
export const missingParts = ['file', 'image', 'damaged'] as const
export type MissingPart = (typeof missingParts)[number]

const error = 'قيمة missing غير صالحة'

/** Only the records without their file, without their picture, or with a damaged one. */
export const missingFilter = codeFilter(z.enum(missingParts, { error }))

/** Only the records without their file, for those that have no picture of their own. */
export const missingFileFilter = codeFilter(z.enum(['file', 'damaged'], { error }))

/** Only the records without their picture, for those that are no file. */
export const missingImageFilter = codeFilter(z.enum(['image', 'damaged'], { error }))
