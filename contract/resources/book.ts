import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { gradeCodes } from '../codes/grades.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { branchSchema, gradeSchema, subjectSchema } from '../codes/schemas.ts'
import {
  codeFilter,
  integerFilter,
  integerField,
  keywordsField,
  limitParameter,
  offsetParameter,
  optionalChoice,
  optionalLink,
  requiredAddress,
  requiredText,
  textFilter,
  versionField,
  yearField,
} from '../fields.ts'
import { named } from '../field-names.ts'
import type { FieldNames } from '../field-names.ts'
import { formatPlainNumber } from '../format.ts'
import { limits } from '../limits.ts'
import { deadLinkFactsShape, deadLinksShape } from './dead-links.ts'
import { damagedFilesShape, fileFactsSchema } from './file.ts'
import { listOrderShape } from './list-sort.ts'
import { fileFilter } from './file-filter.ts'
import { missingFilter } from './missing-filter.ts'
import { stageFilter, stageTypeFilter } from './stage-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** What people call the fields of a book, in the order of its form. */
export const bookFields = {
  directLink: 'ملف الكتاب',
  image: 'صورة الغلاف',
  title: 'العنوان',
  stage: 'الصف',
  subject: 'المادة',
  branch: 'الفرع',
  releaseYear: 'السنة الدراسية',
  description: 'الوصف',
  keywords: 'الكلمات المفتاحية',
  telegramLink: 'رابط تيليجرام',
  googleDriveLink: 'رابط Google Drive',
  versions: 'الإصدارات',
} as const satisfies FieldNames

/** What people call the fields of a version of a book, in the order of its form. */
export const bookVersionFields = {
  title: 'عنوان الإصدار',
  releaseYear: 'السنة الدراسية',
  directLink: 'ملف الإصدار',
  telegramLink: 'رابط تيليجرام',
  googleDriveLink: 'رابط Google Drive',
} as const satisfies FieldNames

/** A version (edition) of a book as it leaves the server. Source: A6.1. */
export const bookVersionSchema = z.object({
  id: z.string(),
  ...named(bookVersionFields, {
    title: z.string(),
    releaseYear: z.int(),
    directLink: z.string().nullable(),
    googleDriveLink: z.string().nullable(),
    telegramLink: z.string().nullable(),
  }),
  file: fileFactsSchema.nullable(),
  ...deadLinksShape,
})
export type BookVersion = z.infer<typeof bookVersionSchema>

/** A book as it leaves the server. `file` tells of `directLink` and `imageFile` of `image`, when they are files of ours. */
export const bookSchema = z.object({
  id: z.string(),
  ...named(bookFields, {
    title: z.string(),
    subject: z.enum(subjectCodes),
    stage: z.enum(gradeCodes),
    branch: z.enum(branchCodes).nullable(),
    releaseYear: z.int(),
    description: z.string(),
    image: z.string().nullable(),
    keywords: z.array(z.string()),
    directLink: z.string().nullable(),
    googleDriveLink: z.string().nullable(),
    telegramLink: z.string().nullable(),
  }),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  file: fileFactsSchema.nullable(),
  ...deadLinksShape,
  imageFile: fileFactsSchema.nullable(),
})
export type Book = z.infer<typeof bookSchema>

/** The same as staff see it. Source: S5.5. */
export const staffBookSchema = bookSchema.extend({
  ...publicationShape,
  ...deadLinkFactsShape,
  ...damagedFilesShape,
})
export type StaffBook = z.infer<typeof staffBookSchema>

/** What staff send to create or replace a version of a book. Source: S4.3. */
export const bookVersionInputSchema = z.object({
  ...named(bookVersionFields, {
    title: requiredText(bookVersionFields.title, limits.maxTitleLength),
    releaseYear: yearField,
    directLink: optionalLink(bookVersionFields.directLink),
    googleDriveLink: optionalLink(bookVersionFields.googleDriveLink),
    telegramLink: optionalLink(bookVersionFields.telegramLink),
  }),
  /** The place among the book's versions, from 0; absent means last (create) or unchanged (replace). */
  position: integerField(
    z.int({ error: 'ترتيب الإصدار غير صالح' }).min(0, { error: 'ترتيب الإصدار غير صالح' }),
  ).optional(),
  /** The book's version that the change was based on. Source: A8.2. */
  version: versionField,
})
export type BookVersionInput = z.infer<typeof bookVersionInputSchema>

/** A version within a book that is saved whole; `id` names one that the book has, absent means a new one. */
const listedBookVersionSchema = bookVersionInputSchema
  .omit({ position: true, version: true })
  .extend({ id: z.string().max(100).optional() })
export type ListedBookVersionInput = z.infer<typeof listedBookVersionSchema>

/** What staff send to create or replace a book. Source: S4.2. */
export const bookInputSchema = z.object({
  ...named(bookFields, {
    title: requiredText(bookFields.title, limits.maxTitleLength),
    subject: subjectSchema,
    stage: gradeSchema,
    branch: optionalChoice(branchSchema),
    releaseYear: yearField,
    description: requiredText(bookFields.description, limits.maxDescriptionLength),
    image: optionalLink(bookFields.image),
    keywords: keywordsField,
    directLink: requiredAddress('الرجاء رفع ملف الكتاب'),
    googleDriveLink: optionalLink(bookFields.googleDriveLink),
    telegramLink: optionalLink(bookFields.telegramLink),
    /** All versions in their order; those left out are deleted. Absent: they stay as they are. */
    versions: z
      .array(listedBookVersionSchema, { error: 'قائمة الإصدارات غير صالحة' })
      .max(limits.maxVersions, {
        error: `عدد الإصدارات أكبر من المسموح (${formatPlainNumber(limits.maxVersions)})`,
      })
      .optional(),
  }),
  ...publicationInputShape,
  version: versionField,
})
export type BookInput = z.infer<typeof bookInputSchema>

/** What staff can give many books at once. Source: S14.1. */
export const bookChangesSchema = bookInputSchema
  .pick({ stage: true, subject: true, releaseYear: true })
  .extend({ branch: branchSchema.nullable().describe(bookFields.branch) })
  .partial()

/** What staff ask warnings for. Source: S5.4. */
export const unsavedBookSchema = unsavedSchema(bookInputSchema)

/** The query of `GET /api/books`. Source: A3.1. */
export const bookListQuerySchema = z.object({
  limit: limitParameter(limits.booksPerPage),
  offset: offsetParameter,
  stage: stageFilter,
  stageType: stageTypeFilter,
  branch: codeFilter(branchSchema),
  category: codeFilter(subjectSchema),
  search: textFilter,
  releaseYear: integerFilter('السنة غير صالحة'),
  missing: missingFilter,
  file: fileFilter,
})
export type BookListQuery = z.infer<typeof bookListQuerySchema>

/** The query of the staff's list: the same, one state, and an order. */
export const staffBookListQuerySchema = bookListQuerySchema.extend({
  ...stateFilterShape,
  ...listOrderShape('book'),
})
export type StaffBookListQuery = z.infer<typeof staffBookListQuerySchema>

export const latestBooksQuerySchema = z.object({ limit: limitParameter(limits.latestBooks) })
