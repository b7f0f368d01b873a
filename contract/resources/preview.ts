import { z } from 'zod'
import { bookInputSchema } from './book.ts'
import { examInputSchema } from './exam.ts'
import { newsInputSchema } from './news.ts'
import { noteInputSchema } from './note.ts'

const previewOf = <Kind extends string, Input extends z.ZodType>(kind: Kind, input: Input) =>
  z.object({
    kind: z.literal(kind),
    /** The record that the form changes; absent for a new one. */
    id: z.string().max(100).optional(),
    input,
  })

/** The body of `POST /api/staff/previews`: what a form would save, of a kind whose records have pages. */
export const previewInputSchema = z.discriminatedUnion('kind', [
  previewOf('book', bookInputSchema),
  previewOf('note', noteInputSchema),
  previewOf('exam', examInputSchema),
  previewOf('news', newsInputSchema),
])
export type PreviewInput = z.infer<typeof previewInputSchema>

/** Its answer: the page as visitors would get it. Shape: a whole document. */
export const previewSchema = z.object({ html: z.string() })
