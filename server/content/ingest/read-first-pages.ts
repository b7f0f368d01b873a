import { z } from 'zod'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { fillFromPage, leavesOpen } from '#server/search/file-names/propose-from-page.ts'
import * as repository from './ingest.repository.ts'
import type { IngestFileRecord, IngestRowRecord } from './ingest.repository.ts'
import { leaveFirstPages, type FirstPagesInput } from './read-first-pages.job.ts'

interface Deps {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'pageTexts' | 'likeness'>
}

/** A PDF whose first page may say something of its record. */
export const isReadable = ({ type, sha256 }: Pick<IngestFileRecord, 'type' | 'sha256'>): boolean =>
  type === 'application/pdf' && sha256 !== null

/* Nobody has typed into it, looked at it or published it: nothing of theirs is written over. */
const isUntouched = ({ changedBy, isSeen, recordId }: IngestRowRecord) =>
  changedBy === null && !isSeen && recordId === null

/** Fills what the names of files leave open from their first pages. Source: S15.1. */
export function createFirstPages({ database: { kysely: db }, files }: Deps) {
  async function findPdf(from: typeof db, ingestId: string, fileId: string) {
    const file = await repository.findFile(from, ingestId, fileId)
    return file && isReadable(file) ? file : undefined
  }

  /* The row of a file, while its first page can add something to it. */
  async function findOpen(
    from: typeof db,
    ingestId: string,
    fileId: string,
  ): Promise<IngestRowRecord | undefined> {
    const file = await findPdf(from, ingestId, fileId)
    if (!file) return undefined
    const [row] = await repository.listRows(from, ingestId, [file.rowId])
    return row && isUntouched(row) && leavesOpen(row.said, row.doubts) ? row : undefined
  }

  async function read({ sha256 }: IngestFileRecord, patience: AbortSignal): Promise<string> {
    try {
      return (sha256 && (await files.pageTexts.firstPage(sha256, patience))) || ''
    } catch (error) {
      const code = errorCodeOf(error)
      if (code === 'file_not_found' || code === 'file_damaged') return ''
      throw error
    }
  }

  async function propose(ingestId: string, fileId: string, text: string, steps: JobSteps): Promise<void> {
    await steps.write(async transaction => {
      if (!(await repository.lockIngest(transaction, ingestId))) return
      const row = await findOpen(transaction, ingestId, fileId)
      if (!row) return
      const { said, doubts, isChanged } = fillFromPage(row.said, row.doubts, text)
      if (isChanged) await repository.fillRow(transaction, row.id, { said, doubts })
    })
  }

  /**
   * Reads the first pages of files of an import for a while, and wants the rest read after other work; where uploads
   * that are looked into first leave it no turn, later. What a page looks like is found out beside that. A page at which
   * the process went away is left out.
   * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal.
   */
  return async function readFirstPages(wanted: FirstPagesInput, steps: JobSteps): Promise<LastWrite> {
    const { ingestId, fileIds } = wanted
    const patience = AbortSignal.timeout(limits.proposalSliceMs)
    let isDeadly = steps.interruptions > limits.jobFreeInterruptions
    for (const [at, fileId] of fileIds.entries()) {
      const left = fileIds.slice(at)
      if (patience.aborted) return transaction => leaveFirstPages(transaction, wanted, left)
      steps.progress(at, fileIds.length)
      try {
        await steps.once(fileId, z.null(), async () => {
          const pdf = isDeadly ? undefined : await findPdf(db, ingestId, fileId)
          isDeadly = false
          const text = pdf && (await findOpen(db, ingestId, fileId)) ? await read(pdf, patience) : ''
          if (text !== '') await propose(ingestId, fileId, text, steps)
          if (pdf?.sha256) files.likeness.preparePdf(pdf.sha256)
          return null
        })
      } catch (error) {
        if (!patience.aborted || error !== patience.reason) throw error
        const later = new Date(Date.now() + limits.proposalAgainMs)
        return transaction => leaveFirstPages(transaction, wanted, left, later)
      }
    }
    return transaction => leaveFirstPages(transaction, wanted, [])
  }
}
