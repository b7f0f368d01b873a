type Compare<Value> = (left: Value, right: Value) => number

const fewest = 7
const many = 40

/**
 * Sorts in place as PostgreSQL does, which puts equal values in an order of its own.
 * Source: `sort_template.h` of PostgreSQL.
 */
export function sortAsPostgres<Value>(
  values: Value[],
  compare: Compare<Value>,
  from = 0,
  size = values.length,
): void {
  const end = from + size
  const at = (place: number) => values[place] as Value
  const order = (left: number, right: number) => compare(at(left), at(right))
  const swap = (left: number, right: number) => {
    const value = at(left)
    values[left] = at(right)
    values[right] = value
  }
  const swapAll = (left: number, right: number, count: number) => {
    for (let i = 0; i < count; i += 1) swap(left + i, right + i)
  }
  const median = (a: number, b: number, c: number) =>
    order(a, b) < 0
      ? order(b, c) < 0
        ? b
        : order(a, c) < 0
          ? c
          : a
      : order(b, c) > 0
        ? b
        : order(a, c) < 0
          ? a
          : c

  if (size < fewest) {
    for (let next = from + 1; next < end; next += 1)
      for (let place = next; place > from && order(place - 1, place) > 0; place -= 1) swap(place, place - 1)
    return
  }
  let sorted = from + 1
  while (sorted < end && order(sorted - 1, sorted) <= 0) sorted += 1
  if (sorted === end) return

  let middle = from + Math.floor(size / 2)
  if (size > fewest) {
    let [first, last] = [from, end - 1]
    if (size > many) {
      const step = Math.floor(size / 8)
      first = median(first, first + step, first + 2 * step)
      middle = median(middle - step, middle, middle + step)
      last = median(last - 2 * step, last - step, last)
    }
    middle = median(first, middle, last)
  }
  swap(from, middle)
  let [equalLeft, left, right, equalRight] = [from + 1, from + 1, end - 1, end - 1]
  for (;;) {
    for (; left <= right && order(left, from) <= 0; left += 1) {
      if (order(left, from) < 0) continue
      swap(equalLeft, left)
      equalLeft += 1
    }
    for (; left <= right && order(right, from) >= 0; right -= 1) {
      if (order(right, from) > 0) continue
      swap(right, equalRight)
      equalRight -= 1
    }
    if (left > right) break
    swap(left, right)
    left += 1
    right -= 1
  }
  const equalBefore = Math.min(equalLeft - from, left - equalLeft)
  swapAll(from, left - equalBefore, equalBefore)
  const equalAfter = Math.min(equalRight - right, end - equalRight - 1)
  swapAll(left, end - equalAfter, equalAfter)
  sortAsPostgres(values, compare, from, left - equalLeft)
  sortAsPostgres(values, compare, end - (equalRight - right), equalRight - right)
}
