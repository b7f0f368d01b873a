import { z } from 'zod'
import { limits } from '../limits.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { paths } from '../paths.ts'
import { searchHitUrl, searchQuerySchema, textRangeSchema } from './search.ts'

/** The types of records whose pages are searched. */
export const insideTypes = ['book', 'malazima', 'ministerial-exam'] as const
export type InsideType = (typeof insideTypes)[number]

export const isInsideType = (type: unknown): type is InsideType =>
  (insideTypes as readonly unknown[]).includes(type)

/** Where a page is read, with the words of a query marked. Page from 1. */
export function insideHitUrl(type: InsideType, id: string, page: number, query: string): string {
  if (type === 'ministerial-exam') return `${searchHitUrl(type, id)}#page-${page}`
  const reading = type === 'book' ? paths.bookReading(id) : paths.noteReading(id)
  return `${reading}?${new URLSearchParams({ page: String(page), find: query }).toString()}`
}

/** A page that a query was found on. `highlights` are ranges of `snippet`. Source: Q5.2. */
export const insideHitSchema = z.object({
  id: z.string(),
  type: z.enum(insideTypes),
  title: z.string(),
  url: z.string(),
  subject: z.enum(subjectCodes).nullable(),
  /** From 1, among the pages that the record shows. */
  page: z.int().min(1),
  snippet: z.string(),
  highlights: z.array(textRangeSchema),
  /** The place itself, as it looks; missing where it is not drawn. */
  image: z.string().optional(),
  /** Where the words stand on that image: left, top, width, height. Units: fractions of it. */
  marks: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
  /** Where the words stand on the page: left, top, width, height. Units: fractions. Of the record that is searched alone. */
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
})
export type InsideHit = z.infer<typeof insideHitSchema>

/** How far the pages of a record are read: nothing to read, some are still to be read, all are. */
export const insideStates = ['none', 'reading', 'ready'] as const
export type InsideState = (typeof insideStates)[number]

/** The answer of `GET /api/search/inside`. Source: Q5.2. */
export const insideAnswerSchema = z.object({
  hits: z.array(insideHitSchema),
  /** Pages, up to the limit of those that are compared. */
  total: z.int().min(0),
  /** Of the record that is searched alone. */
  state: z.enum(insideStates).optional(),
})
export type InsideAnswer = z.infer<typeof insideAnswerSchema>

const recordPattern = new RegExp(`^(${insideTypes.join('|')}):([A-Za-z0-9_-]{1,40})$`)

function readRecord(value: unknown): { type: InsideType; id: string } | undefined {
  const match = typeof value === 'string' ? recordPattern.exec(value.trim()) : null
  const type = match?.[1]
  return isInsideType(type) && match?.[2] ? { type, id: match[2] } : undefined
}

function readPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= limits.maxDrawnPage ? page : undefined
}

/**
 * The query of the search inside pages; nothing that a browser can send is refused.
 *
 * Shape: as that of the search; `type` finds pages of one type of record, `record` (`book:ID`) those of one record in
 * the order of its pages, and `page` with it of that page alone. Source: Q5.1.
 */
export const insideQuerySchema = searchQuerySchema.extend({
  type: z
    .preprocess(value => (isInsideType(value) ? value : undefined), z.enum(insideTypes).optional())
    .meta({
      wire: { type: 'string', enum: [...insideTypes] },
    }),
  record: z
    .preprocess(readRecord, z.object({ type: z.enum(insideTypes), id: z.string() }).optional())
    .meta({ wire: { type: 'string', pattern: recordPattern.source } }),
  page: z
    .preprocess(readPage, z.int().min(1).optional())
    .meta({ wire: { type: 'integer', minimum: 1, maximum: limits.maxDrawnPage } }),
})
export type InsideQuery = z.infer<typeof insideQuerySchema>
