/** Chance that is the same in every run. */
export interface Chance {
  /** A whole number from 0, below a bound. */
  below(bound: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Chance that begins at a text: the same text, the same course. */
export function chanceOf(text: string): Chance {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
  return { below, pick: items => items[below(items.length)] ?? items[0] }
}
