/* Marks, embeddings, overrides and isolates: an unclosed one turns the text of its reader around. */
const directionControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const firstStrong = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const rightToLeftMark = '\u200F'

/** A text on one line, without the characters that direct the text around it. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(directionControls, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A title that reads from right to left wherever it is shown, even when it begins with Latin letters. */
export function rightToLeftTitle(text: string): string {
  const line = plainLine(text)
  const first = firstStrong.exec(line)?.[0]
  return first !== undefined && !rightToLeft.test(first) ? rightToLeftMark + line : line
}
