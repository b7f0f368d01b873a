import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret that nobody can guess. Shape: 32 random bytes as 43 letters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: who reads the table cannot use it. Shape: SHA-256 in hexadecimal. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The CSRF token of whoever holds this cookie token; it lives and dies with it and does not give it away. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('rafid csrf').digest('base64url')
}

/** Compares two secrets in a time that does not tell where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const left = createHash('sha256').update(given).digest()
  const right = createHash('sha256').update(expected).digest()
  return timingSafeEqual(left, right)
}

/** True when a cookie's value can be a token of ours, so that nothing else reaches the database. */
export function isTokenShaped(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{43}$/.test(value)
}
