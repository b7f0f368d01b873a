import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { Transaction } from '#server/base/db/types.ts'
import type { JobSteps } from './job-steps.ts'

/**
 * Which jobs wait for each other: quick ones are a few statements, heavy ones read files. A heavy one never holds up
 * a quick one.
 */
export type Lane = 'quick' | 'heavy'

/** A kind of background work, as whoever wants it done knows it. */
export interface JobKind<Input> {
  /** Kept in the database: it stays as it is. */
  readonly name: string
  /** What it does, in Arabic, for the dashboard. */
  readonly label: string
  readonly lane: Lane
  /** Checked when the job is wanted, and again when it runs: an older release may have wanted it. */
  readonly input: z.ZodType<Input>
  /** Failed tries before it is given up. */
  readonly maxFailures: number
  /** What of the site says whether it goes on: told when it ends undone, and when staff cancel or repeat it. */
  readonly tag: ChangeTag | undefined
  /** What it does reaches people: one that is done is not repeated, and one that is goes on after the steps that it has kept. */
  readonly isOnce: boolean
}

interface Declaration<Input> {
  name: string
  label: string
  lane: Lane
  input: z.ZodType<Input>
  maxFailures?: number
  tag?: ChangeTag
  isOnce?: boolean
}

/** Declares a kind of background work. How: README.md. */
export function declareJob<Input>({
  maxFailures = limits.jobFailures,
  tag,
  isOnce = false,
  ...facts
}: Declaration<Input>): JobKind<Input> {
  return { ...facts, maxFailures, tag, isOnce }
}

/** What a job writes at its end, in the transaction that marks it as done. */
export type LastWrite = (transaction: Transaction) => Promise<void>

/**
 * The work of a kind. It may begin again from its first line at any time, after a kill or a failure, so each step
 * either leaves the same behind however often it is done, or is kept by `steps.once`.
 */
export type JobWork<Input> = (steps: JobSteps, input: Input) => Promise<LastWrite | void>

/** A kind with its work, as the runner knows it. */
export interface JobHandler {
  kind: JobKind<unknown>
  work: JobWork<unknown>
}

/** Says how a kind of work is done. */
export function handleJob<Input>(kind: JobKind<Input>, work: JobWork<Input>): JobHandler {
  return { kind, work: (steps, input) => work(steps, kind.input.parse(input)) }
}
