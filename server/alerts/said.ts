import { isStorableText } from '#contract/fields.ts'

/** So much of what the other side says is kept, in UTF-16 units. */
export const saidLength = 200

/** The beginning of what the other side says, without what the database does not take. */
export function beginningOf(text: string): string {
  return Array.from(text.slice(0, saidLength)).filter(isStorableText).join('').trim()
}
