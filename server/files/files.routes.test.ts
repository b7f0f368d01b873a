import path from 'node:path'
import fs from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { filesUnder, makeImage, makePdf, makeZip, multipartBody, sha256Of } from '#test/files.ts'

let test: TestApp
let staff: TestStaff
let incoming: string

beforeAll(async () => {
  test = await openTestApp()
  staff = await test.signIn('editor')
  incoming = path.join(test.services.config.dataDir, 'files', 'incoming')
})

afterAll(() => test.close())

async function upload(parts: Parameters<typeof multipartBody>[0], url = '/api/files/new') {
  const { payload, headers } = multipartBody(parts)
  return test.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
}

async function uploaded(content: Buffer, filename: string): Promise<string> {
  const answer = await upload([{ name: 'files', filename, content }])
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().files[0].file.url
}

describe('uploading', () => {
  it('answers with the address and the facts of each file', async () => {
    const pdf = await makePdf(3)
    const image = await makeImage('png', 30, 20)
    const answer = await upload([
      { name: 'files', filename: 'كتاب.pdf', content: pdf },
      { name: 'files', filename: 'غلاف.png', content: image },
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      files: [
        {
          file: {
            url: `/files/${sha256Of(pdf)}/${encodeURIComponent('كتاب.pdf')}`,
            name: 'كتاب.pdf',
            size: pdf.length,
            type: 'application/pdf',
            pageCount: 3,
            width: null,
            height: null,
          },
        },
        { file: expect.objectContaining({ name: 'غلاف.png', type: 'image/png', width: 30, height: 20 }) },
      ],
    })
  })

  it('holds a file to the kind of its field, before or in the address', async () => {
    const image = await makeImage('png')
    const inField = await upload([
      { name: 'kind', content: 'pdf' },
      { name: 'files', filename: 'a.pdf', content: image },
    ])
    expect([inField.statusCode, inField.json().message]).toEqual([415, '«a.pdf»: الرجاء اختيار ملف PDF'])
    const inAddress = await upload(
      [{ name: 'files', filename: 'a.pdf', content: image }],
      '/api/files/new?kind=zip',
    )
    expect([inAddress.statusCode, inAddress.json().message]).toEqual([415, '«a.pdf»: الرجاء اختيار ملف ZIP'])
    const unknown = await upload(
      [{ name: 'files', filename: 'a.pdf', content: image }],
      '/api/files/new?kind=exe',
    )
    expect(unknown.statusCode).toBe(422)
  })

  it.each([
    ['no boundary', 'multipart/form-data', 400],
    ['JSON', 'application/json', 415],
    ['plain text', 'text/plain', 415],
  ])('refuses a body with %s', async (_what, type, status) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/files/new',
      payload: '{"a":1}',
      headers: { 'content-type': type, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
    })
    expect(answer.statusCode, answer.body).toBe(status)
  })

  it.each([71, 253, 5000])(
    'takes or refuses a boundary of %i letters, and never breaks over it',
    async letters => {
      const { payload, headers } = multipartBody([
        { name: 'files', filename: 'a.zip', content: await makeZip({ 'a.txt': 'a' }) },
      ])
      const own = /boundary=(.*)/.exec(headers['content-type'] ?? '')?.[1] ?? ''
      const boundary = 'b'.repeat(letters)
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/files/new',
        payload: Buffer.from(payload.toString('latin1').replaceAll(own, boundary), 'latin1'),
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          cookie: staff.cookie,
          'x-csrf-token': staff.csrfToken,
        },
      })
      expect(answer.statusCode, answer.body).toBe(letters > 200 ? 400 : 200)
    },
  )

  it('names a PDF that asks for a password, and says what to do', async () => {
    const content = await makePdf(1, { userPassword: 'secret' })
    const answer = await upload([{ name: 'files', filename: 'مقفل.pdf', content }])
    expect([answer.statusCode, answer.json().message]).toEqual([
      415,
      '«مقفل.pdf»: ملف PDF يطلب كلمة مرور لفتحه. احفظ نسخة منه بلا كلمة مرور ثم ارفعها.',
    ])
  })

  it('refuses an upload without a file, in another field, or with a cut body', async () => {
    expect((await upload([{ name: 'kind', content: 'pdf' }])).statusCode).toBe(400)
    expect((await upload([{ name: 'file', filename: 'a.pdf', content: await makePdf(1) }])).statusCode).toBe(
      400,
    )
    const { payload, headers } = multipartBody([
      { name: 'files', filename: 'a.pdf', content: await makePdf(1) },
    ])
    const cut = await test.app.inject({
      method: 'POST',
      url: '/api/files/new',
      payload: payload.subarray(0, payload.length - 40),
      headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
    })
    expect(cut.statusCode, cut.body).toBe(400)
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
  })

  it('is for staff with their token only', async () => {
    const { payload, headers } = multipartBody([
      { name: 'files', filename: 'a.pdf', content: await makePdf(1) },
    ])
    const stranger = await test.app.inject({ method: 'POST', url: '/api/files/new', payload, headers })
    expect(stranger.statusCode).toBe(401)
    const withoutToken = await test.app.inject({
      method: 'POST',
      url: '/api/files/new',
      payload,
      headers: { ...headers, cookie: staff.cookie },
    })
    expect(withoutToken.statusCode).toBe(403)
  })
})

describe('downloading', () => {
  let pdf: Buffer
  let url: string

  beforeAll(async () => {
    pdf = await makePdf(40)
    url = await uploaded(pdf, 'كتاب الرياضيات (2026).pdf')
  })

  const get = (headers: Record<string, string> = {}, address = url) =>
    test.app.inject({ method: 'GET', url: address, headers })

  it('gives the whole file with everything a cache and a browser need', async () => {
    const answer = await get()
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(pdf)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      etag: `"${sha256Of(pdf)}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="(2026).pdf"; filename*=UTF-8''${encodeURIComponent('كتاب الرياضيات ')}%282026%29.pdf`,
    )
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('answers HEAD with the same headers and no body', async () => {
    const head = await test.app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe(String(pdf.length))
    expect(head.rawPayload.length).toBe(0)
    const part = await test.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } })
    expect([part.statusCode, part.headers['content-length']]).toEqual([200, String(pdf.length)])
  })

  it('says that it is another when it is asked for only as long as it is the same', async () => {
    const answer = await get({ 'if-match': '"other"' })
    expect([answer.statusCode, answer.json().code]).toEqual([412, 'precondition_failed'])
    expect(answer.headers).not.toHaveProperty('etag')
    expect((await get({ 'if-match': `"${sha256Of(pdf)}"` })).statusCode).toBe(200)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=100-', 100, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=5-99999999', 5, undefined],
    ['bytes=-99999999', 0, undefined],
    ['BYTES = 1 - 3', 1, 3],
  ])('gives the part %s', async (range, start, last) => {
    const answer = await get({ range })
    const from = start < 0 ? pdf.length + start : start
    const to = last ?? pdf.length - 1
    expect(answer.statusCode).toBe(206)
    expect(answer.rawPayload).toEqual(pdf.subarray(from, to + 1))
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${pdf.length}`)
    expect(answer.headers['content-length']).toBe(String(to - from + 1))
  })

  it.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=a-b', 'bytes=-', 'pages=1-2', 'bytes=1-2-3'])(
    'gives the whole file for the range %s',
    async range => {
      const answer = await get({ range })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, pdf.length])
    },
  )

  it.each(['bytes=99999999-', 'bytes=-0'])('says that %s is outside the file', async range => {
    const answer = await get({ range })
    expect([answer.statusCode, answer.json().code]).toEqual([416, 'range_not_satisfiable'])
    expect(answer.headers['content-range']).toBe(`bytes */${pdf.length}`)
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
  })

  it('follows If-Range and If-None-Match', async () => {
    const tag = `"${sha256Of(pdf)}"`
    expect((await get({ range: 'bytes=0-9', 'if-range': tag })).statusCode).toBe(206)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': `W/${tag}` })).statusCode).toBe(200)
    const fresh = await get({ 'if-none-match': `"x", W/${tag}` })
    expect([fresh.statusCode, fresh.rawPayload.length, fresh.headers.etag]).toEqual([304, 0, tag])
    expect((await get({ 'if-none-match': '*' })).statusCode).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('offers an image in place and a ZIP for saving, and keeps ZIPs out of search engines', async () => {
    const image = await uploaded(await makeImage('jpeg', 50, 60), 'صورة.jpeg')
    const imageAnswer = await get({}, image)
    expect(imageAnswer.headers['content-disposition']).toMatch(/^inline; filename="file\.jpg"; filename\*=/)
    expect(imageAnswer.headers['content-security-policy']).toMatch(/^sandbox/)
    expect((await get({}, `${image}?download=1`)).headers['content-disposition']).toMatch(/^attachment/)
    const zip = await get({}, await uploaded(await makeZip({ 'a.txt': 'a' }), 'نتائج.zip'))
    expect(zip.headers['content-disposition']).toMatch(/^attachment/)
    expect(zip.headers['x-robots-tag']).toBe('noindex')
    expect(imageAnswer.headers['x-robots-tag']).toBeUndefined()
  })

  it('says that a file is damaged, and lets nobody remember that, when the store has lost it', async () => {
    test.expectError('file_damaged')
    test.expectError('a damaged file was found')
    const lost = await makePdf(2)
    const address = await uploaded(lost, 'مفقود.pdf')
    const store = path.join(test.services.config.dataDir, 'files', 'store')
    for (const name of filesUnder(store)) if (name.includes(sha256Of(lost))) fs.rmSync(path.join(store, name))
    const answer = await get({}, address)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'file_damaged'])
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
    expect(answer.headers.etag).toBeUndefined()
  })

  it('takes any name as decoration, and never lets one into a header', async () => {
    const sha256 = sha256Of(pdf)
    const evil = await get({}, `/files/${sha256}/${encodeURIComponent('a"\r\nSet-Cookie: x=1\u202Efdp.exe')}`)
    expect(evil.statusCode).toBe(200)
    expect(evil.headers['set-cookie']).toBeUndefined()
    expect(evil.headers['content-disposition']).toMatch(/\.pdf"/)
    expect((await get({}, `/files/${sha256}`)).statusCode).toBe(200)
  })

  it.each([
    `/files/${'0'.repeat(64)}/a.pdf`,
    '/files/',
    '/files/abc/a.pdf',
    '/files/..%2f..%2fetc%2fpasswd/a',
    `/files/${'0'.repeat(64)}/..%2f..%2fetc%2fpasswd`,
    '/files/%00/a',
    '/files/incoming/a',
    `/files/${'A'.repeat(64)}/a.pdf`,
  ])('has nothing at %s', async address => {
    const answer = await get({}, address)
    expect(answer.statusCode).toBe(404)
  })
})

describe('a line that breaks', () => {
  it('leaves no half file when the client goes away', async () => {
    const base = await test.listen()
    const pdf = await makePdf(30)
    const { payload, headers } = multipartBody([{ name: 'files', filename: 'a.pdf', content: pdf }])
    const request = http.request(`${base}/api/files/new`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': payload.length,
        cookie: staff.cookie,
        'x-csrf-token': staff.csrfToken,
      },
    })
    const ended = new Promise(resolve => request.once('error', resolve))
    request.write(payload.subarray(0, 6000))
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toHaveLength(1)
    request.destroy(new Error('gone'))
    await ended
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
    expect(filesUnder(path.join(test.services.config.dataDir, 'files', 'store')).join()).not.toContain(
      sha256Of(pdf),
    )
  })

  it('answers a refused file although the rest of it is still on its way', async () => {
    const base = await test.listen().catch(() => '')
    const address = base || `http://127.0.0.1:${(test.app.server.address() as { port: number }).port}`
    const { payload, headers } = multipartBody([
      {
        name: 'files',
        filename: 'a.svg',
        content: Buffer.concat([Buffer.from('<svg>'), Buffer.alloc(12_000_000, 32)]),
      },
    ])
    const answer = await fetch(`${address}/api/files/new`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
    })
    expect(answer.status).toBe(415)
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
  })
})
