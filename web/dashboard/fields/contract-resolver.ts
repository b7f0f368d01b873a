import { toNestErrors } from '@hookform/resolvers'
import { get } from 'react-hook-form'
import type { FieldError, FieldValues, Resolver, ResolverOptions } from 'react-hook-form'
import type { ZodType } from 'zod'
import { fieldMessages } from '#contract/fields.ts'

/* A day of which only a part is typed has no value: as '' it would be saved as none. */
function halfTyped<Values extends FieldValues>({ fields, names = [] }: ResolverOptions<Values>) {
  const isHalf = (name: string) => {
    const field: ResolverOptions<FieldValues>['fields'][string] = get(fields, name)
    return field?.ref instanceof HTMLInputElement && field.ref.validity.badInput
  }
  return names.filter(isHalf).map(name => [name, 'أكمل التاريخ أو امسحه'] as const)
}

/**
 * Checks a form's values with a schema of the contract: one sentence per field, the first that applies. `undecided`:
 * fields that cannot be saved whatever they hold, each with its sentence. A day that is typed by half is refused too.
 */
export function contractResolver<Values extends FieldValues, Output>(
  schema: ZodType<Output>,
  undecided: ReadonlyMap<string, string> = new Map(),
): Resolver<Values, unknown, Output> {
  return (values, _context, options) => {
    const result = schema.safeParse(values)
    const held = [...undecided, ...halfTyped(options)]
    if (result.success && held.length === 0) return { values: result.data, errors: {} }
    const flat: Record<string, FieldError> = {}
    const messages = result.success ? {} : fieldMessages(result.error)
    for (const [path, message] of [...Object.entries(messages), ...held])
      flat[path] = { type: 'contract', message }
    return { values: {}, errors: toNestErrors<Values>(flat, options) }
  }
}
