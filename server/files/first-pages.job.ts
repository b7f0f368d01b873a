import { z } from 'zod'
import { errorCodeOf } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kindNames, kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { FilesService } from './files.types.ts'
import type { Likeness } from './likeness/likeness.types.ts'
import { isTimeout } from './task-timeout.ts'

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

/** Wants the first pages of files drawn, in the transaction of the write that names them. */
export async function wantFirstPages(transaction: Transaction, named: readonly NamedFile[]): Promise<void> {
  const wanted = named.flatMap(({ sha256, name, entity, recordId }) => {
    const kind = kindNames.find(one => kinds[one].entity === entity)
    if (kind === undefined) return []
    const record = { kind, id: recordId }
    return { key: sha256, title: name, input: { sha256 }, record, priority: afterResults }
  })
  await enqueueJobs(transaction, firstPagesJob, wanted)
}

/** How first pages are drawn, and the first one known again by its picture: those that are there already cost nothing, so it may begin again at any time. */
export function firstPagesHandler({
  pagePictures,
  likeness,
}: Pick<FilesService, 'pagePictures'> & { likeness: Pick<Likeness, 'preparePdf'> }): JobHandler {
  return handleJob(firstPagesJob, async (steps, { sha256 }) => {
    let hopeless: Error | undefined
    let passing: Error | undefined

    /** Whether the file is still there. */
    async function tryPage(page: number, act: () => Promise<unknown>): Promise<boolean> {
      try {
        await act()
      } catch (error) {
        const code = errorCodeOf(error)
        /* The record has let it go meanwhile. */
        if (code === 'file_not_found') return false
        if (code === 'page_not_drawn' && isTimeout(error)) passing ??= tookTooLong(error, page)
        else if (code === 'page_not_drawn') hopeless ??= neverDrawn(error, page)
        else if (code === 'busy') passing ??= notYetDrawn(error, page)
        else passing ??= error instanceof Error ? error : new Error('A page was not drawn', { cause: error })
      }
      return true
    }

    let last = 0
    await tryPage(1, async () => {
      const { pageCount } = await pagePictures.facts(sha256)
      last = Math.min(pageCount, limits.pagesDrawnAhead)
    })
    for (let page = 1; page <= last; page += 1) {
      steps.signal.throwIfAborted()
      if (!(await tryPage(page, () => pagePictures.get(sha256, page, readingWidth)))) return
      if (page === 1) likeness.preparePdf(sha256)
      steps.progress(page, last)
    }
    /* Another try helps the pages that only had to wait. */
    const failure = passing ?? hopeless
    if (failure !== undefined) throw failure
  })
}

function neverDrawn(cause: unknown, page: number): JobFailure {
  return new JobFailure({
    reason: `تعذر رسم الصفحة ${formatPlainNumber(page)}: الملف تالف فيها أو معقد أكثر من المعقول.`,
    advice: 'الملف نفسه يبقى للتحميل. احفظه من جديد على جهازك ثم ارفعه في سجله.',
    isFinal: true,
    cause,
  })
}

function tookTooLong(cause: unknown, page: number): JobFailure {
  return new JobFailure({
    reason: `لم تُرسم الصفحة ${formatPlainNumber(page)} في وقتها: هي معقدة، أو الخادم كان مشغولاً.`,
    advice: 'يُعاد وحده. إن بقيت بلا رسم فاحفظ الملف من جديد على جهازك ثم ارفعه في سجله.',
    cause,
  })
}

function notYetDrawn(cause: unknown, page: number): JobFailure {
  return new JobFailure({
    reason: `لم يأتِ دور الصفحة ${formatPlainNumber(page)} في الرسم: الخادم مشغول برسم غيرها.`,
    advice: 'يُعاد وحده، ولا حاجة إلى شيء.',
    cause,
  })
}
