import path from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths, pagePicturePath } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import {
  filesUnder,
  makeImage,
  makeLargePdf,
  makeZip,
  multipartBody,
  sha256Of,
  streamOf,
} from '#test/files.ts'
import { bookInput, resultInput } from '#test/factories.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { makeScan } from '#test/scans.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { sweepFiles } from './housekeeping.ts'
import { scrubFiles } from './scrub.ts'

let server: TestS3Server
let test: TestApp
let staff: TestStaff

beforeAll(async () => {
  server = await startS3Server()
  test = await openTestApp({
    environment: {
      S3_ENDPOINT: server.config.endpoint ?? '',
      S3_BUCKET: server.config.bucket,
      S3_ACCESS_KEY_ID: server.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.config.secretAccessKey,
      FILES_REDIRECT: `${server.config.endpoint}/${server.config.bucket}/`,
    },
  })
  staff = await test.signIn('editor')
})

afterAll(async () => {
  await test.close()
  await server.stop()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers })

describe('the whole product over an S3 bucket', () => {
  it('takes a file, hands out its parts and its smaller pictures', async () => {
    const image = await makeImage('png', 400, 300)
    const { payload, headers } = multipartBody([{ name: 'files', filename: 'غلاف.png', content: image }])
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/files/new',
      payload,
      headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { url } = answer.json().files[0].file
    expect((await get(url)).rawPayload.equals(image)).toBe(true)
    const part = await get(url, { range: 'bytes=10-29' })
    expect([part.statusCode, part.rawPayload.equals(image.subarray(10, 30))]).toEqual([206, true])
    const picture = await get(`/files/${sha256Of(image)}/w/160.webp`)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  it('takes a resumable upload, and leaves neither pieces nor temporary files', async () => {
    const base = await test.listen()
    const pdf = await makeLargePdf(2_000_000)
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(pdf, {
        endpoint: `${base}/api/files/uploads`,
        chunkSize: 1_000_000,
        retryDelays: null,
        metadata: { name: 'كتاب.pdf', kind: 'pdf' },
        headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
      })
      upload.start()
    })
    const result = await staff.send('GET', `/api/files/uploads/${url.split('/').at(-1)}/result`)
    expect(result.json().file.url).toContain(sha256Of(pdf))
    expect((await get(result.json().file.url)).rawPayload.equals(pdf)).toBe(true)
    const { parts } = test.services.files
    for await (const piece of parts.objects.list('pieces/')) expect.fail(piece.key)
    await expect
      .poll(() => filesUnder(path.join(test.services.config.dataDir, 'files')), { timeout: 10_000 })
      .toEqual([])
  })

  it('draws a page of a PDF that lies in the bucket', async () => {
    const { files } = test.services
    const pdf = makeManyPages(2)
    await files.store(streamOf(pdf), { name: 'كتاب.pdf' })
    for (const page of [1, 2])
      expect((await get(pagePicturePath(sha256Of(pdf), page, 840))).statusCode).toBe(200)
    const [drawn] = await Array.fromAsync(
      files.parts.objects.list(`renditions/${sha256Of(pdf).slice(0, 2)}/${sha256Of(pdf)}/p2-`),
    )
    expect(drawn?.size).toBeGreaterThan(0)
    expect(filesUnder(files.parts.incoming), 'one copy for both pages').toHaveLength(1)
  })

  it('is sound when scrubbed, and forgets what nobody uses', async () => {
    const { parts } = test.services.files
    expect((await scrubFiles(parts)).findings).toEqual([])
    const later = new Date(Date.now() + limits.unusedFileGraceMs + 60_000)
    expect((await sweepFiles(parts, false, later)).unusedFiles).toBe(3)
    for await (const object of parts.objects.list('')) expect.fail(object.key)
  })

  it('holds the light copy of a scan, gives parts of it, and lets it go with its file', async () => {
    const { files, jobRunner } = test.services
    const { url } = await files.store(streamOf(await makeScan(2)), { name: 'كتاب.pdf' })
    const added = await staff.send('POST', '/api/books', bookInput({ directLink: url, image: undefined }))
    const { id } = added.json().data
    const lightOf = async () => (await get(`/api/books/${id}`)).json().data.file.light
    await expect.poll(lightOf, { timeout: 240_000, interval: 500 }).toBeDefined()
    await jobRunner.close()
    const { url: light, size } = await lightOf()
    const whole = await get(light)
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, size])
    const part = await get(light, { range: 'bytes=1000-1999' })
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(1000, 2000)])

    await staff.send('DELETE', `/api/books/${id}`)
    const admin = await test.signIn('admin')
    await admin.send('POST', apiPaths.trashPurges, { records: [{ kind: 'book', id }] })
    const later = () => new Date(Date.now() + limits.unusedFileGraceMs + 60_000)
    expect((await sweepFiles(files.parts, false, later())).unusedFiles).toBe(1)
    expect((await sweepFiles(files.parts, false, later())).unusedFiles).toBe(1)
    for await (const object of files.parts.objects.list('')) expect.fail(object.key)
  }, 300_000)

  it('reaches the sheets of an archive that lies in the bucket by ranges, and leaves no copy of it', async () => {
    const { files, results, jobRunner } = test.services
    await jobRunner.close()
    const pdfs = [await makeLargePdf(1_000_000), makeManyPages(3)]
    /* What was read a moment ago is kept here for a while. */
    const earlier = filesUnder(files.parts.incoming)
    const zip = await makeZip({ 'ثانوية النور.pdf': pdfs[0] ?? '', 'متوسطة دجلة.pdf': pdfs[1] ?? '' })
    const { url } = await files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
    const added = await staff.send('POST', '/api/results', resultInput({ directLink: url }))
    const { id } = added.json().data
    const reads = vi.spyOn(files.parts.objects, 'read')
    const run = { signal: new AbortController().signal, progress: () => undefined }
    const write = await results.sheets.open(id, run)
    const ranges = reads.mock.calls.filter(([key]) => key.includes(sha256Of(zip))).map(([, range]) => range)
    reads.mockRestore()
    if (write === undefined) throw new Error('the result has no archive')
    await test.database.kysely.transaction().execute(write)

    expect(ranges.length).toBeGreaterThan(0)
    expect(ranges).not.toContain(undefined)
    const { sheets } = (await get(`/api/results/${id}/sheets`)).json().data
    expect(sheets.map(({ school }: { school: string }) => school)).toEqual(['ثانوية النور', 'متوسطة دجلة'])
    for (const [at, pdf] of pdfs.entries())
      expect((await get(sheets[at].url)).rawPayload.equals(pdf)).toBe(true)
    expect(filesUnder(files.parts.incoming).filter(name => !earlier.includes(name))).toEqual([])
  })
})

describe('what a browser saves from a bucket that it can reach', () => {
  const opened = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*' }
  const nameOf = (answer: Response) => decodeURIComponent(answer.headers.get('content-disposition') ?? '')
  let zip: Buffer
  let url: string
  let id: string

  beforeAll(async () => {
    zip = await makeZip({ 'ثانوية الرافدين.pdf': makeManyPages(1) })
    url = (await test.services.files.store(streamOf(zip), { name: "نتائج (البصرة)'!*.zip", kind: 'zip' })).url
    const added = await staff.send('POST', '/api/results', resultInput({ directLink: url, city: 'ميسان' }))
    id = added.json().data.id
  })

  it('comes from there: whole, in parts, its headers alone, and nobody else by that address', async () => {
    const answer = await get(url, opened)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store'])
    const address = String(answer.headers.location)
    expect(new URL(address).origin).toBe(server.config.endpoint)
    const whole = await fetch(address)
    expect(Buffer.from(await whole.arrayBuffer()).equals(zip)).toBe(true)
    expect(whole.headers.get('content-type')).toBe('application/zip')
    expect(whole.headers.get('cache-control')).toContain('private')
    expect(nameOf(whole)).toContain('attachment')
    expect(nameOf(whole)).toContain('نتائج (البصرة)')
    const part = await fetch(address, { headers: { range: 'bytes=5-9' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, zip.subarray(5, 10)])
    const head = await test.app.inject({ method: 'HEAD', url, headers: opened })
    const { status, headers } = await fetch(String(head.headers.location), { method: 'HEAD' })
    expect([head.statusCode, status, headers.get('content-length')]).toEqual([302, 200, `${zip.length}`])
    expect((await get(url, opened)).headers.location, 'the same for a while').toBe(address)
    const seconds = Number(new URL(address).searchParams.get('X-Amz-Expires'))
    expect(seconds).toBeLessThanOrEqual(2 * 60 * 60)
    for (const [from, to] of [
      [/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'],
      [/attachment/, 'inline'],
      [/objects/, 'facts'],
    ] as const)
      expect((await fetch(address.replace(from, to))).status, to).toBe(403)
  })

  it('comes from here where a script asks, a condition names our tag, or it is to be shown', async () => {
    const image = await makeImage('png', 40, 30)
    const picture = (await test.services.files.store(streamOf(image), { name: 'صورة.png' })).url
    const cases: [string, Record<string, string>][] = [
      [url, {}],
      [url, { ...opened, 'sec-fetch-mode': 'cors', accept: '*/*' }],
      [url, { ...opened, range: 'bytes=5-9', 'if-range': `"${sha256Of(zip)}"` }],
      [picture, opened],
    ]
    for (const [address, headers] of cases) {
      const answer = await get(address, headers)
      expect([200, 206], JSON.stringify(headers)).toContain(answer.statusCode)
      expect(answer.headers).not.toHaveProperty('location')
    }
    expect((await get(url, { ...opened, 'if-none-match': `"${sha256Of(zip)}"` })).statusCode).toBe(304)
  })

  it('comes from here when no record shows it at this moment', async () => {
    const unused = await test.services.files.store(streamOf(await makeZip({ a: 'a' })), { name: 'a.zip' })
    expect((await get(unused.url, opened)).statusCode).toBe(200)
    for (const [state, expected] of [
      ['draft', 200],
      ['published', 302],
    ] as const) {
      const records = [{ kind: 'result', id }]
      const said = await staff.send('POST', apiPaths.publications, { records, state })
      expect(said.statusCode, said.body).toBe(200)
      expect((await get(url, opened)).statusCode, state).toBe(expected)
    }
    await staff.send('DELETE', `/api/results/${id}`)
    expect((await get(url, opened)).statusCode, 'deleted').toBe(200)
  })
})
