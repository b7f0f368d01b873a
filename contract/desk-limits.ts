/* The limits of what staff keep beside records. Loaded by `limits.ts` alone. */
import { minute, second } from './units.ts'

/* Forms that are kept on the server before they can be saved. Source: S5.6. */
/** Of one person, all forms together. */
export const formDraftsOfPerson = 50
/** What one of them holds, as JSON: the longest text twice, with all that stands beside it. Units: bytes of UTF-8. */
export const maxFormDraftBytes = 768 * 1024
export const maxFormNameLength = 300
/** How long one stays after it was last kept. */
export const formDraftDays = 90

/* Links to copies elsewhere. Source: S19.1. */
/** A run asks no further one after so long: other work has its turn then. */
export const mirrorRunMs = minute
/** Between two runs of a day, while there are links that were not asked on it. */
export const mirrorPauseMs = 3 * minute
export const mirrorsAskedAtOnce = 4
/** For one of them with all its redirects. */
export const mirrorWaitMs = 15 * second
export const mirrorRedirects = 5
/** Days of failures, one after the other, until a link counts as dead. */
export const mirrorDeadAfterDays = 3
/** From so many links on a host of which none answers is taken as out of reach, and not its links as dead. */
export const mirrorsOfSilentHost = 3
/** How often is looked whether a run has to be wanted. */
export const mirrorLookMs = 5 * minute

/* Warnings before a save. Source: S5.4. */
/** A check does not wait longer to know whether a picture is like another one; it answers without that. */
export const likenessWaitMs = 1.5 * second
