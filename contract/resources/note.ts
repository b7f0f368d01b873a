import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { gradeCodes } from '../codes/grades.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { branchSchema, gradeSchema, subjectSchema } from '../codes/schemas.ts'
import {
  codeFilter,
  integerFilter,
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
import { limits } from '../limits.ts'
import { deadLinkFactsShape, deadLinksShape } from './dead-links.ts'
import { fileFactsSchema } from './file.ts'
import { listOrderShape } from './list-sort.ts'
import { fileFilter } from './file-filter.ts'
import { missingFilter } from './missing-filter.ts'
import { stageFilter, stageTypeFilter } from './stage-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** What people call the fields of a note, in the order of its form. */
export const noteFields = {
  directLink: 'ملف الملزمة',
  image: 'صورة الغلاف',
  title: 'العنوان',
  teacher: 'اسم المدرس',
  stage: 'الصف',
  subject: 'المادة',
  branch: 'الفرع',
  releaseYear: 'السنة الدراسية',
  keywords: 'الكلمات المفتاحية',
  telegramLink: 'رابط تيليجرام',
  googleDriveLink: 'رابط Google Drive',
} as const satisfies FieldNames

/** A note (ملزمة) as it leaves the server. Source: A6.2. */
export const noteSchema = z.object({
  id: z.string(),
  ...named(noteFields, {
    title: z.string(),
    teacher: z.string(),
    subject: z.enum(subjectCodes),
    stage: z.enum(gradeCodes),
    branch: z.enum(branchCodes).nullable(),
    releaseYear: z.int(),
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
export type Note = z.infer<typeof noteSchema>

/** The same as staff see it. Source: S5.5. */
export const staffNoteSchema = noteSchema.extend({ ...publicationShape, ...deadLinkFactsShape })
export type StaffNote = z.infer<typeof staffNoteSchema>

/** What staff send to create or replace a note. Source: S4.4. */
export const noteInputSchema = z.object({
  ...named(noteFields, {
    title: requiredText(noteFields.title, limits.maxTitleLength),
    teacher: requiredText(noteFields.teacher, limits.maxNameLength),
    subject: subjectSchema,
    stage: gradeSchema,
    branch: optionalChoice(branchSchema),
    releaseYear: yearField,
    image: optionalLink(noteFields.image),
    keywords: keywordsField,
    directLink: requiredAddress('الرجاء رفع ملف الملزمة'),
    googleDriveLink: optionalLink(noteFields.googleDriveLink),
    telegramLink: optionalLink(noteFields.telegramLink),
  }),
  ...publicationInputShape,
  version: versionField,
})
export type NoteInput = z.infer<typeof noteInputSchema>

/** What staff can give many notes at once. Source: S14.1. */
export const noteChangesSchema = noteInputSchema
  .pick({ stage: true, subject: true, releaseYear: true, teacher: true })
  .extend({ branch: branchSchema.nullable().describe(noteFields.branch) })
  .partial()

/** What staff ask warnings for. Source: S5.4. */
export const unsavedNoteSchema = unsavedSchema(noteInputSchema)

/** The query of `GET /api/malazimas`. Source: A3.1. */
export const noteListQuerySchema = z.object({
  limit: limitParameter(limits.notesPerPage),
  offset: offsetParameter,
  stage: stageFilter,
  stageType: stageTypeFilter,
  branch: codeFilter(branchSchema),
  subject: codeFilter(subjectSchema),
  teacher: textFilter,
  year: integerFilter('السنة غير صالحة'),
  search: textFilter,
  missing: missingFilter,
  file: fileFilter,
})
export type NoteListQuery = z.infer<typeof noteListQuerySchema>

/** The query of the staff's list: the same, one state, and an order. */
export const staffNoteListQuerySchema = noteListQuerySchema.extend({
  ...stateFilterShape,
  ...listOrderShape('note'),
})
export type StaffNoteListQuery = z.infer<typeof staffNoteListQuerySchema>

export const latestNotesQuerySchema = z.object({ limit: limitParameter(limits.latestNotes) })
