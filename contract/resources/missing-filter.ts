import { z } from 'zod'
import { codeFilter } from '../fields.ts'

/**
 * What a record can be without: the file that students download, its picture, sound bytes of one of them, copies
 * elsewhere that answer, the light copy of a heavy file, or a text that can be searched.
 */
export const missingParts = ['file', 'image', 'damaged', 'mirror', 'light', 'text'] as const
export type MissingPart = (typeof missingParts)[number]

/** What a record that has no picture of its own can be without, its pages among it. */
export const pagesParts = ['file', 'damaged', 'mirror', 'light', 'text'] as const satisfies MissingPart[]

/** What a record that is one file, and no more, can be without. */
export const fileParts = ['file', 'damaged', 'mirror'] as const satisfies MissingPart[]

/** What a record that is no file can be without. */
export const imageParts = ['image', 'damaged'] as const satisfies MissingPart[]

const error = 'قيمة missing غير صالحة'

/** Only the records that are without one of these parts, for those that have all of them. */
export const missingFilter = codeFilter(z.enum(missingParts, { error }))

/** Only the records without their pages or what is made of them, for those that have no picture of their own. */
export const missingPagesFilter = codeFilter(z.enum(pagesParts, { error }))

/** Only the records without their file, with a damaged one, or with a dead link elsewhere, for those that are one file. */
export const missingFileFilter = codeFilter(z.enum(fileParts, { error }))

/** Only the records without their picture, or with a damaged one, for those that are no file. */
export const missingImageFilter = codeFilter(z.enum(imageParts, { error }))
