/* The limits of what staff keep beside records. Loaded by `limits.ts` alone. */

/* Forms that are kept on the server before they can be saved. Source: S5.6. */
/** Of one person, all forms together. */
export const formDraftsOfPerson = 50
/** What one of them holds, as JSON: the longest text twice, with all that stands beside it. Units: bytes of UTF-8. */
export const maxFormDraftBytes = 768 * 1024
export const maxFormNameLength = 300
/** How long one stays after it was last kept. */
export const formDraftDays = 90
