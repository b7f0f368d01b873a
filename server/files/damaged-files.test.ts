import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiPaths, staffApiPath } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { filesUnder, makeImage, makePdf, multipartBody, sha256Of } from '#test/files.ts'
import { newsInput } from '#test/news-input.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'

const stores = [
  { store: 'a disk', engine: 'pglite' as const },
  { store: 'an S3 server', engine: hasPostgres() ? ('postgres' as const) : ('pglite' as const) },
]

describe.each(stores)('a damaged file on $store', ({ store, engine }) => {
  let server: TestS3Server | undefined
  let test: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    if (store !== 'a disk') server = await startS3Server()
    test = await openTestApp({
      engine,
      environment:
        server === undefined
          ? {}
          : {
              S3_ENDPOINT: server.config.endpoint ?? '',
              S3_BUCKET: server.config.bucket,
              S3_ACCESS_KEY_ID: server.config.accessKeyId,
              S3_SECRET_ACCESS_KEY: server.config.secretAccessKey,
            },
    })
    test.expectError('file_damaged')
    test.expectError('a damaged file was found')
    staff = await test.signIn('editor')
  })

  afterAll(async () => {
    await test.close()
    await server?.stop()
  })

  async function upload(filename: string, content: Buffer): Promise<string> {
    const { payload, headers } = multipartBody([{ name: 'files', filename, content }])
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/files/new',
      payload,
      headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().files[0].file.url
  }

  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers })

  async function keyOf(prefix: string, part: string): Promise<string> {
    for await (const { key } of test.services.files.parts.objects.list(prefix))
      if (key.includes(part)) return key
    throw new Error(`No object ${part}`)
  }

  /** Writes other bytes where the store keeps an object. */
  async function overwrite(key: string, bytes: Buffer): Promise<void> {
    const local = path.join(os.tmpdir(), `rafid-test-${randomBytes(8).toString('hex')}`)
    fs.writeFileSync(local, bytes)
    await test.services.files.parts.objects.put(key, local, 'application/octet-stream')
    fs.rmSync(local, { force: true })
  }

  async function expectRefused(url: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await get(url, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'file_damaged'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.etag).toBeUndefined()
    expect(answer.headers['accept-ranges']).toBeUndefined()
  }

  it('is refused, whatever part of it is asked for, and served again after the same bytes came again', async () => {
    const pdf = await makePdf(30)
    const url = await upload('كتاب.pdf', pdf)
    expect((await get(url)).headers['cache-control']).toContain('immutable')
    await overwrite(await keyOf('objects/', sha256Of(pdf)), randomBytes(pdf.length))
    await expectRefused(url)
    await expectRefused(url, { range: 'bytes=0-9' })
    await expectRefused(url, { 'if-none-match': `"${sha256Of(pdf)}"` })
    expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(503)
    const known = { sha256: sha256Of(pdf), size: pdf.length }
    expect((await staff.send('POST', '/api/files/known', known)).json()).toEqual({ file: null })
    expect(await upload('كتاب.pdf', pdf)).toBe(url)
    const again = await get(url)
    expect([again.statusCode, again.rawPayload.equals(pdf)]).toEqual([200, true])
    expect(again.headers['cache-control']).toContain('immutable')
    expect((await staff.send('POST', '/api/files/known', known)).json().file).toMatchObject({ url })
  })

  it('is refused when it was cut, and when it is gone', async () => {
    const pdf = await makePdf(20)
    const url = await upload('أ.pdf', pdf)
    const key = await keyOf('objects/', sha256Of(pdf))
    await overwrite(key, pdf.subarray(0, 1000))
    await expectRefused(url)
    await test.services.files.parts.objects.remove(key)
    await expectRefused(url)
    await upload('أ.pdf', pdf)
    expect((await get(url)).rawPayload.equals(pdf)).toBe(true)
  })

  it('is told to staff in the overview, the list, the record and the log, until it is sound again', async () => {
    const pdf = await makePdf(10)
    const cover = await makeImage('png', 200, 300)
    const directLink = await upload('ملزمة.pdf', pdf)
    const image = await upload('غلاف.png', cover)
    const made = await staff.send('POST', '/api/books', {
      title: 'كتاب الأحياء',
      subject: 'BIOLOGY',
      stage: 'SIXTH_PREPARATORY',
      releaseYear: 2026,
      keywords: ['أحياء'],
      description: 'وصف الكتاب كله',
      directLink,
      image,
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json().data ?? made.json()
    const attention = async () => (await staff.send('GET', '/api/stats/attention')).json().damaged.books
    const listed = async () => {
      const body = (await staff.send('GET', '/api/books?missing=damaged')).json()
      return body.data.books.map((book: { id: string }) => book.id)
    }
    const log = async () => {
      const body = JSON.stringify((await staff.send('GET', '/api/auditlog')).json())
      return [body.includes('وُجد الملف «ملزمة.pdf» تالفاً'), body.includes('عاد الملف «ملزمة.pdf» سليماً')]
    }
    expect([await attention(), await listed()]).toEqual([0, []])
    await overwrite(await keyOf('objects/', sha256Of(pdf)), randomBytes(pdf.length))
    await expectRefused(directLink)
    const book = (await get(`/api/books/${id}`)).json()
    expect((book.data ?? book).file).toMatchObject({ url: directLink, damage: 'rotten' })
    expect([await attention(), await listed(), await log()]).toEqual([1, [id], [true, false]])
    await upload('ملزمة.pdf', pdf)
    const mended = (await get(`/api/books/${id}`)).json()
    expect((mended.data ?? mended).file.damage).toBeUndefined()
    expect([await attention(), await listed(), await log()]).toEqual([0, [], [true, true]])
    await overwrite(await keyOf('objects/', sha256Of(cover)), randomBytes(cover.length))
    await expectRefused(image)
    expect([await attention(), await listed()]).toEqual([1, [id]])
    const damagedCover = (await get(`/api/books/${id}`)).json()
    expect((damagedCover.data ?? damagedCover).imageFile).toMatchObject({ url: image, damage: 'rotten' })
    /* The last word on a deleted record is its deletion. */
    await staff.send('DELETE', `/api/books/${id}`)
    await upload('غلاف.png', cover)
    const { logs } = (await staff.send('GET', `/api/auditlog?entityId=${id}`)).json()
    expect(logs[0]).toMatchObject({ action: 'DELETE' })
  })

  it('is told to staff alone where it is a part of a record: of a version, and in a text', async () => {
    const [pdf, picture] = [await makePdf(12), await makeImage('png', 300, 200)]
    const [directLink, src] = [await upload('طبعة.pdf', pdf), await upload('خريطة.png', picture)]
    const version = { title: 'طبعة قديمة', releaseYear: 2024, directLink }
    const block = { type: 'picture', attrs: { src, alt: 'خريطة', width: null, height: null } }
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'نص الخبر' }] }
    const content = { type: 'doc', content: [paragraph, block] }
    const added = [
      await staff.send('POST', apiPaths.books, { ...bookInput(), versions: [version] }),
      await staff.send('POST', apiPaths.news, { ...newsInput(), content }),
    ]
    const [book, item] = added.map(answer => `${answer.json().data.id}`)
    const told = async (path: string) => {
      const answers = [(await staff.send('GET', staffApiPath(path))).json(), (await get(path)).json()]
      return answers.map(({ data: { books, news, ...one } }) => (books ?? news ?? [one])[0].damagedFiles)
    }
    const paths = [apiPaths.books, `${apiPaths.books}/${book}`, apiPaths.news, `${apiPaths.news}/${item}`]
    for (const path of paths) expect(await told(path)).toEqual([undefined, undefined])
    await overwrite(await keyOf('objects/', sha256Of(pdf)), randomBytes(pdf.length))
    await overwrite(await keyOf('objects/', sha256Of(picture)), randomBytes(picture.length))
    await expectRefused(directLink)
    await expectRefused(src)
    const file = { url: directLink, name: 'طبعة.pdf', type: 'application/pdf', damage: 'rotten' }
    const inText = { url: src, name: 'خريطة.png', type: 'image/png', damage: 'rotten' }
    for (const path of paths)
      expect(await told(path)).toEqual([[path.startsWith(apiPaths.books) ? file : inText], undefined])
    await upload('طبعة.pdf', pdf)
    await upload('خريطة.png', picture)
    for (const path of paths) expect(await told(path)).toEqual([undefined, undefined])
  })

  it('has its smaller pictures made again when those are damaged, and keeps those that are sound', async () => {
    const image = await makeImage('png', 400, 300)
    const sha256 = sha256Of(image)
    const url = await upload('صورة.png', image)
    const address = `/files/${sha256}/w/160.webp`
    const picture = await get(address)
    expect(picture.statusCode).toBe(200)
    const key = await keyOf('renditions/', `${sha256}/160.webp`)
    for (const damaged of [
      randomBytes(picture.rawPayload.length + 32),
      Buffer.alloc(5),
      picture.rawPayload,
    ]) {
      await overwrite(key, damaged)
      const again = await get(address)
      expect([again.statusCode, again.rawPayload.equals(picture.rawPayload)]).toEqual([200, true])
    }
    await overwrite(await keyOf('objects/', sha256), randomBytes(image.length))
    await expectRefused(url)
    expect((await get(address)).rawPayload.equals(picture.rawPayload)).toBe(true)
    await overwrite(key, Buffer.alloc(50))
    expect((await get(address)).statusCode).toBe(503)
  })

  it('is read from end to end once, and not again while nobody writes to it', async () => {
    const pdf = await makePdf(15)
    const url = await upload('ب.pdf', pdf)
    const key = await keyOf('objects/', sha256Of(pdf))
    const read = vi.spyOn(test.services.files.parts.objects, 'read')
    /* Pictures that came before are still made smaller. */
    const ownReads = () => read.mock.calls.filter(([name]) => name === key)
    try {
      await get(url)
      await get(url)
      expect(ownReads()).toHaveLength(0)
      await overwrite(key, pdf)
      const answers = await Promise.all(Array.from({ length: 5 }, () => get(url)))
      for (const answer of answers) expect(answer.rawPayload.equals(pdf)).toBe(true)
      expect((await get(url)).headers['cache-control']).toContain('immutable')
      // The same bytes keep their mark in a bucket: there nothing was written as far as anybody can tell.
      expect(ownReads()).toHaveLength(store === 'a disk' ? 1 : 0)
    } finally {
      read.mockRestore()
    }
  })

  it.runIf(store === 'a disk')('is found where a few bytes of it were changed in place', async () => {
    const pdf = await makePdf(12)
    const url = await upload('ج.pdf', pdf)
    const root = path.join(test.services.config.dataDir, 'files', 'store')
    const name =
      filesUnder(root).find(file => file.startsWith('objects') && file.includes(sha256Of(pdf))) ?? ''
    const handle = fs.openSync(path.join(root, name), 'r+')
    fs.writeSync(handle, 'rubbish', 500)
    fs.closeSync(handle)
    await expectRefused(url)
  })
})
