/* Of an array with one dimension: count of dimensions, whether it holds nulls, type, length, lower bound. */
const headBytes = 20
/* Each number follows its own length. */
const numberBytes = 8

/**
 * Reads the numbers of an `int[]` from its binary form, which costs a fraction of what its text does.
 * Source: `array_send` of PostgreSQL, in base64. Shape: empty for null.
 */
export function unpackKeys(sent: string | null): Int32Array {
  const bytes = Buffer.from(sent ?? '', 'base64')
  const keys = new Int32Array(Math.max(0, Math.floor((bytes.length - headBytes) / numberBytes)))
  for (let index = 0; index < keys.length; index += 1)
    keys[index] = bytes.readInt32BE(headBytes + index * numberBytes + 4)
  return keys
}
