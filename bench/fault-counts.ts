/** What went wrong in a drill: each kind with how often, and with the first that was met. */
export interface FaultCounts {
  /** Counts one more of a kind. `example` says where it was met. */
  add(kind: string, example?: string): void
  /** Of all kinds. */
  total(): number
  /** A line for each kind, the most frequent first. */
  lines(): string[]
}

/** Opens an empty count. */
export function createFaultCounts(): FaultCounts {
  const kinds = new Map<string, { count: number; example: string }>()
  return {
    add(kind, example = '') {
      const { count, example: first } = kinds.get(kind) ?? { count: 0, example }
      kinds.set(kind, { count: count + 1, example: first })
    },
    total: () => Array.from(kinds.values()).reduce((sum, { count }) => sum + count, 0),
    lines: () =>
      Array.from(kinds)
        .toSorted(([, a], [, b]) => b.count - a.count)
        .map(([kind, { count, example }]) => `${count} × ${kind}${example && `, first: ${example}`}`),
  }
}
