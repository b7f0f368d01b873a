/** In how many of 256 bits the marks of copies differ at most; many others differ in no more, and are looked at. */
export const mostDifferentMarks = 92

/**
 * The number of the way in which first pages are drawn and marks are made: raise it where what took too long may be done
 * in time. What was given up is tried again then.
 */
export const makerVersion = 1

/** What takes too long so often is not looked at again. */
export const mostTries = 3

/** Knows pictures again that were packed anew; a PDF counts as the picture of its first page. */
export interface Likeness {
  /** What a picture looks like, to find those that may be alike; undefined where nothing can be said. Shape: 256 noughts and ones. */
  markOf(sha256: string): Promise<string | undefined>
  /** Finds out in the background what a picture that has arrived looks like. Units: pixels. */
  prepare(file: { id: string; width: number | null; height: number | null }): void
  /** Finds out the same of a PDF's first page: of one after the other, while this process lives. */
  preparePdf(sha256: string): void
  /** Whether two stored pictures are copies of each other; false where that cannot be said now. */
  isAlike(one: string, other: string): Promise<boolean>
  /**
   * Asks what can be told without: until `patience` is aborted, or for `likenessWaitMs`. Whatever is late or fails is said in the
   * log alone; what has begun by then ends by itself, and sees in the signal that nobody waits.
   */
  within(patience: AbortSignal | undefined, ask: (isOver: AbortSignal) => Promise<void>): Promise<void>
  /** Looks from time to time for covers, first pages and exams' pictures without a mark, until the signal comes. */
  adopt(signal: AbortSignal): Promise<never>
  close(): Promise<void>
}
