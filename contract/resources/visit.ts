import { z } from 'zod'
import { codeFilter, limitParameter, offsetParameter, textFilter } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call what is known of a visited page. */
export const visitFields = {
  title: 'العنوان',
  teacher: 'اسم المدرس',
  subject: 'المادة',
  category: 'المادة',
  stage: 'الصف',
  grade: 'الصف',
  branch: 'الفرع',
  type: 'النوع',
  try: 'الدور',
  city: 'المدينة',
  school: 'المدرسة',
  releaseYear: 'السنة',
  year: 'السنة',
  search: 'البحث',
  query: 'البحث',
} as const satisfies FieldNames

/** A visit of a public page. Source: A6.6. */
export const visitSchema = z.object({
  id: z.string(),
  page: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
})
export type Visit = z.infer<typeof visitSchema>

/** What the beacon sends: the path only. Source: P13.1. */
export const visitInputSchema = z.object({ path: z.string().min(1).max(limits.maxLinkLength) })

const dateFilter = codeFilter(
  z.string().refine(text => !Number.isNaN(Date.parse(text)), { error: 'التاريخ غير صالح' }),
)

/** The query of `GET /api/visits`. Source: A7.1. */
export const visitListQuerySchema = z.object({
  limit: limitParameter(limits.logRowsPerPage),
  offset: offsetParameter,
  page: textFilter,
  startDate: dateFilter,
  endDate: dateFilter,
})
export type VisitListQuery = z.infer<typeof visitListQuerySchema>

/** The query of `GET /api/visits/most-visited`. Source: A7.1. */
export const mostVisitedQuerySchema = z.object({
  limit: limitParameter(limits.mostVisited),
  startDate: dateFilter,
  endDate: dateFilter,
})
export type MostVisitedQuery = z.infer<typeof mostVisitedQuerySchema>

/**
 * The answer of `GET /api/visits/most-visited`; `total` counts all visits of the period, `title` is that of the
 * page's record, absent where there is none. Source: A1.5.
 */
export const mostVisitedAnswerSchema = z.object({
  total: z.int(),
  pages: z.array(z.object({ page: z.string(), count: z.int(), title: z.string().optional() })),
})
export type MostVisited = z.infer<typeof mostVisitedAnswerSchema>

/** The query of `GET /api/visits/by-date`. Source: A7.1. */
export const visitsByDateQuerySchema = z.object({ startDate: dateFilter, endDate: dateFilter })
export type VisitsByDateQuery = z.infer<typeof visitsByDateQuerySchema>

/** The answer of `GET /api/visits/by-date`: every day in Baghdad, YYYY-MM-DD. Source: A1.5. */
export const visitsByDateAnswerSchema = z.array(z.object({ date: z.string(), count: z.int() }))
export type VisitsByDate = z.infer<typeof visitsByDateAnswerSchema>
