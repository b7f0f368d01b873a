import type { Lookup, LookupInput } from '#contract/resources/lookup.ts'
import type { ReleaseStatus, WantedRelease } from '#contract/resources/release-status.ts'
import type { SheetReading } from '#contract/resources/sheet.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { findLastJob } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { createLookup } from './lookup.service.ts'
import { readingJob, rereadingJob, wantReading, wantRereading } from './numbers.jobs.ts'
import * as repository from './readings.repository.ts'
import { picturesHolder, readNumbers, readNumbersAnew } from './read-numbers.ts'

interface Dependencies {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'store' | 'open' | 'holdContents' | 'releaseContents' | 'parts'>
  changes: Pick<Changes, 'announce'>
  titleOf(resultId: string): Promise<string | undefined>
  statusOf(wanted: WantedRelease): Promise<ReleaseStatus>
}

export type NumbersService = ReturnType<typeof createNumbersService>

/** The exam numbers in the sheets of results: reading them, and finding one. Source: R6.1. */
export function createNumbersService(deps: Dependencies) {
  const db = deps.database.kysely
  const lookUp = createLookup(db, deps.statusOf)

  /** Wants a result read, unless that is wanted already. */
  async function adoptOne(id: string, kind: typeof readingJob, want: typeof wantReading): Promise<void> {
    const last = await findLastJob(db, kind, id)
    const title = await deps.titleOf(id)
    if (title === undefined || last?.state === 'waiting' || last?.state === 'running') return
    await db.transaction().execute(async transaction => {
      await want(transaction, { id, title })
      if (kind.tag !== undefined) await deps.changes.announce(transaction, [kind.tag])
    })
  }

  let findKept: ((input: LookupInput) => Promise<Lookup>) | undefined
  return {
    /** Errors: `exam_number_not_found` with what is announced. */
    async lookup(input: LookupInput): Promise<Lookup> {
      try {
        return await lookUp(input)
      } catch (error) {
        if (!findKept || codeOfError(error) !== 'unavailable') throw error
        return findKept(input)
      }
    },

    /** Says how a number is found while the database is away. */
    useKept(find: (input: LookupInput) => Promise<Lookup>): void {
      findKept = find
    },

    /** What was read in the sheets of a result, for staff. */
    async countOf(resultId: string): Promise<SheetReading> {
      const counts = await repository.countReadings(db, resultId)
      const doubted = await repository.listDoubted(db, resultId)
      return { ...counts, doubted, without: await repository.listWithoutNumbers(db, resultId) }
    },

    read: (resultId: string, steps: JobSteps) => readNumbers(deps, resultId, steps),

    readAnew: (resultId: string, steps: JobSteps) => readNumbersAnew(deps, resultId, steps),

    /** Wants the sheets read that nobody has read, and read anew what an older reader has read. */
    async adopt(): Promise<void> {
      for (const id of await repository.listResultsUnread(db)) await adoptOne(id, readingJob, wantReading)
      for (const id of await repository.listResultsOutdated(db))
        await adoptOne(id, rereadingJob, wantRereading)
    },

    /** Lets go of the pictures of results that are gone. */
    letGo: (transaction: Transaction, resultIds: readonly string[]) =>
      deps.files.releaseContents(transaction, picturesHolder, resultIds),

    forgetFailures: repository.forgetFailures,
  }
}
