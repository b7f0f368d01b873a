import { z } from 'zod'
import { codeFilter } from '../fields.ts'

/**
 * What a record can be without: the file that students download, its picture, sound bytes of one of them, or copies
 * elsewhere that answer.
 */
export const missingParts = ['file', 'image', 'damaged', 'mirror'] as const
export type MissingPart = (typeof missingParts)[number]

const error = 'قيمة missing غير صالحة'

/** Only the records without their file, without their picture, with a damaged one, or with a dead link elsewhere. */
export const missingFilter = codeFilter(z.enum(missingParts, { error }))

/** Only the records without their file, for those that have no picture of their own. */
export const missingFileFilter = codeFilter(z.enum(['file', 'damaged', 'mirror'], { error }))

/** Only the records without their picture, for those that are no file. */
export const missingImageFilter = codeFilter(z.enum(['image', 'damaged'], { error }))
