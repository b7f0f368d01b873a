const run = crypto.randomUUID()
const marked = new RegExp(`mark-${run}-([a-z]+)-(\\w+);`, 'g')

type Kind = 'icon' | 'row' | 'frame'

/** What stands in a document where HTML that is drawn apart from it belongs; nobody can write it. */
export const markOf = (kind: Kind, name: string | number): string => `mark-${run}-${kind}-${name};`

/**
 * Puts everything in the places of its marks, in one pass: each copy of a long text in Arabic takes as long as packing it does by half.
 * What is put there is not looked at for marks.
 */
export function withoutMarks(html: string, drawn: Partial<Record<Kind, (name: string) => string>>): string {
  return html.replace(marked, (_, kind: Kind, name: string) => drawn[kind]?.(name) ?? '')
}
