/** What a field of a form holds. */
export type Value = string | string[]

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/** Whether two fields hold the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * What of `offered` goes into a form: where a field is empty, or still holds what was proposed before (`proposed`);
 * what somebody typed stays.
 */
export function fillingOf(
  now: Readonly<Record<string, unknown>>,
  proposed: Readonly<Record<string, Value>>,
  offered: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const isOpen = (name: string) =>
    name in now && (isEmpty(now[name]) || (name in proposed && isSame(now[name], proposed[name])))
  return Object.fromEntries(
    Object.entries(offered).filter(([name, value]) => !isEmpty(value) && isOpen(name)),
  )
}
