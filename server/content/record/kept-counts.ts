import type { ChangeTag, Changes } from '#server/base/changes.ts'

/**
 * Counts that are asked for again only after a change of what they count.
 *
 * Shape: one load for all who ask at the same time; one that failed, or that a change overtook, is not kept.
 */
export function keptCounts<Count>(
  changes: Pick<Changes, 'onChange'>,
  tag: ChangeTag,
  load: () => Promise<readonly Count[]>,
): () => Promise<readonly Count[]> {
  let kept: Promise<readonly Count[]> | undefined
  changes.onChange(tags => {
    if (tags.includes(tag)) kept = undefined
  })
  return () => {
    if (kept) return kept
    const loading = load()
    kept = loading
    loading.catch(() => {
      if (kept === loading) kept = undefined
    })
    return loading
  }
}
