import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { cities } from '../codes/cities.ts'
import { ministerialGradeCodes, type MinisterialGradeCode } from '../codes/grades.ts'
import { ministerialGradeSchema } from '../codes/schemas.ts'
import { integerFilter } from '../fields.ts'

/** The results of a stage, year and round, as they become public city by city. */
const releaseShape = { releaseYear: z.int(), try: z.int() }

/** Where a city stands in a release. Shape: `at` is when its first results became public. */
const announcedCitySchema = z.object({
  city: z.enum(cities),
  at: z.string().nullable(),
  /** Empty where the stage has no branches, or nothing is public yet. */
  branches: z.array(z.enum(branchCodes)),
})

/** What is public of one release. Source: R5.1. */
export const releaseStatusSchema = z.object({
  stage: z.enum(ministerialGradeCodes),
  /** The release that is told of; null while the stage has none. */
  release: z.object(releaseShape).nullable(),
  /** How many of the cities have something public. */
  announced: z.int(),
  total: z.int(),
  /** When something last became public, or changed. */
  changedAt: z.string().nullable(),
  cities: z.array(announcedCitySchema),
  /** The cities with something public whose sheets are not all read: not every exam number of theirs is found yet. */
  reading: z.array(z.enum(cities)),
  /** Those of which something was left unread, and nobody reads it now: its numbers are found in the sheets or the file. */
  stopped: z.array(z.enum(cities)),
  /** All releases of the stage, newest first, with how many cities each has. */
  releases: z.array(z.object({ ...releaseShape, announced: z.int() })),
})
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>

/** The query of `GET /api/results/status`; without year and round the newest release. */
export const releaseStatusQuerySchema = z.object({
  stage: ministerialGradeSchema,
  releaseYear: integerFilter('السنة غير صالحة'),
  try: integerFilter('الدور غير صالح'),
})

/** One release among those of a stage; the newest where year and round are left out. */
export interface WantedRelease {
  stage: MinisterialGradeCode
  releaseYear?: number | undefined
  try?: number | undefined
}
