/* Files that become records together: numbers of `limit-numbers.ts` with a file of their own. */
export const maxIngestFiles = 500
export const maxIngestPathLength = 1000
/** How long an import waits that nobody touches. */
export const ingestKeptDays = 30
