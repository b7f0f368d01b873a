import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256OfDigest } from '#contract/digest.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'
import { examInput } from '#test/factories.ts'

const elsewhere = 'https://files.example/1.jpg'
let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

async function storeImage(format: 'jpeg' | 'png' | 'webp', width: number, height: number): Promise<string> {
  const bytes = await makeImage(format, width, height)
  return (await site.services.files.store(streamOf(bytes), { name: `صفحة.${format}` })).url
}

async function createExam(files: string[], title = 'أسئلة الرياضيات'): Promise<string> {
  return (await site.services.exams.create(examInput({ files, title, releaseYear: 2026 }), systemActor)).id
}

async function read(id: string, headers: Record<string, string> = {}, remoteAddress = '198.51.100.1') {
  return site.app.inject({ method: 'GET', url: paths.examPdf(id), headers, remoteAddress })
}

/** The shape of every page, by a PDF engine of its own. Shape: height over width, in percent. */
async function pageShapes(bytes: Buffer): Promise<number[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const shapes = [...document.pages()].map(page => {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    return Math.round((originalHeight / originalWidth) * 100)
  })
  document.destroy()
  library.destroy()
  return shapes
}

it('gives the images of an exam as one PDF, in order, under an Arabic name', async () => {
  const files = [await storeImage('jpeg', 600, 900), elsewhere, await storeImage('webp', 600, 300)]
  const id = await createExam(files)
  const response = await read(id)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  const disposition = String(response.headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('أسئلة الرياضيات، ٢٠٢٦، الدور الأول.pdf')
  expect(await pageShapes(response.rawPayload)).toEqual([150, 50])
})

it('tells its size before it is downloaded, and none where there is no PDF', async () => {
  const { exams, examPdfs } = site.services
  const id = await createExam([await storeImage('webp', 700, 990), await storeImage('jpeg', 601, 900)])
  const size = await examPdfs.size(await exams.get(id))
  expect(size).toBe((await read(id)).rawPayload.length)
  expect(await examPdfs.size(await exams.get(await createExam([elsewhere])))).toBeUndefined()
})

it('resumes a broken download and answers 304 to who has the file', async () => {
  const id = await createExam([await storeImage('png', 500, 700)])
  const whole = await read(id)
  const tag = String(whole.headers.etag)
  expect((await read(id, { 'if-none-match': tag })).statusCode).toBe(304)
  const rest = await read(id, { range: 'bytes=100-', 'if-range': tag })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(100))).toBe(true)
  expect((await read(id, { range: 'bytes=99999999-' })).statusCode).toBe(416)
  const head = await site.app.inject({ method: 'HEAD', url: paths.examPdf(id) })
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  expect(head.body).toBe('')
})

it('names the SHA-256 of all its bytes, also with a part of them and before they are asked for', async () => {
  const id = await createExam([await storeImage('jpeg', 520, 700)])
  const head = await site.app.inject({ method: 'HEAD', url: paths.examPdf(id) })
  const whole = await read(id)
  const part = await read(id, { range: 'bytes=10-19' })
  for (const { headers } of [head, whole, part])
    expect(sha256OfDigest(String(headers['repr-digest']))).toBe(sha256Of(whole.rawPayload))
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true)
})

it('is made anew when the exam changes', async () => {
  const [one, two] = [await storeImage('jpeg', 500, 700), await storeImage('jpeg', 500, 500)]
  const id = await createExam([one])
  const before = await read(id)
  await site.services.exams.update(id, examInput({ files: [two, one], releaseYear: 2026 }), systemActor)
  const after = await read(id, { 'if-none-match': String(before.headers.etag) })
  expect(after.statusCode).toBe(200)
  expect(await pageShapes(after.rawPayload)).toEqual([100, 140])
})

it('has equal bytes wherever it is made, so that another process can finish a download', async () => {
  const files = [await storeImage('jpeg', 400, 600), await storeImage('png', 400, 500)]
  const id = await createExam(files)
  const first = await read(id)
  const other = await openTestApp()
  const row = await site.database.kysely
    .selectFrom('exams')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const [format, width, height] of [
    ['jpeg', 400, 600],
    ['png', 400, 500],
  ] as const) {
    await other.services.files.store(streamOf(await makeImage(format, width, height)), {
      name: `صفحة.${format}`,
    })
  }
  await other.database.kysely.insertInto('exams').values(row).execute()
  const second = await other.app.inject({ url: paths.examPdf(id) })
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  await other.close()
})

it('answers 404 for an exam that is not there, or has no image of ours', async () => {
  expect((await read('0000000000000000')).json().code).toBe('exam_not_found')
  expect((await read('..%2f..%2fx')).statusCode).toBe(404)
  const id = await createExam([elsewhere])
  expect((await read(id)).json().code).toBe('file_not_found')
})

it('makes few at once and asks the others to come back', async () => {
  const image = await storeImage('webp', 700, 1000)
  const crowd = limits.examPdfsAtOnce + limits.examPdfsWaiting + 4
  const ids = await Promise.all(Array.from({ length: crowd }, () => createExam([image, image])))
  const answers = await Promise.all(ids.map((id, index) => read(id, {}, `203.0.113.${index + 1}`)))
  const busy = answers.filter(answer => answer.statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.every(answer => Number(answer.headers['retry-after']) > 0)).toBe(true)
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(crowd - busy.length)
})
