import { z } from 'zod'

/** A table of a sheet's page. Shape: every row, and `head` where there is one, has a text for each column; '' is an empty cell. */
const tableSchema = z.object({
  head: z.array(z.string()).nullable(),
  rows: z.array(z.array(z.string())),
})

/** What a page of a sheet says; null where it has no text that its picture bears out. */
export const sheetTextSchema = z
  .object({ before: z.array(z.string()), tables: z.array(tableSchema), after: z.array(z.string()) })
  .nullable()
export type SheetText = z.infer<typeof sheetTextSchema>
