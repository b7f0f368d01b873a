import type { FieldValues } from 'react-hook-form'
import { isSameValue } from './field-text.ts'

export type Side = 'mine' | 'theirs'

/** A record in three states: as the typing began from it, as it was typed, and as somebody else has saved it. */
export interface Sides<Values> {
  base: Values
  mine: Values
  theirs: Values
}

/** What was chosen field by field. */
export type Choices = Readonly<Record<string, Side>>

/** The fields about which there is something to choose. */
export function fieldsInConflict<Values extends FieldValues>({ mine, theirs }: Sides<Values>): string[] {
  return Object.keys(mine).filter(field => !isSameValue(mine[field], theirs[field]))
}

/** Whether I changed a field. What I left alone shows the record as I opened it. */
export function isTypedByMe<Values extends FieldValues>(
  { base, mine }: Sides<Values>,
  field: string,
): boolean {
  return !isSameValue(mine[field], base[field])
}

/** The side that a field takes: the chosen one; else mine where I changed it, and theirs where I left it alone. */
export function sideOf<Values extends FieldValues>(
  sides: Sides<Values>,
  choices: Choices,
  field: string,
): Side {
  return choices[field] ?? (isTypedByMe(sides, field) ? 'mine' : 'theirs')
}

/** The values to save: what I typed, with theirs in the fields that take their side. */
export function chosenValues<Values extends FieldValues>(sides: Sides<Values>, choices: Choices): Values {
  const theirs = fieldsInConflict(sides).filter(field => sideOf(sides, choices, field) === 'theirs')
  return { ...sides.mine, ...Object.fromEntries(theirs.map(field => [field, sides.theirs[field]])) }
}
