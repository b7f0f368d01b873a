import { limits } from '#contract/limits.ts'
import type { ChangeTag, Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countRows, rowsCounted, type CountedTable } from '#server/base/row-counts.ts'
import type { TotalOf } from '#server/base/paging.ts'
import type { StateFilter } from './visibility.ts'

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

/** What a list is asked for. */
export type ListQuery = object & Partial<Record<(typeof uncounted)[number], string | undefined>>

/**
 * What counts are not remembered for: what is typed, which is too many things; what a record lacks, which other writes
 * than those of its kind change; and a state, which only staff choose.
 */
export const uncounted = ['search', 'teacher', 'school', 'missing', 'state'] as const

/** What of a query chooses the place and the order, and so not how many there are. */
const placing = new Set(['limit', 'offset', 'sort', 'direction', 'sortBy'])

interface KeptTotal {
  counting: Promise<number>
  untilMs: number
}

/**
 * The totals of a kind's public lists, one for each filter, remembered for `listTotalFreshMs` at most and counted again
 * after a change of what they count, of which another process hears a moment later. When there are too many filters all
 * are forgotten.
 *
 * The total of everything that is public, and those of staff's lists that nothing but a state is chosen of, are those that
 * the database keeps.
 *
 * Shape: undefined where nothing is remembered or kept: for other lists of staff, and for what `uncounted` names.
 */
export function keptTotals(
  db: Queryable,
  changes: Pick<Changes, 'onChange'>,
  tag: ChangeTag & CountedTable,
): (query: ListQuery, state: StateFilter) => TotalOf | undefined {
  const kept = new Map<string, KeptTotal>()
  let changed = 0
  changes.onChange(tags => {
    if (!tags.includes(tag)) return
    changed += 1
    kept.clear()
  })
  const known = (key: string) => {
    const total = kept.get(key)
    return total && performance.now() < total.untilMs ? total.counting : undefined
  }
  const remember = (key: string, counting: Promise<number>) => {
    const total = { counting, untilMs: performance.now() + limits.listTotalFreshMs }
    if (kept.size >= limits.listTotalsKept) kept.clear()
    kept.set(key, total)
    counting.catch(() => {
      if (kept.get(key) === total) kept.delete(key)
    })
    return counting
  }
  /** The total that the database keeps of a part, or of all; remembered under a key where one is given. */
  const ofPart = (part: string | undefined, key?: string): TotalOf => {
    const recall = () => (key === undefined ? undefined : known(key))
    const take = (counting: Promise<number>) => (key === undefined ? counting : remember(key, counting))
    const beside = () => {
      if (recall()) return undefined
      const seen = changed
      const keep = (total: number) => void (seen === changed && take(Promise.resolve(total)))
      return { expression: rowsCounted(tag, part), keep }
    }
    const kept = () => countRows(db, tag, part)
    return Object.assign(() => recall() ?? take(kept()), { kept, beside })
  }
  return (query, state) => {
    const chosen = Object.entries(query).filter(([name, value]) => value !== undefined && !placing.has(name))
    const isOfStaff = state !== 'published' || query.state !== undefined
    if (isOfStaff && chosen.every(([name]) => name === 'state'))
      return ofPart(state === 'any' ? undefined : state)
    if (isOfStaff || uncounted.some(name => query[name] !== undefined)) return undefined
    const key = JSON.stringify(chosen)
    if (chosen.length === 0) return ofPart('published', key)
    return count => known(key) ?? remember(key, count())
  }
}
