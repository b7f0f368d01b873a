import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DetailedError, Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp, signInAs } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import { sweepFiles } from '../housekeeping.ts'
import { filesUnder, makeImage, makeLargePdf, makePdf, sha256Of } from '#test/files.ts'

let test: TestApp
let staff: TestStaff
let base: string
let store: string

beforeAll(async () => {
  test = await openTestApp()
  base = await test.listen()
  staff = await test.signIn('editor')
  store = path.join(test.services.config.dataDir, 'files', 'store')
})

afterAll(() => test.close())

interface SendOptions {
  name?: string
  kind?: string
  as?: TestStaff
  endpoint?: string
  chunkSize?: number
  retryDelays?: number[]
  uploadUrl?: string
  onProgress?: (sent: number) => void
  sha256?: string
}

interface Sending {
  upload: Upload
  done: Promise<string>
}

function send(content: Buffer, options: SendOptions = {}): Sending {
  const { name = 'كتاب.pdf', kind = 'pdf', as = staff, endpoint = base, chunkSize = 1024 * 1024 } = options
  let settle: { resolve(url: string): void; reject(error: Error): void } | undefined
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const upload = new Upload(content, {
    endpoint: `${endpoint}/api/files/uploads`,
    uploadUrl: options.uploadUrl === undefined ? null : `${endpoint}${options.uploadUrl}`,
    chunkSize,
    retryDelays: options.retryDelays ?? [],
    metadata: { name, kind, ...(options.sha256 !== undefined && { sha256: options.sha256 }) },
    headers: { cookie: as.cookie, 'x-csrf-token': as.csrfToken },
    onProgress: options.onProgress ?? null,
    onSuccess: () => settle?.resolve(upload.url ?? ''),
    onError: error => settle?.reject(error),
  })
  upload.start()
  return { upload, done }
}

function idOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}

async function resultOf(url: string, as = staff) {
  return as.send('GET', `/api/files/uploads/${idOf(url)}/result`)
}

async function unfinished(as = staff) {
  return (await as.send('GET', '/api/files/uploads')).json().uploads
}

/** Stops sending, and waits until the server has put away what was on its way. */
async function breakOff(sending: ReturnType<typeof send>): Promise<void> {
  sending.done.catch(() => undefined)
  await sending.upload.abort()
  let before = -1
  await expect
    .poll(
      async () => {
        const received = (await unfinished())[0]?.received ?? 0
        const isQuiet = received === before
        before = received
        return isQuiet
      },
      { interval: 400, timeout: 15_000 },
    )
    .toBe(true)
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DetailedError)) throw error
  return JSON.parse(error.originalResponse?.getBody() ?? '{}')
}

describe('a resumable upload', () => {
  it('becomes a file like any other, and its pieces go', async () => {
    const pdf = await makeLargePdf(3_500_000)
    const url = await send(pdf, { name: 'رياضيات.pdf' }).done
    const answer = await resultOf(url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().file).toMatchObject({
      url: `/files/${sha256Of(pdf)}/${encodeURIComponent('رياضيات.pdf')}`,
      size: pdf.length,
      type: 'application/pdf',
      pageCount: 1,
    })
    const file = await test.services.files.open(sha256Of(pdf))
    expect((await buffer(await file.read())).equals(pdf)).toBe(true)
    expect((await resultOf(url)).json()).toEqual(answer.json())
    expect(await unfinished()).toEqual([])
    expect(filesUnder(store).filter(name => name.startsWith('pieces'))).toEqual([])
  })

  it('goes on where the line was cut, and sends little twice', async () => {
    const pdf = await makeLargePdf(12_000_000)
    const proxy = await openCuttingProxy(Number(new URL(base).port))
    const cuts = Array.from(
      { length: 6 },
      (_unused, index) => Math.round((index + Math.random()) * 2_000_000) + 50_000,
    )
    const nextCut = () => proxy.cutAt(cuts.shift() ?? Infinity)
    nextCut()
    let lastSent = 0
    const { done } = send(pdf, {
      endpoint: proxy.address,
      chunkSize: 4 * 1024 * 1024,
      retryDelays: [20, 20, 20, 20, 20, 20, 20, 20],
      onProgress(sent) {
        if (sent < lastSent || lastSent === 0) nextCut()
        lastSent = sent
      },
    })
    const url = await done
    expect((await resultOf(url)).json().file.url).toContain(sha256Of(pdf))
    expect(proxy.sent() / pdf.length).toBeLessThan(1.5)
    await proxy.close()
  })

  it('is made after all when the process died between its place and its row', async () => {
    const pdf = await makeLargePdf(1_500_000)
    const { uploadStore } = test.services.files.parts
    const { place } = uploadStore
    test.expectError('killed')
    const killed = vi.spyOn(uploadStore, 'place').mockImplementationOnce(async (...given) => {
      await place(...given)
      throw new Error('killed')
    })
    const { url } = await new Promise<{ url: string }>(resolve => {
      const sending: Sending = send(pdf)
      sending.done.catch(() => resolve({ url: sending.upload.url ?? '' }))
    })
    expect(killed).toHaveBeenCalledOnce()
    killed.mockRestore()
    expect((await unfinished())[0]).toMatchObject({ received: pdf.length })
    const answer = await resultOf(url)
    expect(answer.json().file?.url, answer.body).toContain(sha256Of(pdf))
    const file = await test.services.files.open(sha256Of(pdf))
    expect((await buffer(await file.read())).equals(pdf)).toBe(true)
    expect(filesUnder(store).filter(name => name.startsWith('pieces'))).toEqual([])
  })

  it('is listed until it is finished, and goes on after another sign-in, but not for somebody else', async () => {
    const pdf = await makeLargePdf(5_000_000)
    const first = send(pdf, {
      sha256: sha256Of(pdf),
      onProgress: sent => void (sent > 2_200_000 && first.upload.abort()),
    })
    await expect
      .poll(async () => (await unfinished())[0]?.received ?? 0, { timeout: 5000 })
      .toBeGreaterThan(2_000_000)
    const [begun] = await unfinished()
    expect(begun).toMatchObject({ name: 'كتاب.pdf', kind: 'pdf', size: pdf.length, sha256: sha256Of(pdf) })

    const other = await test.signIn('editor')
    expect(await unfinished(other)).toEqual([])
    expect((await resultOf(begun.url, other)).statusCode).toBe(404)
    const stolen = await fetch(`${base}${begun.url}`, {
      method: 'HEAD',
      headers: { cookie: other.cookie, 'tus-resumable': '1.0.0' },
    })
    expect(stolen.status).toBe(404)
    const early = await resultOf(begun.url)
    expect([early.statusCode, early.json().message]).toEqual([400, 'لم يصل الملف كله بعد. أكمل رفعه أولاً.'])

    const again = await signInAs(test.app, staff.email, 'a long password 1')
    let firstProgress: number | undefined
    await send(pdf, { as: again, uploadUrl: begun.url, onProgress: sent => (firstProgress ??= sent) }).done
    expect(firstProgress).toBeGreaterThanOrEqual(begun.received)
    expect((await resultOf(begun.url, again)).json().file.size).toBe(pdf.length)
  })

  it('is refused at its first bytes when it is something else', async () => {
    const error = await send(randomBytes(9_000_000), { chunkSize: 4 * 1024 * 1024 }).done.catch(
      (caught: unknown) => caught,
    )
    expect(refusalOf(error)).toMatchObject({ code: 'wrong_file_type', message: 'الرجاء اختيار ملف PDF' })
    expect(await unfinished()).toEqual([])
    expect(filesUnder(store).filter(name => name.startsWith('pieces'))).toEqual([])
  })

  it('is refused at its end when the whole is not sound', async () => {
    const pdf = await makePdf(2)
    const cut = Buffer.concat([pdf.subarray(0, 1000), Buffer.alloc(8000, 10)])
    const error = await send(cut).done.catch((caught: unknown) => caught)
    expect(refusalOf(error)).toMatchObject({ code: 'wrong_file_type' })
    expect(await unfinished()).toEqual([])
  })

  it('is refused before anything is sent when it is too large, nameless or of no kind', async () => {
    const create = (headers: Record<string, string>) =>
      fetch(`${base}/api/files/uploads`, {
        method: 'POST',
        headers: {
          cookie: staff.cookie,
          'x-csrf-token': staff.csrfToken,
          'tus-resumable': '1.0.0',
          ...headers,
        },
      })
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const metadata = `name ${encode('a.png')},kind ${encode('image')}`
    const tooLarge = await create({ 'upload-length': String(6 * 1024 * 1024), 'upload-metadata': metadata })
    expect([tooLarge.status, (await tooLarge.json()).message]).toEqual([
      413,
      'حجم الصورة يجب أن لا يتجاوز 5 ميغابايت',
    ])
    const nameless = await create({ 'upload-length': '100', 'upload-metadata': `kind ${encode('pdf')}` })
    expect([nameless.status, (await nameless.json()).fields]).toEqual([422, { name: 'اسم الملف مطلوب' }])
    const ofNoKind = await create({
      'upload-length': '100',
      'upload-metadata': `name ${encode('a')},kind ${encode('exe')}`,
    })
    expect(ofNoKind.status).toBe(422)
    expect((await create({ 'upload-metadata': metadata })).status).toBe(400)
    expect((await create({ 'upload-length': '0', 'upload-metadata': metadata })).status).toBe(415)
    expect(
      (await create({ 'upload-length': '10', 'upload-metadata': metadata, 'x-csrf-token': '' })).status,
    ).toBe(403)
    expect((await create({ 'upload-length': '10', 'upload-metadata': metadata, cookie: '' })).status).toBe(
      401,
    )
  })

  it('is over when its time is, and its pieces go', async () => {
    const sending = send(await makeLargePdf(3_000_000), {
      onProgress: sent => void (sent > 1_500_000 && sending.upload.abort()),
    })
    await expect
      .poll(async () => (await unfinished())[0]?.received ?? 0, { timeout: 5000 })
      .toBeGreaterThan(1_000_000)
    await breakOff(sending)
    const [begun] = await unfinished()
    await test.database.kysely
      .updateTable('uploads')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    expect(await unfinished()).toEqual([])
    const head = await fetch(`${base}${begun.url}`, {
      method: 'HEAD',
      headers: { cookie: staff.cookie, 'tus-resumable': '1.0.0' },
    })
    expect(head.status).toBe(404)
    expect((await resultOf(begun.url)).json().code).toBe('upload_not_found')
    await sweepFiles(test.services.files.parts, false)
    expect(filesUnder(store).filter(name => name.startsWith('pieces'))).toEqual([])
    const failed = async () => {
      const answer = await staff.send('GET', '/api/files/uploads/all?state=failed')
      return answer.json().uploads.filter((upload: { url: string }) => upload.url === begun.url)
    }
    expect(await failed()).toMatchObject([{ state: 'failed', received: begun.received, name: begun.name }])
    const forgetAt = new Date(Date.now() + limits.failedUploadKeptMs)
    await sweepFiles(test.services.files.parts, false, forgetAt)
    expect(await failed()).toEqual([])
  })

  it('can be given up', async () => {
    const sending = send(await makeLargePdf(3_000_000), {
      onProgress: sent => void (sent > 1_500_000 && sending.upload.abort()),
    })
    await expect.poll(async () => (await unfinished())[0]?.received ?? 0).toBeGreaterThan(1_000_000)
    await breakOff(sending)
    const [begun] = await unfinished()
    const removed = await fetch(`${base}${begun.url}`, {
      method: 'DELETE',
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, 'tus-resumable': '1.0.0' },
    })
    expect(removed.status).toBe(204)
    expect(await unfinished()).toEqual([])
    expect(filesUnder(store).filter(name => name.startsWith('pieces'))).toEqual([])
  })
})

describe('asking for a file before it is sent', () => {
  it('finds what is here under the name that it has now, and nothing else', async () => {
    const image = await makeImage('png', 33, 22)
    await send(image, { kind: 'image', name: 'أول.png' }).done
    const ask = async (body: object) => (await staff.send('POST', '/api/files/known', body)).json()
    const known = { sha256: sha256Of(image), size: image.length }
    expect((await ask({ ...known, name: 'غلاف جديد.png' })).file).toMatchObject({
      url: `/files/${sha256Of(image)}/${encodeURIComponent('غلاف جديد.png')}`,
      width: 33,
    })
    expect((await ask({ ...known, size: image.length + 1 })).file).toBeNull()
    expect((await ask({ ...known, sha256: '0'.repeat(64) })).file).toBeNull()
    expect((await staff.send('POST', '/api/files/known', { sha256: 'x', size: 1 })).statusCode).toBe(422)
  })
})

describe('an error of the protocol', () => {
  const call = (url: string, init: { method: string; headers?: Record<string, string> }) =>
    fetch(`${base}${url}`, {
      method: init.method,
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, ...init.headers },
    })

  it.each<[what: string, headers: Record<string, string>, status: number]>([
    ['without a version', {}, 412],
    ['of another version', { 'tus-resumable': '0.2.2' }, 412],
    ['with a length that is none', { 'tus-resumable': '1.0.0', 'upload-length': 'x' }, 400],
  ])('says in our shape what is wrong with a request %s', async (_what, headers, status) => {
    const answer = await call('/api/files/uploads', { method: 'POST', headers })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
    expect(answer.headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null)
    expect(await answer.json()).toMatchObject({
      code: 'bad_request',
      message: errorCatalogue.bad_request.message,
    })
  })

  it('says when to try again while the database is away', async () => {
    test.expectError('away')
    const away = vi.spyOn(test.services.files.parts.database.kysely, 'insertInto').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const answer = await call('/api/files/uploads', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `name ${btoa('a.zip')},kind ${btoa('zip')}`,
      },
    })
    away.mockRestore()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })
})
