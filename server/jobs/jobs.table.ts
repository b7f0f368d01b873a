import type { Generated } from 'kysely'
import type { JobState } from '#contract/codes/job-states.ts'
import type { CreatedAt, Json, Optional, OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

export interface JobsTable {
  id: string
  /** The name of a kind of work. */
  kind: string
  /** What it works on: of one kind and key one waits at most, and one runs at most. */
  key: string
  title: string
  recordKind: Optional<string>
  recordId: Optional<string>
  input: Json<unknown>
  state: Generated<JobState>
  /** Not before this moment. */
  runAt: Timestamp
  /** Higher ones go first. */
  priority: Generated<number>
  /** Tries that failed since it was wanted or repeated. */
  failures: Generated<number>
  /** How often its process went away since its last finished step. */
  interruptions: Generated<number>
  /** Who runs it; whoever does not hold this any more writes nothing. */
  lease: Optional<string>
  leaseEndsAt: OptionalTimestamp
  isCancelAsked: Generated<boolean>
  /** What finished steps gave, by their names. */
  keptSteps: Json<Record<string, unknown>>
  progressDone: Optional<number>
  progressTotal: Optional<number>
  reason: Optional<string>
  advice: Optional<string>
  createdAt: CreatedAt
  startedAt: OptionalTimestamp
  finishedAt: OptionalTimestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    jobs: JobsTable
  }
}
