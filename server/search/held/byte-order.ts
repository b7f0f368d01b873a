const firstSurrogate = 0xd800

/** The order of two words by their bytes in UTF-8, as PostgreSQL keeps the words of a record. */
export function byBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i += 1) {
    const a = left.charCodeAt(i)
    const b = right.charCodeAt(i)
    if (a === b) continue
    // Letters in two halves come after all others there, and before some of them here.
    return a >= firstSurrogate && b >= firstSurrogate
      ? Buffer.compare(Buffer.from(left), Buffer.from(right))
      : a - b
  }
  return left.length - right.length
}
