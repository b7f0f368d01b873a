import { z } from 'zod'

/** Those of a record's links elsewhere that do not answer any more; absent where there is none. Source: S19.2. */
export const deadLinksShape = { deadLinks: z.array(z.string()).optional() }

/** What a record has elsewhere. */
export interface LinksElsewhere {
  googleDriveLink: string | null
  telegramLink: string | null
  deadLinks?: readonly string[] | undefined
}
