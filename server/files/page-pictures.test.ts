import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, pagePicturePath } from '#contract/paths.ts'
import { pageWidths } from '#contract/page-pictures.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { filesUnder, makeImage, makeTestDirectory, sha256Of, streamOf } from '#test/files.ts'
import { makeEndlessPdf, makeGreedyPdf, makeManyPages } from '#test/pdf-pages.ts'
import { createFilesService } from './files.service.ts'
import type { FilesService } from './files.service.ts'
import { sweepFiles } from './housekeeping.ts'
import { createPagePictures } from './page-pictures.ts'

const later = () => new Date(Date.now() + limits.unusedFileGraceMs + 60_000)

describe('a page of a PDF', () => {
  let site: TestApp

  beforeAll(async () => {
    site = await openTestApp()
  })
  afterAll(() => site.close())

  const store = async (bytes: Buffer) => {
    await site.services.files.store(streamOf(bytes), { name: 'كتاب.pdf' })
    return sha256Of(bytes)
  }
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '198.51.100.1') =>
    site.app.inject({ url, headers, remoteAddress })
  const kept = (sha256: string) =>
    filesUnder(site.services.config.dataDir).filter(name => name.includes(`${sha256}/p`))

  it('comes in each width, small enough for its line, and is kept for ever by whoever has it', async () => {
    const sha256 = await store(makeManyPages(3, () => [595, 842]))
    for (const width of pageWidths) {
      const answer = await get(pagePicturePath(sha256, 2, width))
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-robots-tag': 'noindex',
      })
      const { width: drawn, height } = await sharp(answer.rawPayload).metadata()
      expect(drawn).toBe(width)
      expect(height / drawn).toBeCloseTo(842 / 595, 1)
      const tag = String(answer.headers.etag)
      expect((await get(pagePicturePath(sha256, 2, width), { 'if-none-match': tag })).statusCode).toBe(304)
    }
    expect(kept(sha256)).toHaveLength(pageWidths.length)
  })

  it('is not there beyond the last one, in another width, or of what is no PDF', async () => {
    const sha256 = await store(makeManyPages(2))
    const image = await makeImage('png')
    await site.services.files.store(streamOf(image), { name: 'صورة.png' })
    for (const address of [
      pagePicturePath(sha256, 3, 840),
      pagePicturePath(sha256, 0, 840),
      pagePicturePath(sha256, '1.5', 840),
      pagePicturePath(sha256, 1, 841),
      pagePicturePath(sha256Of(image), 1, 840),
      pagePicturePath('0'.repeat(64), 1, 840),
    ])
      expect((await get(address)).statusCode, address).toBe(404)
  })

  it('is drawn ahead when a record names its file, and goes with the file', async () => {
    const staff = await site.signIn()
    const bytes = makeManyPages(12)
    const sha256 = await store(bytes)
    const directLink = `/files/${sha256}/book.pdf`
    const book = await staff.send('POST', '/api/books', bookInput({ directLink }))
    expect(book.statusCode, book.body).toBe(201)
    const drawn = () => kept(sha256).filter(name => name.endsWith('-840.webp')).length
    await expect.poll(drawn, { timeout: 50_000 }).toBe(limits.pagesDrawnAhead)
    expect(await site.services.files.pagePictures.facts(sha256)).toEqual({
      pageCount: 12,
      shapes: [[12, 1415]],
      outline: [],
    })
    const { id } = book.json().data
    await staff.send('DELETE', `/api/books/${id}`)
    await (await site.signIn('admin')).send('POST', apiPaths.trashPurges, { records: [{ kind: 'book', id }] })
    await sweepFiles(site.services.files.parts, true, later())
    expect(filesUnder(site.services.config.dataDir).filter(name => name.includes(sha256))).toEqual([])
  }, 60_000)

  it('is one of ten thousand in a second, and no other one is looked at', async () => {
    const bytes = makeManyPages(10_000, page => (page % 100 === 0 ? [842, 595] : [420, 595]))
    const sha256 = await store(bytes)
    expect((await get(pagePicturePath(sha256, 9_999, 160))).statusCode).toBe(200)
    expect(kept(sha256)).toHaveLength(pageWidths.length)
    const { pageCount, shapes } = await site.services.files.pagePictures.facts(sha256)
    expect([pageCount, shapes.length, shapes[0], shapes[1]]).toEqual([10_000, 200, [99, 1415], [1, 705]])
  })

  it('that cannot be drawn says so, and the other pages of its file come', async () => {
    const sha256 = await store(makeGreedyPdf())
    const answer = await get(pagePicturePath(sha256, 1, 840))
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'page_not_drawn'])
    expect((await get(pagePicturePath(sha256, 2, 840))).statusCode).toBe(200)
  })

  it('is drawn however long its file took to come, also when others of it cannot be drawn', async () => {
    const sha256 = await store(makeManyPages(limits.maxSlowPages + 1, page => [page > 1 ? 10 : 420, 595]))
    const { parts, find, open } = site.services.files
    let lateMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs)
    const pages = createPagePictures(parts, find, async wanted => {
      lateMs += limits.pageDrawMs
      return open(wanted)
    })
    for (let page = 2; page <= limits.maxSlowPages + 1; page += 1)
      await expect(pages.get(sha256, page, 160)).rejects.toMatchObject({ code: 'page_not_drawn' })
    expect(await pages.get(sha256, 1, 160)).toBeInstanceOf(Buffer)
    clock.mockRestore()
    await pages.close()
  })

  it('that takes too long altogether sends whoever waits away, and is there when they come back', async () => {
    const sha256 = await store(makeManyPages(2))
    const { parts, find, open } = site.services.files
    const came = Promise.withResolvers<undefined>()
    const waitMs = 50
    const slowly = async (wanted: string) => {
      await came.promise
      return open(wanted)
    }
    const pages = createPagePictures(parts, find, slowly, limits.pageDrawMs, waitMs)
    const [picture, jpeg] = [`${parts.incoming}/late.jpg`, `${parts.incoming}/soon.jpg`]
    const asked = [
      pages.get(sha256, 1, 160, 'visitor'),
      pages.strip(sha256, 1, 0, 'visitor'),
      pages.sheetText(sha256, 1, 'visitor'),
      pages.drawJpeg(sha256, 1, picture, 'visitor'),
    ]
    const told = await Promise.race([
      Promise.allSettled(asked).then(all => all.map(one => one.status === 'rejected' && one.reason.code)),
      wait(100 * waitMs),
    ])
    const ofJob = pages.get(sha256, 1, 160)
    came.resolve(undefined)
    expect(told).toEqual(['busy', 'busy', 'busy', 'busy'])
    expect(await ofJob, 'a job waits as long as it takes').toBeInstanceOf(Buffer)
    await expect.poll(() => pages.get(sha256, 1, 160, 'visitor').catch(() => 'busy')).toBeInstanceOf(Buffer)
    await pages.drawJpeg(sha256, 1, jpeg)
    await expect.poll(() => filesUnder(parts.incoming)).toEqual(['soon.jpg'])
    await pages.close()
    fs.rmSync(jpeg)
  })

  it('of a file that cannot be told of in time says that at once to whoever wants to read it', async () => {
    const sha256 = await store(makeManyPages(6))
    const { parts, find, open } = site.services.files
    const pages = createPagePictures(parts, find, open, 1)
    await expect(pages.facts(sha256)).rejects.toMatchObject({ code: 'page_not_drawn' })
    await expect(pages.factsSoon(sha256)).rejects.toMatchObject({ code: 'pages_too_slow' })
    await pages.close()
  })

  it('that hangs is cut, and is not tried again for a while', async () => {
    const [sound, endless] = [await store(makeManyPages(1)), await store(makeEndlessPdf())]
    const [described, unknown] = [await store(makeManyPages(4)), await store(makeManyPages(5))]
    const { parts, find, open, pagePictures } = site.services.files
    await pagePictures.facts(described)
    /* However busy the machine is, time passes here alone. */
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const passUntil = async (isOver: () => boolean, stepMs: number) => {
      const passes = () => {
        if (!isOver()) vi.advanceTimersByTime(stepMs)
        return isOver()
      }
      await expect.poll(passes).toBe(true)
    }
    const opened = vi.fn<typeof open>(open)
    const pages = createPagePictures(parts, find, opened)
    const tries = () => opened.mock.calls.filter(([sha256]) => sha256 === endless).length
    expect(await pages.get(sound, 1, 160)).toBeInstanceOf(Buffer)
    const over: string[] = []
    const ask = (what: string, asked: Promise<unknown>) =>
      asked.then(
        () => over.push(what),
        (error: unknown) => over.push(`${what}: ${errorCodeOf(error)}`),
      )
    void ask('page', pages.get(endless, 1, 840))
    /* To be described, and to be drawn. */
    await expect.poll(tries).toBe(2)
    void ask('facts', pages.facts(described))
    await expect.poll(() => over, { message: 'what waits for no page that hangs' }).toEqual(['facts'])
    void ask('unknown', pages.factsSoon(unknown))
    await passUntil(() => over.length > 1, limits.pageSizeWaitMs / 4)
    expect(over).toEqual(['facts', 'unknown: busy'])
    await passUntil(() => over.length > 2, limits.pageDrawMs)
    expect(over.slice(2)).toEqual(['page: page_not_drawn'])
    await expect(pages.get(endless, 1, 840)).rejects.toMatchObject({ code: 'page_not_drawn' })
    expect(tries(), 'another try would last as long').toBe(2)
    /* It may have been the machine that was busy. */
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + limits.slowPagePauseMs)
    void ask('again', pages.get(endless, 1, 840))
    await expect.poll(tries).toBe(3)
    clock.mockRestore()
    await passUntil(() => over.length > 3, limits.pageDrawMs)
    expect(over.slice(3)).toEqual(['again: page_not_drawn'])
    await pages.close()
    expect(filesUnder(parts.incoming)).toEqual([])
  })
})

describeEachEngine('the drawing of pages', (open, engine) => {
  let database: TestDatabase
  let dataDir: string
  let houses: FilesService[]

  beforeEach(async () => {
    database = await open()
    dataDir = makeTestDirectory()
    const over = async (one: typeof database) =>
      createFilesService({
        database: one,
        config: { dataDir, objectStore: undefined, siteUrl: undefined },
        log: pino({ level: 'silent' }),
        keepsHouse: false,
      })
    houses = [await over(database)]
    /* A server may have two processes over one store. */
    if (engine === 'postgres') {
      const second = (await openDatabase(database.options)) as TestDatabase
      houses.push(await over(second))
    }
  })

  afterEach(async () => {
    for (const house of houses) await house.close()
    for (const house of houses.slice(1)) await house.parts.database.close()
    await database.cleanup()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  it('is done once for a crowd, in however many processes', async () => {
    const bytes = makeManyPages(3)
    await houses[0]?.store(streamOf(bytes), { name: 'كتاب.pdf' })
    const puts = houses.map(house => vi.spyOn(house.parts.objects, 'put'))
    const crowd = Array.from({ length: 100 }, (_, index) =>
      houses.map((house, at) => house.pagePictures.get(sha256Of(bytes), 2, 840, `visitor ${index}-${at}`)),
    )
    const pictures = await Promise.all(crowd.flat())
    expect(new Set(pictures.map(sha256Of)).size).toBe(1)
    const stored = puts
      .flatMap(({ mock }) => mock.calls.map(([key]) => key))
      .filter(key => key.includes('/p2-'))
    expect(stored).toHaveLength(pageWidths.length)
  })

  it('is cut once for a crowd on one strip', async () => {
    const bytes = makeManyPages(4)
    const [house] = houses
    if (!house) throw new Error('there is no house')
    await house.store(streamOf(bytes), { name: 'كتاب.pdf' })
    const put = vi.spyOn(house.parts.objects, 'put')
    const strips = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        house.pagePictures.strip(sha256Of(bytes), 2, 1, `visitor ${index}`),
      ),
    )
    expect(new Set(strips.map(sha256Of)).size).toBe(1)
    expect(put.mock.calls.filter(([key]) => key.includes('strip'))).toHaveLength(1)
  })
})
