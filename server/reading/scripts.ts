/** How a character takes part in the order of a line. */
export type Direction = 'rtl' | 'ltr' | 'digit' | 'neutral'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u
const letter = /\p{L}/u
const digit = /\p{Nd}/u

/** The direction of a text's first character that has one. */
export function directionOf(text: string): Direction {
  for (const character of text) {
    if (digit.test(character)) return 'digit'
    if (letter.test(character)) return rightToLeft.test(character) ? 'rtl' : 'ltr'
  }
  return 'neutral'
}

/** The digits of a text as 0 to 9, in its order; every other character falls out. */
export function plainDigits(text: string): string {
  let digits = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x30 && code <= 0x39) digits += character
    else if (code >= 0x0660 && code <= 0x0669) digits += String(code - 0x0660)
    else if (code >= 0x06f0 && code <= 0x06f9) digits += String(code - 0x06f0)
  }
  return digits
}
