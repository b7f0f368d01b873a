import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { nameSheets } from './name-sheets.ts'
import * as repository from './numbers.repository.ts'
import type { PageToKeep, SheetContent } from './numbers.repository.ts'
import { wantReading } from './numbers.jobs.ts'
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

type Reading = Parameters<typeof repository.putReading>[2]

/**
 * Reads a portion of the sheets of a result that nobody has read, and wants itself again while there are more: other
 * work gets its turn in between.
 * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal.
 */
export async function readNumbers(
  deps: ReadingDeps,
  resultId: string,
  steps: JobSteps,
): Promise<LastWrite | undefined> {
  const { database, files, changes } = deps
  const { unread, total } = await repository.listUnread(database.kysely, resultId)
  const portion = unread.slice(0, limits.sheetsReadAtOnce)
  const before = total - unread.length
  for (const [index, content] of portion.entries()) {
    steps.progress(before + index, total)
    const reading = await readContent(deps, content, steps)
    await steps.write(transaction => repository.putReading(transaction, content.fileId, reading))
  }
  const title = await deps.titleOf(resultId)
  return async transaction => {
    const pictures = title === undefined ? [] : await repository.listPictures(transaction, resultId)
    await files.holdContents(transaction, picturesHolder, resultId, pictures)
    if (title !== undefined) await nameSheets(transaction, resultId)
    if (title !== undefined && unread.length > portion.length)
      await wantReading(transaction, { id: resultId, title })
    else await repository.forgetUnused(transaction)
    const contents = portion.map(({ fileId }) => fileId)
    if (contents.length > 0)
      await changes.announce(transaction, [await repository.tagOfContents(transaction, contents)])
  }
}

/* What is wrong with one sheet is told of it; the others go on. */
async function readContent(
  { files }: ReadingDeps,
  { fileId, kind }: SheetContent,
  steps: JobSteps,
): Promise<Reading> {
  const directory = newIncomingPath(files.parts.incoming)
  await mkdir(directory, { recursive: true })
  try {
    const file = path.join(directory, 'sheet')
    const content = await files.open(fileId)
    await pipeline(await content.read(), createWriteStream(file), { signal: steps.signal })
    const task: SheetTask = { file, kind, directory }
    const answer = await steps.inThread<SheetAnswer>({
      module: new URL('./read-sheet.step.ts', import.meta.url),
      task,
      timeMs: limits.sheetReadingMs,
      memoryMb: limits.sheetReadingMemoryMb,
    })
    if ('problem' in answer) return { pages: [], school: null, failure: problems[answer.problem] }
    const pages: PageToKeep[] = []
    for (const page of answer.pages) pages.push(await keepPicture(files, page, steps.signal))
    return { pages, school: answer.school, failure: null }
  } catch (error) {
    const failure = steps.signal.aborted ? undefined : failureOf(error)
    if (failure === undefined) throw error
    return { pages: [], school: null, failure }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
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
  const options = { name, kind: 'image' as const, isShownWhole: true, signal }
  const { url } = await files.store(createReadStream(picture), options)
  return { ...page, picture: sha256OfFileAddress(url) ?? null }
}
