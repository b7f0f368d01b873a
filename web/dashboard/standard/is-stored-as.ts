import { isSameValue } from './field-text.ts'

/**
 * True when what was sent is what is stored, in every field at every depth. An `id` that was not sent is the
 * server's to give: it makes no difference.
 */
export function isStoredAs(sent: unknown, stored: unknown): boolean {
  if (!isObject(sent) || !isObject(stored)) return isSameValue(sent, stored)
  const fields = new Set([sent, stored].flatMap(value => Object.keys(value)))
  if (sent.id === undefined) fields.delete('id')
  return [...fields].every(field => isStoredAs(sent[field], stored[field]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
