const perValue = 8
const perObject = 24

/** About what a value of plain objects, arrays and texts holds in memory. Units: bytes. */
export function weightInMemory(value: unknown): number {
  /* Letters of two bytes. */
  if (typeof value === 'string') return perObject + 2 * value.length
  if (typeof value !== 'object' || value === null) return perValue
  let sum = perObject
  for (const each of Array.isArray(value) ? value : Object.values(value))
    sum += perValue + weightInMemory(each)
  return sum
}
