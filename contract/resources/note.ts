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
import { limits } from '../limits.ts'
import { fileFactsSchema } from './file.ts'
import { missingFilter } from './missing-filter.ts'
import { stageFilter, stageTypeFilter } from './stage-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** A note (ملزمة) as it leaves the server. Source: A6.2. */
export const noteSchema = z.object({
  id: z.string(),
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
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  file: fileFactsSchema.nullable(),
  imageFile: fileFactsSchema.nullable(),
})
export type Note = z.infer<typeof noteSchema>

/** The same as staff see it. Source: S5.5. */
export const staffNoteSchema = noteSchema.extend(publicationShape)
export type StaffNote = z.infer<typeof staffNoteSchema>

/** What staff send to create or replace a note. Source: S4.4. */
export const noteInputSchema = z.object({
  title: requiredText('العنوان', limits.maxTitleLength),
  teacher: requiredText('اسم المدرس', limits.maxNameLength),
  subject: subjectSchema,
  stage: gradeSchema,
  branch: optionalChoice(branchSchema),
  releaseYear: yearField,
  image: optionalLink('صورة الغلاف'),
  keywords: keywordsField,
  directLink: requiredAddress('الرجاء رفع ملف الملزمة'),
  googleDriveLink: optionalLink('رابط Google Drive'),
  telegramLink: optionalLink('رابط تيليجرام'),
  ...publicationInputShape,
  version: versionField,
})
export type NoteInput = z.infer<typeof noteInputSchema>

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
})
export type NoteListQuery = z.infer<typeof noteListQuerySchema>

/** The query of the staff's list: the same, and one state. */
export const staffNoteListQuerySchema = noteListQuerySchema.extend(stateFilterShape)

export const latestNotesQuerySchema = z.object({ limit: limitParameter(limits.latestNotes) })
