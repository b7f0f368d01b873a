import { z } from 'zod'

/** What speaks against saving a record without forbidding it. */
export const warningCodes = ['duplicate', 'likeness', 'file_name', 'branch', 'year', 'doubt'] as const

/** A record of the same kind that a warning is about. */
const warnedRecordSchema = z.object({
  id: z.string(),
  /** In one phrase, for people. */
  name: z.string(),
  version: z.int(),
})

/** One thing to look at before a record is saved. Source: S5.4. */
export const warningSchema = z.object({
  code: z.enum(warningCodes),
  /** The field that it is about, when it is one. */
  field: z.string().nullable(),
  message: z.string(),
  record: warnedRecordSchema.nullable(),
})
export type Warning = z.infer<typeof warningSchema>

export const warningsAnswerSchema = z.object({ data: z.object({ warnings: z.array(warningSchema) }) })

/** What is known of a record that is about to be saved: fields that are not right yet count as absent. */
export type Unsaved<Input> = Partial<Input> & {
  /** The record that is being changed; absent for a new one. */
  id?: string | undefined
}

/** The body of a call that asks for warnings, from the schema of the record's input. */
export function unsavedSchema<Shape extends Record<string, z.ZodType>>(
  input: z.ZodObject<Shape>,
): z.ZodType<Unsaved<z.output<z.ZodObject<Shape>>>> {
  const fields = Object.entries<z.ZodType>(input.shape).map(([name, field]) => [
    name,
    field.optional().catch(undefined),
  ])
  const schema = z.object({
    ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
    id: z.string().max(100).optional(),
  })
  return schema as unknown as z.ZodType<Unsaved<z.output<z.ZodObject<Shape>>>>
}
