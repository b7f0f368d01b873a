import { z } from 'zod'
import {
  codeFilter,
  isStorableText,
  limitParameter,
  offsetParameter,
  optionalText,
  textFilter,
  versionField,
} from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call the fields of a sheet of results. */
export const sheetFields = {
  school: 'المدرسة',
  group: 'المجموعة',
  isHidden: 'مخفية',
  encoding: 'ترميز الأسماء',
  entry: 'الملف في الأرشيف',
} as const satisfies FieldNames

/** How a sheet is had: looked at page by page, looked at as one picture, or downloaded. */
export const sheetKinds = ['pdf', 'image', 'file'] as const
export type SheetKind = (typeof sheetKinds)[number]

/** How far the opening of an archive is. */
export const archiveStates = ['waiting', 'reading', 'ready', 'failed'] as const
export type ArchiveState = (typeof archiveStates)[number]

/** One file of a result's archive, usually one school's PDF. Units: bytes; pages of a PDF. Source: R4.1. */
export const sheetSchema = z.object({
  id: z.string(),
  resultId: z.string(),
  school: z.string(),
  /** Its folders in the archive; null at the root. */
  group: z.string().nullable(),
  kind: z.enum(sheetKinds),
  /** Null for what is only downloaded. */
  pages: z.int().nullable(),
  size: z.int(),
  url: z.string(),
  sha256: z.string(),
})
export type Sheet = z.infer<typeof sheetSchema>

/** The query of `GET /api/results/{id}/sheets`. */
export const sheetListQuerySchema = z.object({
  search: textFilter,
  group: textFilter,
  limit: limitParameter(limits.sheetsPerPage),
  offset: offsetParameter,
})
export type SheetListQuery = z.infer<typeof sheetListQuerySchema>

const groupsSchema = z.array(z.object({ name: z.string(), count: z.int() }))

/** The answer of `GET /api/results/{id}/sheets`: `total` and `groups` count what is public. */
export const sheetListSchema = z.object({
  sheets: z.array(sheetSchema),
  total: z.int(),
  groups: groupsSchema,
  state: z.enum(archiveStates),
})
export type SheetList = z.infer<typeof sheetListSchema>

/** In what the names of an archive can be written; `auto` is the most likely of them. */
export const sheetEncodings = ['auto', 'utf-8', 'cp1256', 'cp720', 'cp864', 'cp437'] as const
export type SheetEncoding = (typeof sheetEncodings)[number]

export const sheetEncodingLabels: Record<SheetEncoding, string> = {
  auto: 'تلقائي (الأرجح)',
  'utf-8': 'UTF-8',
  cp1256: 'Windows العربية (CP1256)',
  cp720: 'DOS العربية (CP720)',
  cp864: 'DOS العربية القديمة (CP864)',
  cp437: 'DOS اللاتينية (CP437)',
}

/** An entry of an archive as staff see it, public or not. */
export const staffSheetSchema = sheetSchema.omit({ kind: true, url: true, sha256: true }).extend({
  /** Its path in the archive. */
  entry: z.string(),
  kind: z.enum([...sheetKinds, 'other']),
  url: z.string().nullable(),
  sha256: z.string().nullable(),
  /** What the archive says; `school` and `group` are what is shown. */
  foundSchool: z.string(),
  foundGroup: z.string().nullable(),
  isHidden: z.boolean(),
  /** Why it cannot be shown, in Arabic; null when nothing is wrong with it. */
  problem: z.string().nullable(),
  isPublic: z.boolean(),
  version: z.int(),
})
export type StaffSheet = z.infer<typeof staffSheetSchema>

/** Which of an archive's entries staff look at. */
export const sheetViews = ['public', 'hidden', 'problem', 'other'] as const
export type SheetView = (typeof sheetViews)[number]

export const staffSheetListQuerySchema = sheetListQuerySchema.extend({
  view: codeFilter(z.enum(sheetViews, { error: 'التصفية غير صالحة' })),
})
export type StaffSheetListQuery = z.infer<typeof staffSheetListQuerySchema>

/** What was read in the sheets of an archive that show. Source: R6.2. */
export const sheetReadingSchema = z.object({
  sheets: z.int(),
  /** Fewer than the sheets while the reading goes on. */
  sheetsRead: z.int(),
  pages: z.int(),
  /** With at least one number that was read surely. */
  readablePages: z.int(),
  numbers: z.int(),
  /** Of the numbers, those that stand in more than one row. */
  numbersTwice: z.int(),
  /** Rows whose number was read with doubt; they are not published. */
  doubtful: z.int(),
  /** Where the first of the doubtful ones stand. */
  doubted: z.array(
    z.object({ id: z.string(), school: z.string(), page: z.int(), numbers: z.array(z.string()) }),
  ),
  /** The first of the schools that have no number, or were not read as a whole, and why where it is known. */
  without: z.array(z.object({ id: z.string(), school: z.string(), reason: z.string().nullable() })),
})
export type SheetReading = z.infer<typeof sheetReadingSchema>

/** How the opening of an archive went. */
export const sheetArchiveSchema = z.object({
  state: z.enum(archiveStates),
  /** Why it failed, in Arabic. */
  failure: z.string().nullable(),
  encoding: z.enum(sheetEncodings),
  foundEncoding: z.enum(sheetEncodings).nullable(),
  counts: z.record(z.enum(sheetViews), z.int()),
  version: z.int(),
})
export type SheetArchive = z.infer<typeof sheetArchiveSchema>

export const staffSheetListSchema = z.object({
  sheets: z.array(staffSheetSchema),
  total: z.int(),
  groups: groupsSchema,
  archive: sheetArchiveSchema,
  reading: sheetReadingSchema,
})
export type StaffSheetList = z.infer<typeof staffSheetListSchema>

const groupName = 'المجموعة'

/** What staff say of a sheet: an empty name or group is the archive's own again. */
export const sheetInputSchema = z.object({
  school: optionalText('اسم المدرسة', limits.maxTitleLength),
  group: z.preprocess(
    value => (typeof value === 'string' ? value.trim() : value),
    z
      .string({ error: `${groupName} غير صالحة` })
      .max(limits.maxTitleLength, { error: `${groupName} أطول من المسموح` })
      .refine(isStorableText, { error: `${groupName} تحتوي على رموز غير مقبولة` })
      .nullable()
      .optional(),
  ),
  isHidden: z.boolean({ error: 'حالة الإخفاء غير صالحة' }),
  version: versionField,
})
export type SheetInput = z.infer<typeof sheetInputSchema>

/** Another encoding for the names of an archive. */
export const sheetEncodingInputSchema = z.object({
  encoding: z.enum(sheetEncodings, { error: 'اختر الترميز من القائمة' }),
  version: versionField,
})
export type SheetEncodingInput = z.infer<typeof sheetEncodingInputSchema>
