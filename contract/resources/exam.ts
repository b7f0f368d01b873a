import { z } from 'zod'
import { ministerialGradeCodes } from '../codes/grades.ts'
import { roundNotStated } from '../codes/rounds.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { ministerialGradeSchema, subjectSchema } from '../codes/schemas.ts'
import {
  codeFilter,
  integerField,
  integerFilter,
  keywordsField,
  limitParameter,
  offsetParameter,
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
import { sha256OfFileAddress } from '../paths.ts'
import { deadLinkFactsShape, deadLinksShape } from './dead-links.ts'
import { fileFactsSchema } from './file.ts'
import type { FileFacts } from './file.ts'
import { listOrderShape } from './list-sort.ts'
import { missingPagesFilter } from './missing-filter.ts'
import { stageFilter, stageTypeFilter } from './stage-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** What people call the fields of an exam, in the order of its form. */
export const examFields = {
  files: 'صور الأسئلة',
  title: 'العنوان',
  stage: 'الصف',
  subject: 'المادة',
  releaseYear: 'السنة',
  try: 'الدور',
  description: 'الوصف',
  keywords: 'الكلمات المفتاحية',
  telegramLink: 'رابط تيليجرام',
  googleDriveLink: 'رابط Google Drive',
} as const satisfies FieldNames

/** A ministerial exam as it leaves the server. `pages` tells of those of `files` that are files of ours. */
export const examSchema = z.object({
  id: z.string(),
  ...named(examFields, {
    title: z.string(),
    description: z.string(),
    subject: z.enum(subjectCodes),
    stage: z.enum(ministerialGradeCodes),
    releaseYear: z.int(),
    try: z.int(),
    files: z.array(z.string()),
    keywords: z.array(z.string()),
    googleDriveLink: z.string().nullable(),
    telegramLink: z.string().nullable(),
  }),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pages: z.array(fileFactsSchema.nullable()),
  ...deadLinksShape,
})
export type Exam = z.infer<typeof examSchema>

/** The same as staff see it. Source: S5.5. */
export const staffExamSchema = examSchema.extend({ ...publicationShape, ...deadLinkFactsShape })
export type StaffExam = z.infer<typeof staffExamSchema>

/**
 * An exam in the table of years and rounds of its grade and subject. Units of `pages`: pages; `count`: exams of that
 * subject, year and round, this one among them.
 */
export interface ExamPlace extends Pick<
  Exam,
  'id' | 'title' | 'subject' | 'releaseYear' | 'try' | 'createdAt'
> {
  pages: number
  count: number
}

const roundRange = 'الدور غير صالح'

/** The pages of an exam that are pictures of ours, in order: those that can be had as one file. */
export function ownPages({ pages }: Pick<Exam, 'pages'>): FileFacts[] {
  return pages.flatMap(page => (page?.type.startsWith('image/') && isOurs(page.url) ? page : []))
}

const isOurs = (address: string) => sha256OfFileAddress(address) !== undefined

/** A round of an exam; 0 means "not stated". Source: A5.4. */
const examRoundField = integerField(
  z.int({ error: 'اختر الدور' }).min(roundNotStated, { error: roundRange }).max(4, { error: roundRange }),
)

/** What staff send to create or replace an exam. Source: S4.6. */
export const examInputSchema = z.object({
  ...named(examFields, {
    title: requiredText(examFields.title, limits.maxTitleLength),
    description: requiredText(examFields.description, limits.maxDescriptionLength).min(
      limits.minExamDescriptionLength,
      {
        error: `يجب أن يكون الوصف ${formatPlainNumber(limits.minExamDescriptionLength)} أحرف على الأقل`,
      },
    ),
    stage: ministerialGradeSchema,
    subject: subjectSchema,
    releaseYear: yearField,
    try: examRoundField,
    files: z
      .array(requiredAddress('الرجاء رفع صورة واحدة على الأقل'), { error: 'الرجاء رفع صورة واحدة على الأقل' })
      .min(1, { error: 'الرجاء رفع صورة واحدة على الأقل' })
      .max(limits.maxExamImages, {
        error: `عدد الصور أكبر من المسموح (${formatPlainNumber(limits.maxExamImages)})`,
      }),
    keywords: keywordsField,
    googleDriveLink: optionalLink(examFields.googleDriveLink),
    telegramLink: optionalLink(examFields.telegramLink),
  }),
  ...publicationInputShape,
  version: versionField,
})
export type ExamInput = z.infer<typeof examInputSchema>

/** What staff can give many exams at once. Source: S14.1. */
export const examChangesSchema = examInputSchema
  .pick({ stage: true, subject: true, releaseYear: true, try: true })
  .partial()

/** What staff ask warnings for. Source: S5.4. */
export const unsavedExamSchema = unsavedSchema(examInputSchema)

/** The query of `GET /api/ministerial-exams`; `try` filters by round. Source: A3.1, A3.3. */
export const examListQuerySchema = z.object({
  limit: limitParameter(limits.examsPerPage),
  offset: offsetParameter,
  stage: stageFilter,
  stageType: stageTypeFilter,
  subject: codeFilter(subjectSchema),
  try: integerFilter(roundRange),
  releaseYear: integerFilter('السنة غير صالحة'),
  search: textFilter,
  missing: missingPagesFilter,
})
export type ExamListQuery = z.infer<typeof examListQuerySchema>

/** The query of the staff's list: the same, one state, and an order. */
export const staffExamListQuerySchema = examListQuerySchema.extend({
  ...stateFilterShape,
  ...listOrderShape('exam'),
})
export type StaffExamListQuery = z.infer<typeof staffExamListQuerySchema>

export const examYearsQuerySchema = z.object({ stage: codeFilter(z.enum(ministerialGradeCodes)) })
export const latestExamsQuerySchema = z.object({ limit: limitParameter(limits.latestExams) })
