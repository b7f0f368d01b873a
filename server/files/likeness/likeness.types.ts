/** In how many of 256 bits the marks of copies differ at most; many others differ in no more, and are looked at. */
export const mostDifferentMarks = 92

/** Knows pictures again that were packed anew. */
export interface Likeness {
  /** What a picture looks like, to find those that may be alike; undefined where nothing can be said. Shape: 256 noughts and ones. */
  markOf(sha256: string): Promise<string | undefined>
  /** Finds out in the background what a picture that has arrived looks like. Units: pixels. */
  prepare(file: { id: string; width: number | null; height: number | null }): void
  /** Whether two stored pictures are copies of each other; false where that cannot be said now. */
  isAlike(one: string, other: string): Promise<boolean>
  /**
   * Asks what can be told without: until `patience` is aborted, or for `likenessWaitMs`. Whatever is late or fails is said in the
   * log alone; what has begun by then ends by itself, and sees in the signal that nobody waits.
   */
  within(patience: AbortSignal | undefined, ask: (isOver: AbortSignal) => Promise<void>): Promise<void>
  /** Looks from time to time for covers and exams' pictures without a mark, until the signal comes. */
  adopt(signal: AbortSignal): Promise<never>
  close(): Promise<void>
}
