/** The rounds (`try`) of an exam or result; 4 is the preliminary round. Source: A5.4. */
export const rounds = [1, 2, 3, 4] as const
export type Round = (typeof rounds)[number]

/** The round of an exam whose record does not state it. Source: A5.4. */
export const roundNotStated = 0

const ordinalWords: Record<Round, string> = { 1: 'الأول', 2: 'الثاني', 3: 'الثالث', 4: 'التمهيدي' }

/** «الدور» with its ordinal word; another number keeps its digit; 0 is empty. Source: R2.1. */
export function roundLabel(round: number, digits: (value: number) => string = String): string {
  if (round === roundNotStated) return ''
  return `الدور ${isRound(round) ? ordinalWords[round] : digits(round)}`
}

export function isRound(value: number): value is Round {
  return (rounds as readonly number[]).includes(value)
}
