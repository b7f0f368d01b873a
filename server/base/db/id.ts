import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLetters = 9
const randomLetters = 7

/**
 * A new record id, unique and sortable by the time it was made.
 * Shape: 16 letters of Crockford's base 32 in lower case, 9 for the milliseconds since 1970 and 7 at random.
 */
export function newId(nowMs: number = Date.now()): string {
  let time = ''
  let rest = nowMs
  for (let place = 0; place < timeLetters; place += 1) {
    time = alphabet.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let random = ''
  for (const byte of randomBytes(randomLetters)) random += alphabet.charAt(byte % 32)
  return time + random
}
