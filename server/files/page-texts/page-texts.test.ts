import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import PDFDocument from 'pdfkit'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type * as Limits from '#contract/limits.ts'
import { up as tryAgain } from '#server/base/db/migrations/0370-pages-tried-again.ts'
import type * as ReaderVersion from '#server/reading/reader-version.ts'
import { textReader } from '#server/reading/reader-version.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { runInThread } from '#server/jobs/step-thread.ts'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, examInput } from '#test/factories.ts'
import { sha256Of, streamOf } from '#test/files.ts'
import { makeGreedyPdf, makeManyPages } from '#test/pdf-pages.ts'
import { sweepFiles } from '../housekeeping.ts'
import { findReadFile } from './page-texts.repository.ts'
import { packBoxes } from './word-boxes.ts'

/** How many portions of pages are given up soon. The others have all the time of the product, on a busy machine too. */
const hurried = vi.hoisted(() => ({ portions: 0 }))
vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits: all } = await importOriginal<typeof Limits>()
  return {
    limits: {
      ...all,
      pagesDrawnAhead: 0,
      maxTextPages: 70,
      get textPageMs() {
        if (hurried.portions === 0) return all.textPageMs
        hurried.portions -= 1
        return 3000
      },
    },
  }
})

const reader = vi.hoisted(() => ({ newerBy: 0 }))
vi.mock('#server/reading/reader-version.ts', async importOriginal => {
  const original = await importOriginal<typeof ReaderVersion>()
  return {
    ...original,
    get textReader() {
      return original.textReader + reader.newerBy
    },
  }
})

const printed = fs.readFileSync(
  fileURLToPath(new URL('../../../test/fixtures/sheets/text-chromium.pdf', import.meta.url)),
)
const later = () => new Date(Date.now() + limits.unusedFileGraceMs + 60_000)
const untilRead = { timeout: 60_000, interval: 100 }

const font = fileURLToPath(
  new URL(
    '../../../node_modules/@fontsource/vazirmatn/files/vazirmatn-arabic-400-normal.woff',
    import.meta.url,
  ),
)

/** A picture with these two lines, a fifth and three fifths down. */
async function pictureOf(...lines: [string, string]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [300, 150], margin: 0 })
  pdf.font(font).fontSize(14)
  for (const [index, line] of lines.entries())
    pdf.text(line, 20, 30 + index * 60, { width: 260, align: 'right', features: ['rtla'] })
  pdf.end()
  const pages = await openPages(sourceOfBytes(await collect(bytesOfPdf(pdf))))
  const { width, height, pixels } = pages.drawPixels(1, 900)
  pages.close()
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** The steps of a job that runs here. */
function stepsHere(kysely: TestApp['database']['kysely']): JobSteps {
  const { signal } = new AbortController()
  const kept = new Set<string>()
  return {
    id: 'any',
    interruptions: 0,
    signal,
    write: act => kysely.transaction().execute(act),
    async once(name, result, work) {
      if (kept.has(name)) return result.parse(null)
      kept.add(name)
      return work()
    },
    inThread: step => runInThread(step, signal),
    remark() {},
    progress() {},
  }
}

describeEachEngine('the text of pages', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn()
  })
  afterAll(() => site.close())

  const texts = () => site.services.files.pageTexts
  const progressOf = async (sha256: string) => (await texts().progressOf([sha256])).get(sha256)
  const textsOf = async (sha256: string) => {
    const { kysely } = site.database
    const rows = kysely.selectFrom('pageTexts').select('text').where('fileHash', '=', sha256)
    return (await rows.orderBy('page').execute()).map(({ text }) => text)
  }
  const untilEnded = async (sha256: string) => {
    await expect.poll(async () => (await progressOf(sha256))?.isEnded, untilRead).toBe(true)
  }

  async function addBook(bytes: Buffer): Promise<{ sha256: string; id: string }> {
    const { url } = await site.services.files.store(streamOf(bytes), { name: 'كتاب.pdf' })
    const book = await staff.send('POST', '/api/books', bookInput({ directLink: url }))
    expect(book.statusCode, book.body).toBe(201)
    return { sha256: sha256Of(bytes), id: book.json().data.id }
  }

  it('is there after a book is written, each word with its place, and goes with the file', async () => {
    const { sha256, id } = await addBook(printed)
    await untilEnded(sha256)
    const page = await texts().of(sha256, 1)
    expect(page).toMatchObject({ source: 'layer', isSearched: true })
    const words = page?.text.split(/[ \n]/) ?? []
    expect(words.slice(0, 4)).toEqual(['نستنتج', 'مما', 'سبق', 'أن'])
    expect(page?.boxes).toHaveLength(words.length)
    /* From right to left, on one line. */
    const [first, second] = page?.boxes ?? []
    expect(first?.[0]).toBeGreaterThan((second?.[0] ?? 1) + (second?.[2] ?? 1))
    expect(first?.[1]).toBeCloseTo(second?.[1] ?? 0, 2)
    expect(await progressOf(sha256)).toMatchObject({ pageCount: 1, searched: 1, unsure: [], failure: null })

    const ids = [id, (await addBook(printed)).id].toSorted()
    for (const [index, each] of ids.entries()) {
      const named = await findReadFile(site.database.kysely, sha256)
      expect(named?.record.id, 'a record that is there').toBe(ids[index])
      await staff.send('DELETE', `/api/books/${each}`)
    }
    const records = ids.map(each => ({ kind: 'book', id: each }))
    await (await site.signIn('admin')).send('POST', apiPaths.trashPurges, { records })
    await sweepFiles(site.services.files.parts, true, later())
    expect(await textsOf(sha256)).toEqual([])
    expect(await progressOf(sha256)).toBeUndefined()
  }, 90_000)

  it('is read of an exam from its picture, where the words stand on it', async () => {
    const picture = await pictureOf('العلوم', 'الرياضيات')
    const { url } = await site.services.files.store(streamOf(picture), { name: '1.png' })
    const cover = await sharp(picture).negate({ alpha: false }).png().toBuffer()
    const { url: image } = await site.services.files.store(streamOf(cover), { name: '2.png' })
    await staff.send('POST', '/api/books', bookInput({ image }))
    const exam = await staff.send('POST', '/api/ministerial-exams', examInput({ files: [url] }))
    expect(exam.statusCode, exam.body).toBe(201)
    await untilEnded(sha256Of(picture))
    const page = await texts().of(sha256Of(picture), 1)
    expect(page).toMatchObject({ source: 'picture', isSearched: true, text: 'العلوم\nالرياضيات' })
    expect(page?.boxes.map(([, top]) => Math.round(top * 10))).toEqual([2, 6])
    expect(await progressOf(sha256Of(cover)), 'a cover is no page').toBeUndefined()
  }, 90_000)

  it('of too many pages is that of the first ones, and says so', async () => {
    const { sha256 } = await addBook(makeManyPages(10_000))
    await untilEnded(sha256)
    expect(await textsOf(sha256)).toEqual(Array.from({ length: 70 }, (_, index) => String(index + 1)))
    expect((await progressOf(sha256))?.failure).toMatch(/أول ٧٠ صفحة من ١٠٬٠٠٠/)
  }, 90_000)

  it('is missing of a page that breaks the reader, and of no other one', async () => {
    hurried.portions = 1
    const { sha256 } = await addBook(makeGreedyPdf())
    await untilEnded(sha256)
    expect(await progressOf(sha256)).toMatchObject({ pageCount: 2, searched: 1, unsure: [1], failure: null })
    const { jobs } = (await staff.send('GET', '/api/jobs?kind=read-page-texts')).json()
    expect(jobs.map((job: { state: string }) => job.state)).not.toContain('failed')
  }, 90_000)

  it('is read on from the page at which the process went away again and again, and anew by a newer reader', async () => {
    await site.services.jobRunner.close()
    const { sha256 } = await addBook(makeManyPages(5))
    const { kysely } = site.database
    const untilText = async (page: number, text: string) => {
      await expect.poll(async () => (await texts().of(sha256, page))?.text, untilRead).toBe(text)
    }
    const run = async (until: () => Promise<unknown>) => {
      const runner = await startJobRunner({
        database: site.database,
        handlers: jobHandlers(site.services),
        log: pino({ level: 'silent' }),
      })
      await until()
      await runner.close()
    }
    await kysely.updateTable('jobs').set({ interruptions: 4 }).where('key', '=', sha256).execute()
    await run(() => untilEnded(sha256))
    expect(await textsOf(sha256)).toEqual(['', '2', '3', '4', '5'])
    expect((await progressOf(sha256))?.unsure).toEqual([1])
    await kysely
      .updateTable('pageTextFiles')
      .set({ readerVersion: 0 })
      .where('fileHash', '=', sha256)
      .execute()
    await site.services.files.pageTexts.adopt(new AbortController().signal)
    await run(() => untilText(1, '1'))
    expect((await progressOf(sha256))?.unsure).toEqual([])
  }, 90_000)

  it('of files that were given up is read once more after an upgrade, what was read of others stays', async () => {
    await site.services.jobRunner.close()
    const { kysely } = site.database
    const sound = (await addBook(makeManyPages(2))).sha256
    const givenUp = (await addBook(makeManyPages(4))).sha256
    const known = { pageCount: 2, layerPages: 2, isEnded: true, readerVersion: textReader }
    const unread = {
      source: 'layer',
      quality: 0,
      text: '',
      boxes: packBoxes([]),
      readerVersion: textReader,
    } as const
    await kysely
      .insertInto('pageTextFiles')
      .values({ fileHash: sound, ...known })
      .execute()
    await kysely
      .insertInto('pageTextFiles')
      .values({ fileHash: givenUp, ...known, pageCount: 4, brokenPages: 3, failure: 'توقفت' })
      .execute()
    const rows = [1, 2, 3].map(page => ({ fileHash: givenUp, page, ...unread }))
    await kysely
      .insertInto('pageTexts')
      .values([...rows, { fileHash: sound, page: 1, ...unread }])
      .execute()
    await tryAgain(kysely as unknown as Kysely<unknown>)
    expect(await progressOf(sound)).toMatchObject({ isEnded: true, unsure: [1] })
    expect(await progressOf(givenUp)).toMatchObject({ isEnded: false, failure: null, unsure: [] })

    const { signal } = new AbortController()
    const steps = stepsHere(kysely)
    const last = await texts().read(givenUp, 'layer', steps)
    if (last) await kysely.transaction().execute(last)
    expect(await textsOf(givenUp)).toEqual(['1', '2', '3', '4'])
    await sql`update page_text_files set is_ended = false where file_hash = ${givenUp}`.execute(kysely)
    await sql`delete from jobs`.execute(kysely)
    await texts().adopt(signal)
    const wanted = await kysely.selectFrom('jobs').select('key').execute()
    expect(wanted.map(({ key }) => key)).toContain(givenUp)
    expect(wanted.map(({ key }) => key)).not.toContain(sound)
  }, 90_000)

  it('is read anew by a newer reader that comes while a job is under way', async () => {
    const { sha256 } = await addBook(makeManyPages(3))
    const { kysely } = site.database
    const steps = stepsHere(kysely)
    const read = async () => {
      const last = await texts().read(sha256, 'layer', steps)
      if (last) await kysely.transaction().execute(last)
      return (await progressOf(sha256))?.isEnded
    }
    expect(await read()).toBe(true)
    reader.newerBy = 1
    expect(await read()).toBe(true)
    reader.newerBy = 0
  }, 90_000)
})
