import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { cities } from '../codes/cities.ts'
import { ministerialGradeCodes } from '../codes/grades.ts'
import { ministerialGradeSchema } from '../codes/schemas.ts'
import { codeFilter, integerFilter } from '../fields.ts'
import { limits } from '../limits.ts'
import { publicationShape } from './publication.ts'
import { resultInputSchema, staffResultSchema } from './result.ts'
import { archiveStates } from './sheet.ts'
import { unsavedSchema, warningSchema } from './warning.ts'

/** The query of `GET /api/staff/releases`; without a stage the one that was added to last, without year and round its newest release. */
export const releaseQuerySchema = z.object({
  stage: codeFilter(ministerialGradeSchema),
  releaseYear: integerFilter('السنة غير صالحة'),
  try: integerFilter('الدور غير صالح'),
})
export type ReleaseQuery = z.infer<typeof releaseQuerySchema>

/** One result of a release as the release room shows it. Source: S13.1. */
export const releaseResultSchema = z.object({
  id: z.string(),
  version: z.int(),
  city: z.string(),
  branch: z.enum(branchCodes).nullable(),
  school: z.string().nullable(),
  ...publicationShape,
  /** How far the opening of its archive is; null where its file is elsewhere. */
  archive: z.enum(archiveStates).nullable(),
  /** Why its archive could not be opened, in Arabic. */
  failure: z.string().nullable(),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Public sheets of its archive. */
  schools: z.int(),
  /** Exam numbers that were surely read in them, until now. */
  numbers: z.int(),
  /** Public sheets whose numbers are still to be read: until then nobody is found by a number that stands in them. */
  unread: z.int(),
  /** Why nobody reads them now: the work has failed for good, or was cancelled; null while it goes on, or is done. */
  readingStopped: z.enum(['failed', 'cancelled']).nullable(),
  updatedAt: z.string(),
})
export type ReleaseResult = z.infer<typeof releaseResultSchema>

/** The results of a stage, year and round, those that only staff see too. Source: S13.1. */
export const releaseSchema = z.object({
  stage: z.enum(ministerialGradeCodes),
  releaseYear: z.int(),
  try: z.int(),
  /** The releases of the stage that have a result, newest first. */
  releases: z.array(z.object({ releaseYear: z.int(), try: z.int() })),
  results: z.array(releaseResultSchema),
  /** What each city and branch had in the same round a year before. */
  before: z.array(
    z.object({
      city: z.string(),
      branch: z.enum(branchCodes).nullable(),
      schools: z.int(),
      numbers: z.int(),
    }),
  ),
  /** The next moment at which results of it become public by themselves, and who changed one of those last. */
  schedule: z.object({ publishAt: z.string(), count: z.int(), changedBy: z.string().nullable() }).nullable(),
})
export type Release = z.infer<typeof releaseSchema>

/** What is asked of the names of files: the release that they are for. */
export const proposalsInputSchema = z.object({
  stage: ministerialGradeSchema,
  names: z
    .array(z.string().max(limits.maxLinkLength))
    .min(1)
    .max(limits.maxResultsAtOnce, { error: 'اخترت من الملفات أكثر مما يُضاف مرة واحدة' }),
  /** Where the files are that have arrived, in the order of the names: what is in them is looked at too. */
  addresses: z.array(z.string().max(limits.maxLinkLength)).max(limits.maxResultsAtOnce).optional(),
})

/** What the name of a file says; null where it says nothing, or more than one thing. */
export const proposalSchema = z.object({
  city: z.enum(cities).nullable(),
  branch: z.enum(branchCodes).nullable(),
  try: z.int().nullable(),
  releaseYear: z.int().nullable(),
  /** Where it says more than one thing. */
  cities: z.array(z.enum(cities)),
  /** What most names in the archive say; nulls where it was not looked at, could not be opened, or says nothing. */
  inside: z.object({
    city: z.enum(cities).nullable(),
    branch: z.enum(branchCodes).nullable(),
    /** Whether most of all names say the city, not only most of those that say one. */
    isCitySure: z.boolean(),
    /** Why it could not be opened, in Arabic; null where it was, or was not looked at. */
    failure: z.string().nullable(),
  }),
})
export type Proposal = z.infer<typeof proposalSchema>

/** A result of a batch: a new one, or the file of one that is there. */
export const batchResultSchema = resultInputSchema
  .omit({ state: true, publishAt: true, version: true, confirmed: true })
  .extend({
    /** The record that only gets this file, at the version that was looked at. */
    replaces: z.object({ id: z.string().max(100), version: z.int() }).nullish(),
  })
export type BatchResult = z.infer<typeof batchResultSchema>

/** The body of `POST /api/staff/results/batch`. */
export const resultBatchSchema = z.object({
  results: z
    .array(batchResultSchema)
    .min(1, { error: 'أضف ملفاً واحداً على الأقل' })
    .max(limits.maxResultsAtOnce, { error: 'اخترت من الملفات أكثر مما يُضاف مرة واحدة' }),
})
export type ResultBatch = z.infer<typeof resultBatchSchema>

export const resultBatchAnswerSchema = z.object({ results: z.array(staffResultSchema) })
export type ResultBatchAnswer = z.infer<typeof resultBatchAnswerSchema>

/** The body and the answer of `POST /api/staff/results/checks`: of each result, in order, what speaks against it. */
export const resultChecksSchema = z.object({
  results: z.array(unsavedSchema(resultInputSchema)).max(limits.maxResultsAtOnce),
})
export const resultChecksAnswerSchema = z.object({ warnings: z.array(z.array(warningSchema)) })
export type ResultChecksAnswer = z.infer<typeof resultChecksAnswerSchema>
