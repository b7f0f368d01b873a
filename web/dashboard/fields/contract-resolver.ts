import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'
import { fieldMessages } from '#contract/fields.ts'

/**
 * Checks a form's values with a schema of the contract: one sentence per field, the first that applies. `undecided`:
 * fields that cannot be saved whatever they hold, each with its sentence.
 */
export function contractResolver<Values extends FieldValues, Output>(
  schema: ZodType<Output>,
  undecided: ReadonlyMap<string, string> = new Map(),
): Resolver<Values, unknown, Output> {
  return (values, _context, options) => {
    const result = schema.safeParse(values)
    if (result.success && undecided.size === 0) return { values: result.data, errors: {} }
    const flat: Record<string, FieldError> = {}
    const messages = result.success ? {} : fieldMessages(result.error)
    for (const [path, message] of [...Object.entries(messages), ...undecided])
      flat[path] = { type: 'contract', message }
    return { values: {}, errors: toNestErrors<Values>(flat, options) }
  }
}
