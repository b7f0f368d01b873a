import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import type { PageText } from '#server/reading/page-text.ts'

/** A page that was read. */
export interface KeptText extends PageText {
  /** From 1. */
  page: number
  /** Whether it is read well enough to be searched. */
  isSearched: boolean
}

/** How far the reading of a file is. */
export interface TextProgress {
  /** As the file says; null until it was opened. */
  pageCount: number | null
  /** Pages that are searched. */
  searched: number
  /** Pages that were read, and not well enough. */
  unsure: number[]
  isEnded: boolean
  /** What was not read and why, in Arabic. */
  failure: string | null
}

/** What stands on the pages of files. Whose files they are, and who may see them, is not known here. */
export interface PageTexts {
  /** Page from 1; undefined while it is not read. */
  of(sha256: string, page: number): Promise<KeptText | undefined>
  /**
   * All pages of files as far as they are known, in their order; undefined for a page that is not read well enough.
   * `fromPictures` has the numbers, from 1, of the pages that were read from pictures.
   * Files of which nothing is known are left out.
   */
  listTexts(
    sha256s: readonly string[],
  ): Promise<
    Map<string, { isEnded: boolean; pages: (string | undefined)[]; fromPictures: ReadonlySet<number> }>
  >
  /** Whether any page of a file is searched. */
  isSearched(sha256: string): Promise<boolean>
  /** How far files are; those of which nothing is known are left out. */
  progressOf(sha256s: readonly string[]): Promise<Map<string, TextProgress>>
  /** Reads what is left of a file, as the work of a job. Errors: what is wrong with the store or the database. */
  read(sha256: string, source: PageText['source'], steps: JobSteps): Promise<LastWrite | void>
  /**
   * The text that the first page of a PDF has itself, '' for none; nothing of it is kept. Errors: those of the store; the
   * reason of `patience`, where that is aborted before the page's turn has come.
   */
  firstPage(sha256: string, patience: AbortSignal): Promise<string>
  /** Wants everything read that was here before its reader was. Ends early when the signal is aborted. */
  adopt(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
