/** Two questions, by their keys. */
export type Pair = readonly [one: string, other: string]

interface Known {
  questions: readonly string[]
  /** Those that were found to ask the same. */
  pairs: readonly Pair[]
  /** What staff say of two, which counts for more. */
  joined: readonly Pair[]
  parted: readonly Pair[]
}

const nameOf = ([one, other]: Pair) => (one < other ? `${one} ${other}` : `${other} ${one}`)

/**
 * Which questions ask the same. Groups come together when at least half of the pairs between them were found alike, so
 * that no chain of small changes leads from one question to another. Shape: the name of each question's group.
 */
export function groupQuestions({ questions, pairs, joined, parted }: Known): Map<string, string> {
  const groups = new Map(questions.map(question => [question, [question]]))
  const isParted = new Set(parted.map(nameOf))
  const alike = [...pairs, ...joined].filter(pair => !isParted.has(nameOf(pair)))
  const isAlike = new Set(alike.map(nameOf))
  const isForced = new Set(joined.map(nameOf))

  function join(pair: Pair): boolean {
    const [one, other] = pair.map(question => groups.get(question))
    if (!one || !other || one === other) return false
    const between = one.flatMap(here => other.map(there => nameOf([here, there])))
    if (between.some(name => isParted.has(name))) return false
    const found = between.filter(name => isAlike.has(name)).length
    if (!isForced.has(nameOf(pair)) && found * 2 < between.length) return false
    const both = [...one, ...other]
    for (const question of both) groups.set(question, both)
    return true
  }

  const inOrder = [...joined, ...alike.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))]
  for (let hasChanged = true; hasChanged;) hasChanged = inOrder.filter(join).length > 0
  const named = [...groups].filter(([, group]) => group.length > 1)
  return new Map(named.map(([question, group]) => [question, group.toSorted()[0] ?? question]))
}
