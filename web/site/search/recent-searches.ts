import { examNumberIn } from '#contract/exam-number.ts'
import { limits } from '#contract/limits.ts'

/** How a query is told from another: by its letters, or as typed as long as the table of letters is not there. */
let likeness = (query: string) => query

/* Whoever searches for the first time has no use for the table. */
function loadLikeness(): void {
  import('#contract/arabic/fold.ts').then(
    ({ fold }) => void (likeness = fold),
    () => {},
  )
}

const storageKey = 'rafid.recent-searches'

/** What was searched on this device, newest first; nothing where the browser keeps nothing. */
export function readRecentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(kept)) return []
    if (kept.length > 0) loadLikeness()
    return kept.filter((text): text is string => typeof text === 'string').slice(0, limits.recentSearches)
  } catch {
    return []
  }
}

function keep(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(searches.slice(0, limits.recentSearches)))
  } catch {
    /* A browser that keeps nothing loses only this convenience. */
  }
}

/** Keeps a query that was really used, but never an exam number; one that folds to the same gives way to it. */
export function rememberSearch(query: string): void {
  const text = query.trim()
  if (text.length < limits.minSearchLength || examNumberIn(text)) return
  keep([text, ...without(text)])
}

/** Forgets one query. */
export function forgetSearch(query: string): void {
  keep(without(query))
}

/** Forgets every query. */
export function forgetSearches(): void {
  keep([])
}

function without(query: string): string[] {
  const own = likeness(query)
  return readRecentSearches().filter(other => likeness(other) !== own)
}
