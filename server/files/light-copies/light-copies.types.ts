import type { FileLightCopy } from '#contract/resources/file.ts'
import type { Changes } from '#server/base/changes.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'

/**
 * Why a PDF has no light copy: it would not save a third; the file is too large to be made lighter; it cannot be opened;
 * it is protected; its pages came out otherwise; it takes more time or memory than one file may.
 */
export type LightAbsence = 'not-lighter' | 'too-large' | 'damaged' | 'locked' | 'differs' | 'too-complex'

/** The light copy of a file. Units: bytes. */
export interface LightCopy {
  sha256: string
  size: number
}

/** Light copies of PDFs. Whose files they are, and who may see them, is not known here. */
export interface LightCopies {
  /** What staff are told of the light copy of a file; null where it needs none, or no record names it. Source: F7.3. */
  stateOf(sha256: string): Promise<FileLightCopy | null>
  /** Makes the light copy of a file, as the work of a job. Errors: what is wrong with the store or the database. */
  make(sha256: string, steps: JobSteps, changes: Pick<Changes, 'announce'>): Promise<LastWrite | void>
  /** Wants those made of what was here before their maker was, and of what may be tried again. Errors: the reason of the signal. */
  adopt(signal: AbortSignal): Promise<void>
  /** Does so now and every day, also after a day on which the database was away. Ends by the signal. Errors: `AbortError` then. */
  adoptDaily(signal: AbortSignal): Promise<never>
  close(): Promise<void>
}

/** What came of a file. What is not said is not there. */
export interface RowFacts {
  lightHash?: string
  absence?: LightAbsence
  failures?: number
}
