import { z } from 'zod'
import { byName, kinds, kindsLacking, kindsWithPage, type Kind } from '../kinds.ts'
import { deadLinkCausesSchema } from './dead-links.ts'

function countsOf<Of extends Kind>(of: readonly Of[]) {
  return z.object(
    byName(
      of,
      (kind: Of): (typeof kinds)[Of]['figure'] => kinds[kind].figure,
      () => z.int(),
    ),
  )
}

/** The counts of the overview: `booksCount` and so on. Source: A1.5. */
export const dashboardStatsSchema = z.object(
  byName(
    kindsWithPage,
    kind => `${kinds[kind].figure}Count` as const,
    () => z.int(),
  ),
)
export type DashboardStats = z.infer<typeof dashboardStatsSchema>

/** What staff should look at: counts, 0 where all is well. Each is the total of one filtered list. */
export const attentionSchema = z.object({
  unfinishedUploads: z.int(),
  failedUploads: z.int(),
  failedJobs: z.int(),
  unreadMessages: z.int(),
  withoutFile: countsOf(kindsLacking('file')),
  withoutImage: countsOf(kindsLacking('image')),
  /** With a file or picture that is damaged on the server. */
  damaged: countsOf(kindsLacking('damaged')),
  /** With a link to a copy elsewhere that does not answer any more. */
  deadMirrors: countsOf(kindsLacking('mirror')),
  /** Why those links do not answer. */
  deadLinkCauses: deadLinkCausesSchema,
})
export type Attention = z.infer<typeof attentionSchema>
