/**
 * A function of a text with a memory of what it gave: of few titles and names most answers are made.
 *
 * Shape: forgets everything once it knows `most` texts, so that it stays small. The callers share what is given and
 * must not change it.
 */
export function remembering<Value>(most: number, make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const value = make(text)
    known.set(text, value)
    return value
  }
}
