import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { cities } from '../codes/cities.ts'
import { gradeCodes } from '../codes/grades.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { ingestKinds } from './ingest.ts'

/** The boards: books and handouts by subject; exams by subject, results by city, each by year and round. */
export const coverageBoards = ['exams', 'books', 'results'] as const
export type CoverageBoard = (typeof coverageBoards)[number]

/** What stands on each board. */
export const boardKinds = {
  exams: ['exam'],
  books: ['book', 'note'],
  results: ['result'],
} as const satisfies Record<CoverageBoard, readonly (typeof ingestKinds)[number][]>

/** The query of `GET /api/stats/coverage`; a branch counts what is of it or of all branches. */
export const coverageQuerySchema = z.object({
  board: z.enum(coverageBoards),
  stage: z.enum(gradeCodes),
  branch: z.enum(branchCodes).optional(),
})
export type CoverageQuery = z.infer<typeof coverageQuerySchema>

/** Where a record stands on a board: a city for results, else a subject; without year and round on the board of books. */
const placeShape = {
  kind: z.enum(ingestKinds),
  row: z.enum([...subjectCodes, ...cities]),
  releaseYear: z.int().nullable(),
  try: z.int().nullable(),
}

/**
 * What there is at a place: published records, those that visitors do not see, and of both those of all branches; of the
 * published ones those with a damaged file, with a dead link elsewhere, with a file that is read too badly to be searched, and
 * with a heavy file that has no light copy.
 */
export const coverageCellSchema = z.object({
  ...placeShape,
  published: z.int(),
  hidden: z.int(),
  common: z.int(),
  damaged: z.int(),
  dead: z.int(),
  unread: z.int(),
  heavy: z.int(),
})
export type CoverageCell = z.infer<typeof coverageCellSchema>

/** What was looked for at a place: how often a search found nothing, and how often it was asked for. */
export const coverageWishSchema = z.object({ ...placeShape, searches: z.int(), requests: z.int() })
export type CoverageWish = z.infer<typeof coverageWishSchema>

/** A board of a grade: places that nothing is at are left out. */
export const coverageSchema = z.object({
  cells: z.array(coverageCellSchema),
  wishes: z.array(coverageWishSchema),
})
export type Coverage = z.infer<typeof coverageSchema>
