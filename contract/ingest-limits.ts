/* Files that become records together: numbers of `limit-numbers.ts` with a file of their own. */
import { megabyte, second } from './units.ts'

export const maxIngestFiles = 500
export const maxIngestPathLength = 1000
/** A picture is named before it is made smaller, and is no larger than what any file may be. */
export const maxIngestFileBytes = 250 * megabyte
/** A table of metadata that is dropped with the files; its content where it is a workbook. */
export const maxTableBytes = 2 * megabyte
export const maxTableUnpackedBytes = 32 * megabyte
export const maxTableRows = 2000
/** Of how many files of an archive that an import does not take it is said which and why; the others are counted. */
export const ingestRefusedKept = 200
/** Lines of a first page that are looked at for what its file's name leaves open. */
export const proposalLines = 25
/** How long first pages are read until it is looked what else has to be done. */
export const proposalSliceMs = 5 * second
/** How long first pages wait for their next turn while uploads are looked into. */
export const proposalAgainMs = 5 * second
/** How long an import waits that nobody touches. */
export const ingestKeptDays = 30

/** The check of many rows compares pictures no longer than this, for all of them together. */
export const ingestLikenessWaitMs = 6 * second
