import { logFailure } from '../parts/log-failure.ts'

/** What was typed into a form and not saved yet, kept in this browser across reloads and session ends. */
export interface Draft<Values> {
  values: Values
  /** What lists of drafts call it; empty while nothing tells it apart. */
  title: string
  /** The record's version that the typing began from; absent for a new record. */
  version?: number | undefined
  /** What makes all tries to save this draft one; absent when a record is edited. */
  key?: string
  /** The record's values at that version: what differs from them was typed. */
  base?: Values
  /** The same draft on the server, at the version that is known here; 0 while no answer has told of it. */
  server?: KeptOnServer | undefined
  /** The files that were on their way into its fields when it was kept. */
  sending?: readonly FileMark[] | undefined
  savedAt: string
}

/** What is known of a file that is on its way, once nobody sends it any more. Units: bytes. */
export interface FileMark {
  /** The name of its field. */
  field: string
  name: string
  size: number
}

export interface KeptOnServer {
  id: string
  version: number
}

/** A draft as lists show it. */
export interface ListedDraft {
  name: string
  title: string
  server?: KeptOnServer | undefined
  sending?: readonly FileMark[] | undefined
  savedAt: string
}

const prefix = 'rafid.draft.'

/** Where a tab notes its draft: what is noted there outlives a reload, and no other tab reads it. */
const tabKey = 'rafid.draft-of-tab'

/** What the browser refused to keep lives as long as the window. */
const inMemory = new Map<string, Draft<unknown>>()
const listeners = new Set<() => void>()

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** A name for another draft of a form; the form's own name is that of its first draft. */
export function newDraftName(form: string): string {
  return `${form}/${randomWord()}`
}

/** 128 random bits as letters and digits. */
export function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** A draft by its name, or undefined; an unreadable one counts as none. */
export function findDraft<Values>(name: string): Draft<Values> | undefined {
  const remembered = inMemory.get(name)
  if (remembered) return remembered as Draft<Values>
  try {
    const text = localStorage.getItem(prefix + name)
    return text ? (JSON.parse(text) as Draft<Values>) : undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft; false when the browser has no room or gives no permission, and only this window knows it. */
export function keepDraft<Values>(name: string, draft: Omit<Draft<Values>, 'savedAt'>): boolean {
  const kept = { ...draft, savedAt: new Date().toISOString() }
  try {
    localStorage.setItem(prefix + name, JSON.stringify(kept))
    inMemory.delete(name)
    return true
  } catch (error) {
    logFailure('The draft could not be kept', error)
    inMemory.set(name, kept)
    return false
  } finally {
    tellListeners()
  }
}

export function dropDraft(name: string): void {
  inMemory.delete(name)
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    // A browser that forbids storage kept no draft either.
  }
  tellListeners()
}

/** Puts a dropped draft back as it was. */
export function restoreDraft(name: string, draft: Draft<unknown>): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    inMemory.set(name, draft)
  }
  tellListeners()
}

/** Notes the draft that this tab shows: after a reload it opens that one before all others. */
export function noteDraftOfTab(name: string): void {
  try {
    sessionStorage.setItem(tabKey, name)
  } catch {
    // The tab then opens the draft that was typed last.
  }
}

/** The draft that this tab showed last, also before a reload. */
export function draftOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(tabKey) ?? undefined
  } catch {
    return undefined
  }
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage).flatMap(key => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
  } catch {
    return []
  }
}

/** The drafts of a form, the last typed first. */
export function listDrafts(form: string): ListedDraft[] {
  const names = new Set([...storedNames(), ...inMemory.keys()])
  const found: ListedDraft[] = []
  for (const name of names) {
    if (name !== form && !name.startsWith(`${form}/`)) continue
    const draft = findDraft<unknown>(name)
    if (!draft) continue
    const { title, server, sending, savedAt } = draft
    found.push({ name, title, server, sending, savedAt })
  }
  return found.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt))
}

/** Calls back whenever drafts change, in this tab or another one. Returns the way to stop. */
export function onDraftsChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
