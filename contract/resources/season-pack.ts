import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { gradeCodes } from '../codes/grades.ts'
import { branchSchema, gradeSchema } from '../codes/schemas.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { codeFilter, limitParameter } from '../fields.ts'
import { kindsWithPage } from '../kinds.ts'
import { limits } from '../limits.ts'
import { fileFactsSchema } from './file.ts'

/** The query of `GET /api/season-pack`: a grade, the branch where it has some, and how many years of exams. Source: P16.5. */
export const seasonPackQuerySchema = z.object({
  stage: gradeSchema,
  branch: codeFilter(branchSchema),
  years: limitParameter(limits.usualPackYears),
})
export type SeasonPackQuery = z.infer<typeof seasonPackQuerySchema>

/** A record of a pack: what names it, and its files. Units: bytes. */
const packRecordSchema = z.object({
  kind: z.enum(kindsWithPage),
  id: z.string(),
  title: z.string(),
  subject: z.enum(subjectCodes),
  stage: z.enum(gradeCodes),
  branch: z.enum(branchCodes).nullable().optional(),
  releaseYear: z.int(),
  try: z.int().optional(),
  teacher: z.string().optional(),
  files: z.array(fileFactsSchema.pick({ url: true, name: true, size: true, type: true, light: true })),
})
export type PackRecord = z.infer<typeof packRecordSchema>

/** What a student of a grade takes along: the current books and the exams of some years; notes are chosen one by one. */
export const seasonPackSchema = z.object({
  label: z.string(),
  records: z.array(packRecordSchema),
  notes: z.array(packRecordSchema),
})
export type SeasonPack = z.infer<typeof seasonPackSchema>
