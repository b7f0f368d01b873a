const strayInLatin = /^([a-z0-9']*)[\u0621-\u064a]([a-z0-9']*)$/iu
const latinLetters = 'aeiouylrnmtshbdkfqjzgwcpxv735296'

/**
 * A word in Latin letters without the one Arabic letter that slipped into it: `malطzama`, `sقades`.
 *
 * Shape: the text as it was typed where no single letter is astray; the letter is dropped, or taken for another where
 * only that makes a word that is known; `tests` say which are, the surest first.
 */
export function withoutStrayLetter(text: string, tests: readonly ((word: string) => boolean)[]): string {
  const stray = strayInLatin.exec(text)
  if (!stray) return text
  const [, before = '', after = ''] = stray
  if (before.length + after.length < 3 || !/[a-z]{2}/iu.test(before + after)) return text
  const dropped = before + after
  const replaced = [...latinLetters].map(letter => before + letter + after)
  for (const isKnown of tests) {
    const known = [dropped, ...replaced].find(isKnown)
    if (known !== undefined) return known
  }
  return dropped
}
