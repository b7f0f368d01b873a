import { randomBytes } from 'node:crypto'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openTestApp, signInAs } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeZip, multipartBody } from '#test/files.ts'
import type { AppInstance } from './app-instance.ts'
import { bodyRule } from './body-deadline.ts'
import type { BodyRule } from './body-deadline.ts'

/** The rule of the product, forty times as fast. */
const rule: BodyRule = {
  headMs: bodyRule.headMs / 40,
  checkMs: bodyRule.checkMs / 40,
  windowMs: bodyRule.windowMs / 40,
  minBytes: bodyRule.minBytes / 40,
  totalMs: bodyRule.totalMs / 40,
  restMs: bodyRule.restMs / 40,
  upload: { windowMs: bodyRule.upload.windowMs / 40, minBytes: bodyRule.upload.minBytes / 40 },
}
/** When a body that drips from its beginning is gone, with room for a busy machine. */
const soonMs = rule.windowMs + 2 * rule.checkMs + 10_000

let test: TestApp
let app: AppInstance
let staff: TestStaff
let port: number
let fileAddress: string

beforeAll(async () => {
  test = await openTestApp()
  app = await buildApp(test.services, rule)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  const someone = await test.signIn('editor')
  staff = await signInAs(app, someone.email, 'a long password 1')
  const { payload, headers } = multipartBody([
    { name: 'files', filename: 'a.zip', content: await makeZip({ 'a.txt': 'a' }) },
  ])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/files/new',
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  fileAddress = answer.json().files[0].file.url
})

afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await test.close()
})

interface Drip {
  /** How long the connection lived. Units: milliseconds. */
  cut: Promise<number>
  answer(): string
  stop(): void
}

/** Sends the beginning of a request, and then one letter every tenth of a second. */
function drip(head: string, letter = 'x'): Drip {
  const began = Date.now()
  let received = ''
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.on('data', chunk => {
    received += chunk.toString('latin1')
  })
  socket.write(head)
  const timer = setInterval(() => socket.write(letter), 100)
  const cut = new Promise<number>(resolve => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve(Date.now() - began)
    })
  })
  return { cut, answer: () => received, stop: () => socket.destroy() }
}

const post = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 900000', ...more, '', ''].join('\r\n')
const get = (path: string) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 900000', '', ''].join('\r\n')

describe('a body that drips', () => {
  const json = 'Content-Type: application/json'
  const multipart = 'Content-Type: multipart/form-data; boundary=b'
  const cases: [what: string, head: () => string][] = [
    ['an unknown path', () => post('/nothing/here')],
    ['an unknown path of the API', () => post('/api/nothing', json)],
    ['a page', () => get('/books')],
    ['an asset', () => get('/assets/nothing.js')],
    ['a file', () => get(fileAddress)],
    ['a smaller picture', () => get(`/files/${'0'.repeat(64)}/w/320.webp`)],
    ['a call that takes JSON', () => post('/api/contact', json)],
    ['a sign-in', () => post('/api/users/login', json)],
    ['a list', () => get('/api/books')],
    ['the state of the server', () => get('/api/health')],
    ['a refused upload', () => post('/api/files/new', multipart)],
    ['a refused resumable upload', () => post('/api/files/uploads', 'Tus-Resumable: 1.0.0')],
    ['a refused write', () => post('/api/books', json)],
    ['a method that nothing has', () => get('/books').replace('GET', 'PROPFIND')],
    [
      'a page, in chunks',
      () => get('/books').replace('Content-Length: 900000', 'Transfer-Encoding: chunked'),
    ],
    ['an address that cannot be read', () => post('/%zz')],
  ]

  it.concurrent.each(cases)('is cut at %s', async (what, head) => {
    const { cut } = drip(head(), what.endsWith('in chunks') ? '1\r\nx\r\n' : 'x')
    expect(await cut).toBeLessThan(soonMs)
  })

  it.concurrent('is cut when staff send it as an upload', async () => {
    const who = [`Cookie: ${staff.cookie}`, `X-Csrf-Token: ${staff.csrfToken}`]
    const { cut } = drip(post('/api/files/new', multipart, ...who) + '--b\r\n')
    expect(await cut).toBeLessThan(rule.upload.windowMs + 2 * rule.checkMs + 10_000)
  })

  it.concurrent('is cut before its head is whole', async () => {
    const { cut } = drip('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    expect(await cut).toBeLessThan(rule.headMs + 2 * rule.checkMs + 10_000)
  })

  it.concurrent('is cut in the second request of a connection', async () => {
    const first = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
    const { cut, answer } = drip(first + post('/nothing'))
    expect(await cut).toBeLessThan(soonMs)
    expect(answer()).toMatch(/^HTTP\/1\.1 200/)
  })

  it('is cut for all of five hundred connections', async () => {
    const paths = ['/nothing', '/books', '/assets/a.js', fileAddress, '/api/contact']
    const drips = Array.from({ length: 500 }, (_unused, index) => drip(post(paths[index % 5] ?? '/')))
    const times = await Promise.all(drips.map(one => one.cut))
    expect(Math.max(...times)).toBeLessThan(soonMs)
  })
})

describe('a body that comes fast enough', () => {
  const tickMs = 25

  /** Sends a body at one and a half times the least pace, for so long. Shape: the answer, and how long it took. */
  async function sendSlowly(
    head: string[],
    makeBody: (bytes: number) => Promise<Buffer>,
    pace: { windowMs: number; minBytes: number },
    lastsMs: number,
  ): Promise<{ answer: string; ms: number }> {
    const bytesPerMs = (pace.minBytes / pace.windowMs) * 1.5
    const body = await makeBody(Math.ceil(bytesPerMs * lastsMs))
    const socket = net.connect(port, '127.0.0.1')
    const began = Date.now()
    let answer = ''
    socket.on('data', chunk => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    const who = [`Cookie: ${staff.cookie}`, `X-Csrf-Token: ${staff.csrfToken}`, 'Host: a']
    socket.write([...head, ...who, `Content-Length: ${body.length}`, '', ''].join('\r\n'))
    for (let sent = 0; sent < body.length && !socket.destroyed;) {
      await wait(tickMs)
      const due = Math.ceil((Date.now() - began) * bytesPerMs)
      socket.write(body.subarray(sent, due))
      sent = due
    }
    await expect.poll(() => answer, { timeout: 30_000 }).not.toBe('')
    socket.destroy()
    return { answer, ms: Date.now() - began }
  }

  const archive = async (bytes: number) => makeZip({ 'نتائج.pdf': randomBytes(bytes) })

  it('is not cut for a server that stands still meanwhile', async () => {
    const body = JSON.stringify({ content: 'س'.repeat(3 * rule.minBytes) })
    const [first, second] = [body.slice(0, 10), body.slice(10)]
    const socket = net.connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', chunk => (answer += chunk.toString()))
    const arrived = new Promise(resolve => app.server.once('request', resolve))
    const head = ['POST /api/news HTTP/1.1', 'Content-Type: application/json', 'Host: a']
    const who = [`Cookie: ${staff.cookie}`, `X-Csrf-Token: ${staff.csrfToken}`]
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    socket.write([...head, ...who, length, '', first].join('\r\n'))
    await arrived
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rule.windowMs + rule.totalMs)
    /* Whatever was due in the meantime is done before this. */
    await wait(2 * rule.checkMs)
    socket.write(second)
    await expect.poll(() => answer, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 422/)
    socket.destroy()
  }, 60_000)

  it('is taken as an upload, however long it is on its way', async () => {
    const { payload, headers } = multipartBody([
      { name: 'files', filename: 'a.zip', content: await archive(8_000) },
    ])
    const head = ['POST /api/files/new HTTP/1.1', `Content-Type: ${headers['content-type']}`]
    const sent = await sendSlowly(head, async () => payload, rule.upload, 0)
    expect(sent.answer).toMatch(/^HTTP\/1\.1 200/)
    expect(sent.ms).toBeGreaterThan(1.5 * rule.totalMs)
  }, 60_000)

  it('is taken as a piece of a resumable upload', async () => {
    const content = await archive(8_000)
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const created = await app.inject({
      method: 'POST',
      url: '/api/files/uploads',
      headers: {
        cookie: staff.cookie,
        'x-csrf-token': staff.csrfToken,
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': `name ${encode('a.zip')},kind ${encode('zip')}`,
      },
    })
    const head = [
      `PATCH ${String(created.headers['location'])} HTTP/1.1`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
    ]
    const sent = await sendSlowly(head, async () => content, rule.upload, 0)
    expect(sent.answer).toMatch(/^HTTP\/1\.1 204/)
    expect(sent.ms).toBeGreaterThan(1.5 * rule.totalMs)
  }, 60_000)

  it('is taken as a form', async () => {
    const head = ['POST /api/news HTTP/1.1', 'Content-Type: application/json']
    const form = async (bytes: number) => Buffer.from(JSON.stringify({ content: 'س'.repeat(bytes / 2) }))
    const sent = await sendSlowly(head, form, rule, 0.7 * rule.totalMs)
    expect(sent.answer).toMatch(/^HTTP\/1\.1 422/)
    expect(sent.ms).toBeGreaterThan(3 * rule.windowMs)
  }, 60_000)
})
