import { z } from 'zod'

/** The answer to `POST /api/staff/previews`: the page as visitors would get it. Shape: a whole document. */
export const previewSchema = z.object({ html: z.string() })
