const algorithm = 'sha-256'

/** The value of a `Repr-Digest` header. `sha256` is hexadecimal. Source: RFC 9530, 3. */
export function formatDigest(sha256: string): string {
  const bytes = (sha256.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))
  return `${algorithm}=:${btoa(String.fromCharCode(...bytes))}:`
}

/** The SHA-256 of a `Repr-Digest` header, hexadecimal; undefined where it names none. Source: RFC 9530, 3. */
export function sha256OfDigest(header: string | null): string | undefined {
  const found = new RegExp(`(?:^|[ ,])${algorithm}=:([A-Za-z0-9+/]{43}=):`).exec(header ?? '')?.[1]
  if (found === undefined) return undefined
  return [...atob(found)].map(letter => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
