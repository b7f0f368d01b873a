import { logFailure } from '../parts/log-failure.ts'

/** What was typed into a form and not saved yet, kept in this browser across reloads and session ends. */
export interface Draft<Values> {
  values: Values
  /** The record's version that the typing began from; absent for a new record. */
  version?: number | undefined
  /** What makes all tries to save this draft one; absent when a record is edited. */
  key?: string
  /** The record's values at that version: what differs from them was typed. */
  base?: Values
  savedAt: string
}

const prefix = 'rafid.draft.'

/** The draft of a form, or undefined; an unreadable one counts as none. */
export function findDraft<Values>(key: string): Draft<Values> | undefined {
  try {
    const text = localStorage.getItem(prefix + key)
    return text ? (JSON.parse(text) as Draft<Values>) : undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft. A browser without room or permission keeps none, and the form goes on. */
export function keepDraft<Values>(key: string, draft: Omit<Draft<Values>, 'savedAt'>): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }))
  } catch (error) {
    logFailure('The draft could not be kept', error)
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // A browser that forbids storage kept no draft either.
  }
}
