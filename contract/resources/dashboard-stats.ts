import { z } from 'zod'

/** The four counts of the overview. Source: staff.md §3. */
export const dashboardStatsSchema = z.object({
  newsCount: z.int(),
  malazimasCount: z.int(),
  booksCount: z.int(),
  ministerialsCount: z.int(),
})
export type DashboardStats = z.infer<typeof dashboardStatsSchema>
