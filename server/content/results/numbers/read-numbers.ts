import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { errorCodeOf } from '#contract/errors.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { OpenFile } from '#server/files/files.types.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { FailureWords } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { nameSheets } from './name-sheets.ts'
import * as repository from './readings.repository.ts'
import type { PageToKeep, Reading, SheetContent } from './readings.repository.ts'
import { wantReading, wantRereading } from './numbers.jobs.ts'
import type { ReadPage, SheetAnswer, SheetTask } from './read-sheet.step.ts'

/** Who holds the pictures of pages, beside the sheets themselves. */
export const picturesHolder = 'SHEET_PAGES'

interface ReadingDeps {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'store' | 'open' | 'holdContents' | 'parts'>
  changes: Pick<Changes, 'announce'>
  /** What people call a result; undefined when it is gone. */
  titleOf(resultId: string): Promise<string | undefined>
}

const problems = {
  damaged: 'تعذرت قراءة الملف: تالف، أو مكتوب بطريقة لا يفهمها القارئ.',
  locked: 'الملف محمي بكلمة مرور.',
} as const
const missing = 'ملف الورقة مفقود أو تالف على الخادم.'
const deadly = 'توقف الخادم مراراً أثناء قراءة هذه الورقة، فتُركت. احفظ ملفها من جديد ثم ارفع الأرشيف.'

const cutShort = (pages: number) =>
  `قُرئت أول ${formatNumber(limits.maxSheetPagesRead)} صفحة من ${formatNumber(pages)}. قسّم الملف لتُقرأ كلها.`

interface Portion {
  /** What is to be read, and how many contents there are in all. */
  pending: readonly SheetContent[]
  total: number
  atOnce: number
  put(transaction: Transaction, fileId: string, reading: Reading): Promise<void>
  wantMore(transaction: Transaction, result: { id: string; title: string }): Promise<void>
}

/** Reads a portion of the sheets of a result that nobody has read. Errors: those of `readPortion`. */
export async function readNumbers(deps: ReadingDeps, resultId: string, steps: JobSteps): Promise<LastWrite> {
  return readPortion(deps, resultId, steps, {
    ...(await repository.listUnread(deps.database.kysely, resultId)),
    atOnce: limits.sheetsReadAtOnce,
    put: repository.putReading,
    wantMore: wantReading,
  })
}

/** Reads a portion of the sheets of a result anew that an older reader has read. Errors: those of `readPortion`. */
export async function readNumbersAnew(
  deps: ReadingDeps,
  resultId: string,
  steps: JobSteps,
): Promise<LastWrite> {
  return readPortion(deps, resultId, steps, {
    ...(await repository.listOutdated(deps.database.kysely, resultId)),
    atOnce: limits.sheetsReadAnewAtOnce,
    put: repository.putNewerReading,
    wantMore: wantRereading,
  })
}

/**
 * Reads a portion of the sheets of a result, and wants itself again while there are more: other work gets its turn in
 * between.
 * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal.
 */
async function readPortion(
  deps: ReadingDeps,
  resultId: string,
  steps: JobSteps,
  { pending, total, atOnce, put, wantMore }: Portion,
): Promise<LastWrite> {
  const { files, changes } = deps
  const portion = pending.slice(0, atOnce)
  const before = total - pending.length
  for (const [index, content] of portion.entries()) {
    const { fileId } = content
    steps.progress(before + index, total)
    await steps.once(`sheet ${fileId}`, z.null(), async () => {
      /* The first one is the one at which the process went away. */
      const isDeadly = index === 0 && steps.interruptions > limits.jobFreeInterruptions
      const reading = isDeadly ? unreadable(deadly) : await readContent(deps, content, steps)
      await steps.write(transaction => put(transaction, fileId, reading))
      return null
    })
  }
  const title = await deps.titleOf(resultId)
  steps.remark(await remarkOn(deps, resultId, total))
  return async transaction => {
    const pictures = title === undefined ? [] : await repository.listPictures(transaction, resultId)
    await files.holdContents(transaction, picturesHolder, resultId, pictures)
    if (title !== undefined) await nameSheets(transaction, resultId)
    if (title !== undefined && pending.length > portion.length)
      await wantMore(transaction, { id: resultId, title })
    else await repository.forgetUnused(transaction)
    const contents = portion.map(({ fileId }) => fileId)
    if (contents.length > 0)
      await changes.announce(transaction, [await repository.tagOfContents(transaction, contents)])
  }
}

async function remarkOn(
  { database }: ReadingDeps,
  resultId: string,
  total: number,
): Promise<FailureWords | null> {
  const failed = await repository.countFailures(database.kysely, resultId)
  if (failed === 0) return null
  return {
    reason: `أوراق لم تُقرأ، أو لم تُقرأ كلها: ${formatNumber(failed)} من ${formatNumber(total)}. قُرئت البقية.`,
    advice: 'افتح النتيجة: أسماء هذه المدارس عند أرقام الأرشيف، ومع كل منها السبب.',
  }
}

const unreadable = (failure: string): Reading => ({ pages: [], school: null, failure })

/* What is wrong with one sheet is told of it; the others go on. */
async function readContent(
  { files }: ReadingDeps,
  { fileId, kind }: SheetContent,
  steps: JobSteps,
): Promise<Reading> {
  const directory = newIncomingPath(files.parts.incoming)
  await mkdir(directory, { recursive: true })
  try {
    const file = await localFileOf(await files.open(fileId), directory, steps.signal)
    const task: SheetTask = { file, kind, directory }
    const answer = await steps.inThread<SheetAnswer>({
      module: new URL('./read-sheet.step.ts', import.meta.url),
      task,
      timeMs: limits.sheetReadingMs,
      silenceMs: limits.sheetPageReadingMs,
      memoryMb: limits.sheetReadingMemoryMb,
    })
    if ('problem' in answer) return unreadable(problems[answer.problem])
    const pages: PageToKeep[] = []
    for (const page of answer.pages) pages.push(await keepPicture(files, page, steps.signal))
    const isWhole = answer.pageCount <= limits.maxSheetPagesRead
    return { pages, school: answer.school, failure: isWhole ? null : cutShort(answer.pageCount) }
  } catch (error) {
    const failure = steps.signal.aborted ? undefined : failureOf(error)
    if (failure === undefined) throw error
    return unreadable(failure)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Where a sheet's bytes lie on this machine: in the store itself, so that they do not pass through here, else a copy. */
async function localFileOf(content: OpenFile, directory: string, signal: AbortSignal): Promise<string> {
  if (content.localFile !== undefined) return content.localFile
  const copy = path.join(directory, 'sheet')
  await pipeline(await content.read(), createWriteStream(copy), { signal })
  return copy
}

function failureOf(error: unknown): string | undefined {
  if (error instanceof JobFailure) return error.message
  const code = errorCodeOf(error)
  return code === 'file_not_found' || code === 'file_damaged' ? missing : undefined
}

async function keepPicture(
  files: Pick<FilesService, 'store'>,
  { picture, ...page }: ReadPage,
  signal: AbortSignal,
): Promise<PageToKeep> {
  if (picture === null) return { ...page, picture }
  const name = `${page.page}.webp`
  const drawn = { width: page.width, height: page.height }
  const options = { name, kind: 'image' as const, isShownWhole: true, drawn, signal }
  const { url } = await files.store(createReadStream(picture), options)
  return { ...page, picture: sha256OfFileAddress(url) ?? null }
}
