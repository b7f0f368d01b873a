import type { z } from 'zod'
import { codeFilter, integerFilter, pageParameter, textFilter } from '#contract/fields.ts'

/** A parameter that must be one of the codes; anything else means "no filter", never an error. */
export function choiceParameter<Schema extends z.ZodType>(schema: Schema) {
  return codeFilter(schema).catch(undefined)
}

/** A whole-number parameter; anything else means "no filter". */
export const numberParameter = integerFilter('').catch(undefined)

/** A free-text parameter. */
export const textParameter = textFilter.catch(undefined)

export { hrefWith } from './href-with.ts'
export { pageParameter }

/** The values of an address's search part by name; of a repeated name the first. */
export function readSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) if (!(name in values)) values[name] = value
  return values
}
