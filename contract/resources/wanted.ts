import { z } from 'zod'
import { requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { safeReturnPath } from '../paths.ts'

/** Where somebody goes back to who comes from nowhere that we know. */
const anywhere = '/'

/** What a student asks for who found nothing, and the page it was missing on. `website` is the honeypot. Source: P4.11. */
export const wantedSchema = z.object({
  wanted: requiredText('ما تطلبه', limits.maxSearchLength),
  from: z
    .string()
    .max(limits.maxLinkLength)
    .catch(anywhere)
    .transform(from => safeReturnPath(from, anywhere)),
  website: z.string().max(limits.maxLinkLength).optional(),
})
export type Wanted = z.infer<typeof wantedSchema>
