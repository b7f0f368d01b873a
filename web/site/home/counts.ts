import type { Kind } from '#contract/kinds.ts'

/** How much of a kind is public; of kinds that are not counted, nothing. */
export type Counts = { [Name in Kind]?: number }
