import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { ministerialGradeCodes } from '../codes/grades.ts'
import { branchSchema, citySchema, ministerialGradeSchema } from '../codes/schemas.ts'
import {
  codeFilter,
  integerField,
  integerFilter,
  keywordsField,
  offsetParameter,
  optionalChoice,
  optionalLink,
  optionalText,
  requiredAddress,
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
import { missingFileFilter } from './missing-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** What people call the fields of a result, in the order of its form. */
export const resultFields = {
  directLink: 'ملف النتائج',
  city: 'المدينة',
  stage: 'الصف',
  branch: 'الفرع',
  try: 'الدور',
  releaseYear: 'السنة',
  school: 'المدرسة',
  keywords: 'الكلمات المفتاحية',
  telegramLink: 'رابط تيليجرام',
  googleDriveLink: 'رابط Google Drive',
} as const satisfies FieldNames

/** A result archive as it leaves the server. Source: A6.4. */
export const resultSchema = z.object({
  id: z.string(),
  ...named(resultFields, {
    city: z.string(),
    school: z.string().nullable(),
    stage: z.enum(ministerialGradeCodes),
    branch: z.enum(branchCodes).nullable(),
    try: z.int(),
    releaseYear: z.int(),
    keywords: z.array(z.string()),
    directLink: z.string(),
    googleDriveLink: z.string().nullable(),
    telegramLink: z.string().nullable(),
  }),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  file: fileFactsSchema.nullable(),
  ...deadLinksShape,
})
export type Result = z.infer<typeof resultSchema>

/** The same as staff see it. Source: S5.5. */
export const staffResultSchema = resultSchema.extend({ ...publicationShape, ...deadLinkFactsShape })
export type StaffResult = z.infer<typeof staffResultSchema>

const roundRange = 'الدور غير صالح'

/** What staff send to create or replace a result. Source: S4.5. */
export const resultInputSchema = z.object({
  ...named(resultFields, {
    city: citySchema,
    school: optionalText(resultFields.school, limits.maxTitleLength),
    stage: ministerialGradeSchema,
    branch: optionalChoice(branchSchema),
    try: integerField(
      z.int({ error: 'اختر الدور' }).min(1, { error: roundRange }).max(4, { error: roundRange }),
    ),
    releaseYear: yearField,
    keywords: keywordsField,
    directLink: requiredAddress('الرجاء رفع ملف النتائج'),
    googleDriveLink: optionalLink(resultFields.googleDriveLink),
    telegramLink: optionalLink(resultFields.telegramLink),
  }),
  ...publicationInputShape,
  version: versionField,
  confirmed: z
    .boolean()
    .optional()
    .meta({ description: 'Somebody has looked at it, where it would be refused as doubtful.' }),
})
export type ResultInput = z.infer<typeof resultInputSchema>

/** What staff can give many results at once. Source: S14.1. */
export const resultChangesSchema = resultInputSchema
  .pick({ stage: true, releaseYear: true, try: true })
  .extend({ branch: branchSchema.nullable().describe(resultFields.branch) })
  .partial()

/** What staff ask warnings for. Source: S5.4. */
export const unsavedResultSchema = unsavedSchema(resultInputSchema)

/** The query of `GET /api/results`: without `limit` the whole set. Source: A1.3. */
export const resultListQuerySchema = z.object({
  limit: z.preprocess(
    value => {
      const text = Array.isArray(value) ? value[0] : value
      return text === undefined || text === '' ? undefined : Number.parseInt(String(text), 10)
    },
    z
      .int()
      .transform(value => Math.min(limits.maxListLimit, Math.max(1, value)))
      .optional()
      .catch(limits.staffRowsPerPage),
  ),
  offset: offsetParameter,
  stage: codeFilter(ministerialGradeSchema),
  branch: codeFilter(branchSchema),
  city: codeFilter(citySchema),
  school: textFilter,
  try: integerFilter(roundRange),
  releaseYear: integerFilter('السنة غير صالحة'),
  search: textFilter,
  missing: missingFileFilter,
})
export type ResultListQuery = z.infer<typeof resultListQuerySchema>

/** The query of the staff's list: the same, one state, and an order. */
export const staffResultListQuerySchema = resultListQuerySchema.extend({
  ...stateFilterShape,
  ...listOrderShape('result'),
})
export type StaffResultListQuery = z.infer<typeof staffResultListQuerySchema>
