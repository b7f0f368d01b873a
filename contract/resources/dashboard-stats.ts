import { z } from 'zod'

/** The four counts of the overview. Source: A1.5. */
export const dashboardStatsSchema = z.object({
  newsCount: z.int(),
  malazimasCount: z.int(),
  booksCount: z.int(),
  ministerialsCount: z.int(),
})
export type DashboardStats = z.infer<typeof dashboardStatsSchema>

/** What staff should look at: counts, 0 where all is well. Each is the total of one filtered list. */
export const attentionSchema = z.object({
  unfinishedUploads: z.int(),
  failedUploads: z.int(),
  unreadMessages: z.int(),
  withoutFile: z.object({
    books: z.int(),
    malazimas: z.int(),
    results: z.int(),
    ministerials: z.int(),
  }),
  withoutImage: z.object({ news: z.int(), books: z.int(), malazimas: z.int() }),
  /** With a file or picture that is damaged on the server. */
  damaged: z.object({
    books: z.int(),
    malazimas: z.int(),
    results: z.int(),
    ministerials: z.int(),
    news: z.int(),
  }),
})
export type Attention = z.infer<typeof attentionSchema>
