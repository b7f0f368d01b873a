/** Documents whose place and marks this device remembers. */
const maxKept = 100

type Kept = Record<string, unknown>

function read(name: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

/* The one that was read last stands last. */
function write(name: string, key: string, value: unknown): void {
  const { [key]: _, ...others } = read(name)
  const kept = Object.entries(others).slice(1 - maxKept)
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries([...kept, [key, value]])))
  } catch {
    /* A browser that keeps nothing begins at the first page. */
  }
}

/** The page that was read last; 1 for a document that was never opened. */
export function lastPage(key: string): number {
  const page = read('reading')[key]
  return typeof page === 'number' ? page : 1
}

/** Remembers where somebody reads. */
export function rememberPage(key: string, page: number): void {
  write('reading', key, page)
}

const paperName = 'light-paper'

/** Whether somebody wants the paper light in the dark, in this tab. */
export function isPaperLight(): boolean {
  try {
    return sessionStorage.getItem(paperName) !== null
  } catch {
    return false
  }
}

/** Remembers in this tab how somebody wants the paper: a search loads the reader anew. */
export function rememberPaper(isLight: boolean): void {
  try {
    if (isLight) sessionStorage.setItem(paperName, '')
    else sessionStorage.removeItem(paperName)
  } catch {
    /* A browser that keeps nothing begins with dark paper. */
  }
}

/** The pages that somebody has marked, in their order. */
export function markedPages(key: string): number[] {
  const pages = read('marks')[key]
  return Array.isArray(pages) ? pages.filter(page => typeof page === 'number') : []
}

/** Marks a page, or takes its mark away. */
export function toggleMark(key: string, page: number): void {
  const pages = markedPages(key)
  const next = pages.includes(page) ? pages.filter(each => each !== page) : [...pages, page]
  write(
    'marks',
    key,
    next.toSorted((a, b) => a - b),
  )
}
