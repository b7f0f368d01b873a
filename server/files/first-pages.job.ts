import { z } from 'zod'
import { errorCodeOf } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kindNames, kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { FilesService } from './files.types.ts'

/** The drawing of the pages that people look at first. */
const firstPagesJob = declareJob({
  name: 'draw-pages',
  label: 'رسم الصفحات الأولى',
  lane: 'heavy',
  input: z.object({ sha256: z.string() }),
})

/** What is read of results goes first. */
const afterResults = -2

/** A PDF that a record has begun to name. Shape: `entity` as in the audit log. */
interface NamedFile {
  sha256: string
  name: string
  entity: string
  recordId: string
}

/** Wants the first pages of a file drawn, in the transaction of the write that names it. */
export async function wantFirstPages(
  transaction: Transaction,
  { sha256, name, entity, recordId }: NamedFile,
): Promise<void> {
  const kind = kindNames.find(one => kinds[one].entity === entity)
  if (kind === undefined) return
  await enqueueJob(transaction, firstPagesJob, {
    key: sha256,
    title: name,
    input: { sha256 },
    record: { kind, id: recordId },
    priority: afterResults,
  })
}

/** How first pages are drawn: those that are there already cost nothing, so it may begin again at any time. */
export function firstPagesHandler({ pagePictures }: Pick<FilesService, 'pagePictures'>): JobHandler {
  return handleJob(firstPagesJob, async (steps, { sha256 }) => {
    const facts = await pagePictures.facts(sha256).catch((error: unknown) => {
      /* The record has let it go meanwhile. */
      if (errorCodeOf(error) === 'file_not_found') return undefined
      throw notDrawn(error, 1)
    })
    const last = Math.min(facts?.pageCount ?? 0, limits.pagesDrawnAhead)
    let failure: JobFailure | undefined
    for (let page = 1; page <= last; page += 1) {
      steps.signal.throwIfAborted()
      try {
        await pagePictures.get(sha256, page, readingWidth)
      } catch (error) {
        failure ??= notDrawn(error, page)
      }
      steps.progress(page, last)
    }
    if (failure !== undefined) throw failure
  })
}

function notDrawn(error: unknown, page: number): JobFailure {
  const isFinal = errorCodeOf(error) === 'page_not_drawn'
  return new JobFailure({
    reason: `تعذر رسم الصفحة ${formatPlainNumber(page)}: الملف تالف فيها أو معقد أكثر من المعقول.`,
    advice: isFinal
      ? 'الملف نفسه يبقى للتحميل. احفظه من جديد على جهازك ثم ارفعه في سجله.'
      : 'يُعاد وحده، ولا حاجة إلى شيء.',
    isFinal,
    cause: error,
  })
}
