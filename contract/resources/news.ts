import { z } from 'zod'
import { newsCategoryCodes } from '../codes/news-categories.ts'
import { newsCategorySchema } from '../codes/schemas.ts'
import {
  codeFilter,
  keywordsField,
  publicationField,
  limitParameter,
  offsetParameter,
  requiredAddress,
  requiredText,
  textFilter,
  versionField,
} from '../fields.ts'
import { named } from '../field-names.ts'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'
import { damagedFilesShape, fileFactsSchema } from './file.ts'
import { formattedTextSchema, isPlain, keptTextSchema, plainTextOf } from './formatted-text.ts'
import type { FormattedText } from './formatted-text.ts'
import { listOrderShape } from './list-sort.ts'
import { missingImageFilter } from './missing-filter.ts'
import { publicationInputShape, publicationShape, stateFilterShape } from './publication.ts'
import { unsavedSchema } from './warning.ts'

/** What people call the fields of a news item, in the order of its form. */
export const newsFields = {
  title: 'العنوان',
  type: 'النوع',
  createdAt: 'تاريخ النشر',
  bio: 'النبذة',
  content: 'المحتوى',
  keywords: 'الكلمات المفتاحية',
  image: 'الصورة',
} as const satisfies FieldNames

const formatFault = 'تنسيق المحتوى غير مقبول'

/** A news item as it leaves the server. Source: A6.5. */
export const newsItemSchema = z.object({
  id: z.string(),
  ...named(newsFields, {
    title: z.string(),
    bio: z.string(),
    content: z.string(),
    type: z.enum(newsCategoryCodes),
    image: z.string(),
    keywords: z.array(z.string()),
  }),
  /** The content with its headings, lists, links and pictures, where it has some; `content` has its words alone. */
  formatted: keptTextSchema.nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  imageFile: fileFactsSchema.nullable(),
})
export type NewsItem = z.infer<typeof newsItemSchema>

/** The same as staff see it. Source: S5.5. */
export const staffNewsItemSchema = newsItemSchema.extend({ ...publicationShape, ...damagedFilesShape })
export type StaffNewsItem = z.infer<typeof staffNewsItemSchema>

const writtenContent = z
  .string({ error: 'المحتوى مطلوب' })
  .transform(text => text.replace(/\r\n?/g, '\n'))
  .pipe(requiredText(newsFields.content, limits.maxContentLength))

/** What speaks against a plain text, as a sentence. */
const faultOfWords = ([first]: readonly z.core.$ZodIssue[] = []) => first?.message ?? 'المحتوى مطلوب'

/** What speaks against a formatted text, as a sentence for its whole field. */
function faultOfText(issues: readonly z.core.$ZodIssue[] = []): string {
  const [first] = issues
  return first && (first.code === 'custom' || first.code === 'too_big') ? first.message : formatFault
}

/** A content as it is kept: one without headings, lists, links and pictures is its words. */
function keptContent(content: FormattedText, context: z.RefinementCtx): string | FormattedText {
  const { success, data, error } = writtenContent.safeParse(plainTextOf(content))
  if (success) return isPlain(content) ? data : content
  context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? formatFault })
  return z.NEVER
}

/** What staff send to create or replace a news item; CRLF becomes LF. Source: S4.1, S4.8, S4.11. */
export const newsInputSchema = z.object({
  ...named(newsFields, {
    title: requiredText(newsFields.title, limits.maxTitleLength),
    bio: requiredText(newsFields.bio, limits.maxBioLength),
    content: z.union([writtenContent, formattedTextSchema.transform(keptContent)], {
      error: ({ input, errors }) =>
        typeof input === 'object' && input ? faultOfText(errors?.[1]) : faultOfWords(errors?.[0]),
    }),
    type: newsCategorySchema,
    image: requiredAddress('الرجاء رفع صورة الخبر'),
    keywords: keywordsField,
    createdAt: publicationField,
  }),
  ...publicationInputShape,
  version: versionField,
})
export type NewsInput = z.infer<typeof newsInputSchema>

/** What staff can give many news items at once. Source: S14.1. */
export const newsChangesSchema = newsInputSchema.pick({ type: true }).partial()

/** What staff ask warnings for. Source: S5.4. */
export const unsavedNewsSchema = unsavedSchema(newsInputSchema)

/** The query of `GET /api/news`; `sortBy` is the direction by date. Source: A3.1. */
export const newsListQuerySchema = z.object({
  limit: limitParameter(limits.newsPerPage),
  offset: offsetParameter,
  type: codeFilter(newsCategorySchema),
  sortBy: codeFilter(z.enum(['desc', 'asc'], { error: 'اتجاه الترتيب غير صالح' })),
  search: textFilter,
  missing: missingImageFilter,
})
export type NewsListQuery = z.infer<typeof newsListQuerySchema>

/** The query of the staff's list: the same, one state, and an order. */
export const staffNewsListQuerySchema = newsListQuerySchema.extend({
  ...stateFilterShape,
  ...listOrderShape('news'),
})
export type StaffNewsListQuery = z.infer<typeof staffNewsListQuerySchema>
