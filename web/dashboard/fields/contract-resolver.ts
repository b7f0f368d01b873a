import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'
import { fieldMessages } from '#contract/fields.ts'

/** Checks a form's values with a schema of the contract: one sentence per field, the first that applies. */
export function contractResolver<Values extends FieldValues, Output>(
  schema: ZodType<Output>,
): Resolver<Values, unknown, Output> {
  return (values, _context, options) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const flat: Record<string, FieldError> = {}
    for (const [path, message] of Object.entries(fieldMessages(result.error)))
      flat[path] = { type: 'contract', message }
    return { values: {}, errors: toNestErrors<Values>(flat, options) }
  }
}
