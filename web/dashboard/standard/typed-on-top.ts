import { isSameValue } from './field-text.ts'

/** What a form holds after a save: as `saved`, but for the fields that were typed into since `sent` left. */
export function typedOnTop<Values extends object>(saved: Values, sent: Values, typed: Values): Values {
  const fields = Object.keys(typed) as (keyof Values)[]
  const since = fields.filter(field => !isSameValue(typed[field], sent[field]))
  return { ...typed, ...saved, ...Object.fromEntries(since.map(field => [field, typed[field]])) }
}
