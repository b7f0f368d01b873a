import { z } from 'zod'
import { mirrorCauses } from '../codes/mirror-causes.ts'

/** Those of a record's links elsewhere that do not answer any more; absent where there is none. Source: S19.2. */
export const deadLinksShape = { deadLinks: z.array(z.string()).optional() }

/** What a record has elsewhere. */
export interface LinksElsewhere {
  googleDriveLink: string | null
  telegramLink: string | null
  deadLinks?: readonly string[] | undefined
}

/** A link that did not answer for days. Shape: no `cause` where the last answer asked to be left alone for a while. */
export const deadLinkFactsSchema = z.object({
  address: z.string(),
  /** The book's version that names it; null where the record does. */
  versionTitle: z.string().nullable(),
  cause: z.enum(mirrorCauses).nullable(),
  /** When it was asked last. */
  checkedAt: z.string(),
  deadSince: z.string(),
})
export type DeadLinkFacts = z.infer<typeof deadLinkFactsSchema>

/** What staff are told of a record's dead links, and of those of a book's versions; absent where there is none. */
export const deadLinkFactsShape = { deadLinkFacts: z.array(deadLinkFactsSchema).optional() }

/** The dead links of all records together. Shape: each cause with its links, the most frequent first. */
export const deadLinkCausesSchema = z.object({
  causes: z.array(z.object({ cause: z.enum(mirrorCauses).nullable(), links: z.int() })),
  /** When one of them was asked last; null where there is none. */
  checkedAt: z.string().nullable(),
})
export type DeadLinkCauses = z.infer<typeof deadLinkCausesSchema>
