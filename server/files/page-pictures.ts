import { readFile, rm, writeFile } from 'node:fs/promises'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { pageWidths, readingWidth } from '#contract/page-pictures.ts'
import type { PageWidth } from '#contract/page-pictures.ts'
import { largeWorks } from '#server/base/large-works.ts'
import { Turns } from '#server/base/turns.ts'
import { unlessAborted } from '#server/base/unless-aborted.ts'
import { documentFactsSchema } from './document-facts.ts'
import type { DocumentFacts } from './document-facts.ts'
import type { FileParts, OpenFile, PagePictures } from './files.types.ts'
import { createInspector } from './inspector.ts'
import type { InspectionTask } from './inspector.ts'
import type { KnownFile } from './known-file.ts'
import { createLocalOriginals } from './local-originals.ts'
import { documentKey, pagePictureKey, pageStripKey } from './object-keys.ts'
import { aloneOnDatabase } from './one-process.ts'
import { newIncomingPath } from './receive.ts'
import { findSealed, seal } from './sealed.ts'
import { isTimeout } from './task-timeout.ts'
import { sheetTextSchema } from './sheet-text.ts'
import type { SheetText } from './sheet-text.ts'
import { createUndrawnPages } from './undrawn-pages.ts'
import type { UndrawnPages } from './undrawn-pages.ts'

/** The facts of so many documents are remembered. */
const maxFacts = 200
const maxBytesOf: Record<PageWidth, number> = {
  160: limits.maxThumbnailBytes,
  840: limits.maxReadingPictureBytes,
  1400: limits.maxPagePictureBytes,
}
/** What takes so much of its time is a burden on everybody. */
const slowShare = 0.8

type Given = Pick<FileParts, 'objects' | 'incoming' | 'database'>

/** What is asked, which goes on when it takes longer. Errors: `busy` then. */
function within<Answer>(maxMs: number, asked: Promise<Answer>): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new AppError('busy')), maxMs)
  return unlessAborted(asked, controller.signal).finally(() => clearTimeout(timer))
}

/**
 * Draws the pages of PDFs over the store of the originals; `find` and `open` are those of the files service. A crowd on one page
 * draws it once, also over several processes of one database.
 */
export function createPagePictures(
  { objects, incoming, database }: Given,
  find: (sha256: string) => Promise<KnownFile>,
  open: (sha256: string) => Promise<OpenFile>,
  maxTaskMs: number = limits.pageDrawMs,
  answerMs: number = limits.pageAnswerMs,
): PagePictures {
  const drawer = createInspector(maxTaskMs, { yields: true })
  const originals = createLocalOriginals({ incoming }, open)
  const making = new Map<string, Promise<unknown>>()
  const undrawn = createUndrawnPages()
  /* That a text cannot be read says nothing of pictures. */
  const untold = createUndrawnPages()
  const known = new Map<string, DocumentFacts>()
  const inLine = {
    atOnce: 1,
    maxWaiting: limits.pagePicturesWaiting,
    maxWaitingEach: limits.pagePicturesWaitingEach,
    maxWaitMs: limits.pagePictureWaitMs,
  }
  const turns = new Turns(inLine)
  /* A cut is quick, and waits for no drawing. */
  const cuts = new Turns(inLine)
  /* One text at a time is in the thread, however many are asked for: pictures never wait for more. */
  const texts = new Turns({
    ...inLine,
    maxWaiting: limits.sheetTextsWaiting,
    maxWaitingEach: limits.sheetTextsWaitingEach,
  })

  /** What runs already under a key, or a new run of it in its turn. */
  function once<Result>(
    key: string,
    asker: string | undefined,
    act: () => Promise<Result>,
    line: Turns = turns,
  ): Promise<Result> {
    const running = making.get(key)
    if (running !== undefined) return running as Promise<Result>
    const run = line.take(act, asker).finally(() => making.delete(key))
    making.set(key, run)
    return run
  }

  /** Works on a file in the thread. Errors: `page_not_drawn`, remembered under the key in `failed`. */
  async function work(
    sha256: string,
    key: string,
    task: (file: string) => InspectionTask,
    failed: UndrawnPages = undrawn,
  ): Promise<void> {
    let begun = performance.now()
    try {
      await originals.use(sha256, file =>
        largeWorks.beside(() => {
          begun = performance.now()
          return drawer.run(task(file))
        }, limits.pagePictureWaitMs),
      )
    } catch (error) {
      if (errorCodeOf(error) !== 'wrong_file_type') throw error
      failed.remember(sha256, key, error, performance.now() - begun > maxTaskMs * slowShare)
      throw new AppError('page_not_drawn', { cause: error })
    }
  }

  async function keep(key: string, file: string): Promise<Buffer> {
    const content = await readFile(file)
    await writeFile(file, seal(content))
    await objects.put(key, file, 'application/octet-stream')
    return content
  }

  function draw(sha256: string, page: number): Promise<Map<PageWidth, Buffer>> {
    const keyOf = (width: PageWidth) => pagePictureKey(sha256, page, width)
    const mark = `${sha256}/${page}`
    return aloneOnDatabase(database, mark, async () => {
      /* Somebody else may have drawn it while this one waited. */
      const made = new Map<PageWidth, Buffer>()
      for (const width of pageWidths) {
        const kept = await findSealed(objects, keyOf(width))
        if (kept !== undefined) made.set(width, kept)
      }
      if (made.size === pageWidths.length) return made
      const pictures = pageWidths.map(width => ({
        width,
        maxBytes: maxBytesOf[width],
        target: newIncomingPath(incoming),
      }))
      try {
        await work(sha256, mark, file => ({ act: 'draw-page', file, page, pictures }))
        for (const { width, target } of pictures) made.set(width, await keep(keyOf(width), target))
        return made
      } finally {
        for (const { target } of pictures) await rm(target, { force: true })
      }
    })
  }

  async function findFacts(sha256: string): Promise<DocumentFacts | undefined> {
    const kept = await findSealed(objects, documentKey(sha256))
    return kept && documentFactsSchema.parse(JSON.parse(kept.toString()))
  }

  async function describe(sha256: string): Promise<DocumentFacts> {
    const key = documentKey(sha256)
    /* Somebody else may have looked while this one waited. */
    const kept = await findFacts(sha256)
    if (kept !== undefined) return kept
    undrawn.refuse(sha256, key)
    const target = newIncomingPath(incoming)
    try {
      await work(sha256, key, file => ({ act: 'describe-document', file, target }))
      return documentFactsSchema.parse(JSON.parse((await keep(key, target)).toString()))
    } finally {
      await rm(target, { force: true })
    }
  }

  async function requirePdf(sha256: string): Promise<void> {
    const { type } = await find(sha256)
    if (type !== 'application/pdf') throw new AppError('file_not_found')
  }

  async function facts(sha256: string, asker?: string): Promise<DocumentFacts> {
    await requirePdf(sha256)
    const remembered = known.get(sha256)
    if (remembered) return remembered
    /* What is kept is told at once, however many wait for a drawing. */
    const found =
      (await findFacts(sha256)) ?? (await once(documentKey(sha256), asker, () => describe(sha256)))
    const [oldest] = known.keys()
    if (known.size >= maxFacts && oldest !== undefined) known.delete(oldest)
    known.set(sha256, found)
    return found
  }

  async function requirePage(sha256: string, page: number, asker: string | undefined): Promise<void> {
    const { pageCount } = await facts(sha256, asker)
    if (page > pageCount) throw new AppError('file_not_found')
  }

  async function get(sha256: string, page: number, width: PageWidth, asker?: string): Promise<Buffer> {
    await requirePdf(sha256)
    if (!Number.isInteger(page) || page < 1 || page > limits.maxDrawnPage)
      throw new AppError('file_not_found')
    const kept = await findSealed(objects, pagePictureKey(sha256, page, width))
    if (kept !== undefined) return kept
    await requirePage(sha256, page, asker)
    const mark = `${sha256}/${page}`
    undrawn.refuse(sha256, mark)
    const made = await once(mark, asker, () => draw(sha256, page))
    const picture = made.get(width)
    if (picture === undefined) throw new AppError('page_not_drawn')
    return picture
  }

  async function cut(key: string, picture: Buffer, strip: number): Promise<Buffer> {
    /* Somebody else may have cut it while this one waited. */
    const kept = await findSealed(objects, key)
    if (kept !== undefined) return kept
    const target = newIncomingPath(incoming)
    try {
      const { cutStrip } = await import('./cut-strip.ts')
      await writeFile(target, await cutStrip(picture, strip))
      return await keep(key, target)
    } finally {
      await rm(target, { force: true })
    }
  }

  async function findStrip(
    sha256: string,
    page: number,
    strip: number,
    asker: string | undefined,
  ): Promise<Buffer> {
    const key = pageStripKey(sha256, page, strip)
    const kept = await findSealed(objects, key)
    if (kept !== undefined) return kept
    const picture = await get(sha256, page, readingWidth, asker)
    return once(key, asker, () => cut(key, picture, strip), cuts)
  }

  async function drawJpeg(
    sha256: string,
    page: number,
    target: string,
    asker: string | undefined,
  ): Promise<void> {
    await requirePage(sha256, page, asker)
    const mark = `${sha256}/${page}`
    undrawn.refuse(sha256, mark)
    const shortSidePx = limits.pageImageSidePx
    await turns.take(
      () => work(sha256, mark, file => ({ act: 'draw-jpeg', file, page, target, shortSidePx })),
      asker,
    )
  }

  async function readSheetText(sha256: string, page: number, asker: string | undefined): Promise<SheetText> {
    await requirePage(sha256, page, asker)
    const key = `${sha256}/${page}/text`
    untold.refuse(sha256, key)
    const read = async () => {
      const target = newIncomingPath(incoming)
      try {
        await work(sha256, key, file => ({ act: 'read-sheet-page', file, page, target }), untold)
        return sheetTextSchema.parse(JSON.parse(await readFile(target, 'utf8')))
      } finally {
        await rm(target, { force: true })
      }
    }
    return once(key, asker, read, texts)
  }

  /* Jobs have no line that is cut. */
  const answer = <Answer>(asked: Promise<Answer>, asker: string | undefined): Promise<Answer> =>
    asker === undefined ? asked : within(answerMs, asked)

  return {
    facts: sha256 => facts(sha256),

    factsKnown: async sha256 => known.get(sha256) ?? findFacts(sha256),

    async factsSoon(sha256) {
      try {
        return await within(limits.pageSizeWaitMs, facts(sha256))
      } catch (error) {
        throw isTimeout(error) ? new AppError('pages_too_slow', { cause: error }) : error
      }
    },

    get: (sha256, page, width, asker) => answer(get(sha256, page, width, asker), asker),

    isDrawn: async (sha256, page) =>
      (await objects.stat(pagePictureKey(sha256, page, readingWidth))) !== undefined,

    strip: (sha256, page, strip, asker) => answer(findStrip(sha256, page, strip, asker), asker),

    async drawJpeg(sha256, page, target, asker) {
      const drawing = drawJpeg(sha256, page, target, asker)
      try {
        await answer(drawing, asker)
      } catch (error) {
        const remove = () => rm(target, { force: true }).catch(() => undefined)
        void drawing.then(remove, remove)
        throw error
      }
    },

    sheetText: (sha256, page, asker) => answer(readSheetText(sha256, page, asker), asker),

    async close() {
      await drawer.close()
      await originals.close()
    },
  }
}
