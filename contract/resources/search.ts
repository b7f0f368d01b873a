import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { gradeCodes, type GradeCode } from '../codes/grades.ts'
import { newsCategoryCodes } from '../codes/news-categories.ts'
import { recognisedKinds } from '../codes/recognised-kinds.ts'
import { subjectCodes, type SubjectCode } from '../codes/subjects.ts'
import { limitParameter, offsetParameter, withoutDirectionCharacters } from '../fields.ts'
import { byName, kinds, kindsWithPage, type KindWithPage } from '../kinds.ts'
import { limits } from '../limits.ts'

export type SearchType = (typeof kinds)[KindWithPage]['search']['type']

function ofEachType<Value>(valueOf: (kind: KindWithPage) => Value): Record<SearchType, Value> {
  return byName(kindsWithPage, kind => kinds[kind].search.type, valueOf)
}

/** The kinds of record that search finds, in the order of the dialog's groups. Source: Q3.3. */
export const searchTypes: readonly SearchType[] = kindsWithPage.map(kind => kinds[kind].search.type)
export const searchTypeLabels = ofEachType(kind => kinds[kind].plural)
/** One record of a type, as a part of a query: «كتاب». */
export const searchTypeNames = ofEachType(kind => kinds[kind].shownAs)
export const searchTypeIcons = ofEachType(kind => kinds[kind].search.icon)
/** The last part of the call that searches one type: `/api/search/books`. Source: Q1.1. */
export const searchTypeSlugs = ofEachType(kind => kinds[kind].search.slug)

const kindOfType = ofEachType(kind => kind)

/** The fields that a `filter=field:value` may name. */
export const searchFilterFields = ['type', 'subject', 'stage', 'branch', 'year', 'round', 'newsType'] as const
export type SearchFilterField = (typeof searchFilterFields)[number]

/** Filters by field; values of one field are alternatives, fields are all required. */
export type SearchFilters = Partial<Record<SearchFilterField, string[]>>

/** The address of a record that search found. */
export function searchHitUrl(type: SearchType, id: string): string {
  return kinds[kindOfType[type]].pageOf(id)
}

/** A stretch of text: first UTF-16 position, and the one after the last. */
export const textRangeSchema = z.tuple([z.int(), z.int()])
export type TextRange = z.infer<typeof textRangeSchema>

/** One record that search found. `highlights` are ranges of `title`. Source: Q1.2. */
export const searchHitSchema = z.object({
  id: z.string(),
  type: z.enum(searchTypes),
  title: z.string(),
  url: z.string(),
  subject: z.enum(subjectCodes).nullable(),
  stage: z.enum(gradeCodes).nullable(),
  branch: z.enum(branchCodes).nullable(),
  year: z.int().nullable(),
  round: z.int().nullable(),
  teacher: z.string().nullable(),
  newsType: z.enum(newsCategoryCodes).nullable(),
  image: z.string().nullable(),
  createdAt: z.string(),
  highlights: z.array(textRangeSchema),
  /** The same of `teacher`. */
  teacherHighlights: z.array(textRangeSchema),
  /** How well it answers the query: hits of one answer that have the same do so alike. Null where nothing compares them. */
  match: z.int().nullable(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/**
 * A way into the results that answers the query: a stage, a city, a school's sheet, or the form for exam numbers. It is
 * no record: `groups` and `total` do not count it. `note` says what is to be known of it in a few words. Source: Q1.6.
 */
export const resultHitSchema = searchHitSchema.extend({ type: z.literal('result'), note: z.string() })
export type ResultHit = z.infer<typeof resultHitSchema>

/**
 * A part of the query that was understood, to show as a chip: `المادة: الرياضيات`.
 *
 * Shape: `text` is what the person wrote; `spans` are its ranges in `query` (the query as searched, trimmed).
 */
export const recognisedPartSchema = z.object({
  kind: z.enum(recognisedKinds),
  code: z.string(),
  label: z.string(),
  text: z.string(),
  spans: z.array(textRangeSchema),
})
export type RecognisedPart = z.infer<typeof recognisedPartSchema>

const count = z.int().min(0)

/** The answer of `GET /api/search`. Source: Q1.2. */
export const searchAnswerSchema = z.object({
  query: z.string(),
  hits: z.array(searchHitSchema),
  total: count,
  groups: z.object(ofEachType(() => count)),
  recognised: z.array(recognisedPartSchema),
  /** Best first, before all hits; on the first page of a search of everything only. */
  resultLinks: z.array(resultHitSchema),
})
export type SearchAnswer = z.infer<typeof searchAnswerSchema>

/** How many of the records that answer a query have the same facts; a record may be of several grades and subjects. */
export interface FactCount {
  type: SearchType
  grades: readonly GradeCode[]
  subjects: readonly SubjectCode[]
  documents: number
}

function parameterText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? withoutDirectionCharacters(first) : ''
}

const maxFilters = 20
const filterPattern = new RegExp(`^(${searchFilterFields.join('|')}):([A-Za-z0-9_-]{1,40})$`)

function readFilters(value: unknown): SearchFilters {
  const filters: SearchFilters = {}
  for (const text of (Array.isArray(value) ? value : [value]).slice(0, maxFilters)) {
    const match = typeof text === 'string' ? filterPattern.exec(text.trim()) : null
    const field = match?.[1] as SearchFilterField | undefined
    if (field && match?.[2]) (filters[field] ??= []).push(match[2])
  }
  return filters
}

/**
 * The query of the search calls; nothing that a browser can send is refused.
 *
 * Shape: `limit` 1–100 and `offset` are clamped; a filter that is not `field:value` of a known field is left out.
 * Source: Q1.1.
 */
export const searchQuerySchema = z.object({
  q: z.preprocess(value => parameterText(value).slice(0, limits.maxSearchLength), z.string()),
  limit: limitParameter(limits.searchResults),
  offset: offsetParameter,
  filter: z.preprocess(readFilters, z.partialRecord(z.enum(searchFilterFields), z.array(z.string()))).meta({
    wire: { type: 'array', items: { type: 'string', pattern: filterPattern.source }, maxItems: maxFilters },
  }),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** How many of each type were found, before anything is counted. */
export function noneOfEachType(): Record<SearchType, number> {
  return ofEachType(() => 0)
}

/** An answer that found nothing, for queries too short to search. */
export function emptySearchAnswer(query: string): SearchAnswer {
  return {
    query,
    hits: [],
    total: 0,
    groups: noneOfEachType(),
    recognised: [],
    resultLinks: [],
  }
}

/** A query that found nothing: its folded text alone, how often and when last. Never a person. */
export const searchMissSchema = z.object({ query: z.string(), count: z.int(), lastAt: z.string() })
export type SearchMiss = z.infer<typeof searchMissSchema>

export const searchMissQuerySchema = z.object({ limit: limitParameter(limits.searchMisses) })
