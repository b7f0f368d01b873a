import { z } from 'zod'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase, Queryable, Transaction } from '#server/base/db/types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { unreadableText } from '#server/reading/page-text.ts'
import type { PageText } from '#server/reading/page-text.ts'
import type { LocalOriginals } from '../local-originals.ts'
import { wantCutOfFile } from './cut-questions.kind.ts'
import { wantIndexed } from './index-pages.kind.ts'
import { wantPageTexts, wantPictureTexts } from './page-texts.jobs.ts'
import * as repository from './page-texts.repository.ts'
import type { FileTextRow, ReadFile, ReadPage } from './page-texts.repository.ts'
import type { PagesAnswer, PagesReport, PagesTask } from './read-pages.step.ts'
import { packBoxes } from './word-boxes.ts'

interface ReadingDeps {
  database: Pick<OpenDatabase, 'kysely'>
  originals: Pick<LocalOriginals, 'use'>
}

type Source = PageText['source']

const problems = {
  damaged: 'تعذرت قراءة نص الصفحات: الملف تالف، أو مكتوب بطريقة لا يفهمها القارئ.',
  locked: 'تعذرت قراءة نص الصفحات: الملف محمي بكلمة مرور.',
} as const
const brokenOff = (page: number) =>
  `توقفت قراءة نص الصفحات عند الصفحة ${formatNumber(page)}: صفحات كثيرة من الملف تالفة أو معقدة أكثر من المعقول.`
const cutShort = (pageCount: number) =>
  `قُرئ نص أول ${formatNumber(limits.maxTextPages)} صفحة من ${formatNumber(pageCount)}. قسّم الملف ليُبحث في كله.`
const advice = 'الملف نفسه يبقى للقراءة والتحميل. احفظه من جديد على جهازك أو قسّمه، ثم ارفعه في سجله.'

/** What came out of a portion. */
interface Outcome {
  pageCount: number | null
  pages: ReadPage[]
  /** The file cannot be read at all. */
  problem: PagesAnswer
  /** The page that broke the reader. */
  broken: number | null
}

/**
 * Reads pages of a file for a while, and wants itself again while there are more: other work gets its turn in between.
 * Pages that have no text of their own are left to a later reading of their pictures.
 * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal.
 */
export async function readPageTexts(
  deps: ReadingDeps,
  sha256: string,
  source: Source,
  steps: JobSteps,
): Promise<LastWrite | void> {
  const db = deps.database.kysely
  const file = await repository.findReadFile(db, sha256)
  /* No record names it any more, not even a deleted one. */
  if (file === undefined) return
  const look = () => steps.write(transaction => repository.beginFile(transaction, sha256))
  const until = performance.now() + limits.pageTextSliceMs
  let state = await look()
  /* A newer reader begins with the layer. */
  if (source === 'picture' && !state.isEnded && !isLayerRead(state))
    return transaction => wantPageTexts(transaction, [file], 'known')
  for (let isFirst = true; !state.isEnded; isFirst = false) {
    const pages = await nextPages(db, state, source, steps.interruptions)
    const [first] = pages
    if (first === undefined) return transaction => endSource(transaction, file, state, source)
    if (performance.now() > until)
      return transaction =>
        source === 'layer' ? wantPageTexts(transaction, [file]) : wantPictureTexts(transaction, file)
    steps.progress(first - 1, lastPageOf(state) ?? first)
    await steps.once(`${source} ${state.readerVersion} from ${first}`, z.null(), async () => {
      /* The first one is the one at which the process went away. */
      const isDeadly = isFirst && steps.interruptions > limits.jobFreeInterruptions
      const outcome = isDeadly ? brokenAt(first) : await readPortion(deps, file, source, pages, steps)
      await steps.write(async transaction => {
        const isEnded = await keep(transaction, state, source, outcome)
        await wantIndexed(transaction, file)
        if (isEnded) await wantCutOfFile(transaction, file)
      })
      return null
    })
    state = await look()
  }
  if (state.failure !== null) steps.remark({ reason: state.failure, advice })
}

/** The last page that is read; null until the file was opened. */
function lastPageOf({ pageCount }: FileTextRow): number | null {
  return pageCount === null ? null : Math.min(pageCount, limits.maxTextPages)
}

function isLayerRead(state: FileTextRow): boolean {
  return state.layerPages >= (lastPageOf(state) ?? Infinity)
}

/** What is read next. After an interruption page by page, so that the one that causes it is known. */
async function nextPages(
  db: Queryable,
  state: FileTextRow,
  source: Source,
  interruptions: number,
): Promise<number[]> {
  const most = source === 'layer' ? limits.textPagesAtOnce : limits.picturePagesAtOnce
  const atOnce = interruptions > 0 ? 1 : most
  const last = lastPageOf(state)
  if (source === 'picture') return repository.listPending(db, state.fileHash, last ?? 0, atOnce)
  const left = Math.min(atOnce, (last ?? limits.maxTextPages) - state.layerPages)
  return Array.from({ length: left }, (_, index) => state.layerPages + index + 1)
}

const brokenAt = (page: number): Outcome => ({ pageCount: null, pages: [], problem: null, broken: page })

/** What is wrong with a page is told of it; the others go on. */
async function readPortion(
  { originals }: ReadingDeps,
  { sha256, type }: ReadFile,
  source: Source,
  pages: readonly number[],
  steps: JobSteps,
): Promise<Outcome> {
  const kind = type === 'application/pdf' ? 'pdf' : 'image'
  const read: ReadPage[] = []
  let pageCount: number | null = null
  const silenceMs = source === 'layer' ? limits.textPageMs : limits.picturePageMs
  const hear = (report: PagesReport) => {
    if ('pageCount' in report) pageCount = report.pageCount
    else read.push(report)
  }
  const outcome = (problem: PagesAnswer, isBroken: boolean): Outcome => {
    const broken = isBroken ? (pages[read.length] ?? null) : null
    return { pageCount, pages: read, problem: broken === null ? problem : null, broken }
  }
  try {
    const problem = await originals.use(sha256, file =>
      steps.inThread<PagesAnswer>({
        module: new URL('./read-pages.step.ts', import.meta.url),
        task: { file, kind, source, pages } satisfies PagesTask,
        timeMs: silenceMs * (pages.length + 1),
        silenceMs,
        memoryMb: limits.pageTextMemoryMb,
        onReport: report => hear(report as PagesReport),
      }),
    )
    return outcome(problem, problem !== null && pageCount !== null)
  } catch (error) {
    if (steps.signal.aborted || !(error instanceof JobFailure)) throw error
    return outcome(null, true)
  }
}

/** Shape: whether the file cannot be read any further. */
async function keep(
  transaction: Transaction,
  state: FileTextRow,
  source: Source,
  { pageCount, pages, problem, broken }: Outcome,
): Promise<boolean> {
  const { fileHash } = state
  const count = pageCount ?? state.pageCount
  const unreadable = { ...unreadableText(source), boxes: packBoxes([]) }
  const read = broken === null ? pages : [...pages, { page: broken, text: unreadable }]
  await repository.putPages(transaction, fileHash, read)
  const brokenPages = state.brokenPages + (broken === null ? 0 : 1)
  const isHopeless = broken !== null && brokenPages >= limits.maxBrokenTextPages
  const layerPages = source === 'layer' ? (read.at(-1)?.page ?? state.layerPages) : state.layerPages
  await repository.updateFile(transaction, fileHash, {
    pageCount: count,
    layerPages,
    brokenPages,
    ...(problem !== null && { isEnded: true, failure: problems[problem] }),
    ...(isHopeless && { isEnded: true, failure: brokenOff(broken) }),
  })
  return problem !== null || isHopeless
}

/** What comes when the text, or the pictures, of a file's pages are all read. */
async function endSource(
  transaction: Transaction,
  file: ReadFile,
  state: FileTextRow,
  source: Source,
): Promise<void> {
  const { fileHash, pageCount } = state
  const last = lastPageOf(state) ?? 0
  const pending = source === 'layer' ? await repository.listPending(transaction, fileHash, last, 1) : []
  if (pending.length > 0) return wantPictureTexts(transaction, file)
  await repository.forgetPagesAfter(transaction, fileHash, last)
  const isWhole = pageCount === null || pageCount <= last
  await repository.updateFile(transaction, fileHash, {
    isEnded: true,
    failure: isWhole ? null : cutShort(pageCount),
  })
  await wantIndexed(transaction, file)
  await wantCutOfFile(transaction, file)
}
