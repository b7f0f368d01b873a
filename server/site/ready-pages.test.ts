import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import net from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOwn } from '#server/base/http/own-requests.ts'
import { resultInput } from '#test/factories.ts'
import { openTestApp, type TestApp } from '#test/build-app.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

describe('a page that is ready in memory', () => {
  let test: TestApp
  let port: number
  let usual = 0
  const answered: string[] = []

  beforeAll(async () => {
    test = await openTestApp()
    test.app.addHook('onRequest', (request, _reply, done) => {
      if (!isOwn(request)) usual += 1
      done()
    })
    test.app.addHook('onResponse', (request, _reply, done) => {
      answered.push(request.url)
      done()
    })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(test.app.listeningOrigin).port)
  })

  afterAll(() => test.close())

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asking = request(
        { port, path, method, headers: { host: 'rafid.example', ...headers } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const { date: _, ...rest } = answer.headers
            resolve({
              status: answer.statusCode ?? 0,
              headers: rest,
              body: Buffer.concat(chunks).toString('latin1'),
            })
          })
        },
      )
      asking.on('error', reject)
      asking.end()
    })
  }

  async function askPastFastify(...args: Parameters<typeof ask>): Promise<Answer> {
    const before = usual
    const answer = await ask(...args)
    expect(usual).toBe(before)
    return answer
  }

  it.each(['br', 'gzip', 'identity'])('is the same answer without Fastify, in %s', async encoding => {
    const asked = { 'accept-encoding': encoding }
    await ask('/about', asked)
    const first = await ask('/about', asked)
    expect(first.status).toBe(200)
    expect(first.headers['content-security-policy']).toContain("default-src 'self'")
    expect(await askPastFastify('/about', asked)).toEqual(first)
  })

  it.each(['br', 'gzip', 'identity'])('is it with parameters too, in %s', async encoding => {
    const asked = { 'accept-encoding': encoding }
    const [path, same] = ['/books/primary?grade=FIRST_PRIMARY', '/books/primary?x=1&grade=FIRST_PRIMARY&x=2']
    await ask(path, asked)
    const first = await ask(path, asked)
    expect(first.status).toBe(200)
    expect(await askPastFastify(path, asked)).toEqual(first)
    await ask('/books/primary', asked)
    const whole = await ask('/books/primary', asked)
    expect(whole.body).not.toBe(first.body)
    /* What no page knows changes nothing. */
    expect(await ask(same, asked)).toEqual(first)
    expect(await askPastFastify(same, asked)).toEqual(first)
  })

  it.each([
    ['br', '/notes/primary'],
    ['gzip', '/notes/intermediate'],
  ])('is packed at once for who it is drawn for, better for all others, in %s', async (encoding, path) => {
    const asked = { 'accept-encoding': encoding }
    const first = await ask(path, asked)
    const again = await ask(path, asked)
    expect(await askPastFastify(path, asked)).toEqual(again)
    const [quick, good] = [first, again].map(({ body }) => Buffer.from(body, 'latin1'))
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(quick ?? '').equals(unpack(good ?? ''))).toBe(true)
    expect(good?.length).toBeLessThan(quick?.length ?? 0)
    /* Other bytes have another tag; what keeps them on the way asks for better ones at once, and gets them. */
    expect(first.headers['cache-control']).toMatch(/\bs-maxage=1\b/)
    expect(again.headers['cache-control']).toMatch(/\bs-maxage=60\b/)
    const later = await ask(path, { ...asked, 'if-none-match': String(first.headers.etag) })
    expect(later).toEqual(again)
    /* Made anew it is the same page, for others as for who has it. */
    await test.services.changes.tellHere(['notes'])
    expect(await ask(path, asked)).toEqual(again)
    await test.services.changes.tellHere(['notes'])
    const known = await ask(path, { ...asked, 'if-none-match': String(again.headers.etag) })
    expect([known.status, known.headers.etag]).toEqual([304, again.headers.etag])
  })

  it('is packed once for all who wait for it', async () => {
    const asked = { 'accept-encoding': 'br' }
    await test.services.changes.tellHere(['exams'])
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask('/ministerial/sixth-primary', asked)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const quick = answers.filter(({ headers }) => /s-maxage=1\b/.test(String(headers['cache-control'])))
    expect(quick).toHaveLength(1)
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(2)
  })

  describe('on a line that is open', () => {
    /** What comes back for each of some requests on one line, and how many of them Node's server has read. */
    async function askOnOneLine(requests: [path: string, headers?: Record<string, string>][]) {
      let read = 0
      const count = () => (read += 1)
      test.app.server.on('request', count)
      const line = net.connect(port, '127.0.0.1')
      const answers: string[] = []
      for (const [path, headers = {}] of requests) {
        const asked = Object.entries({ host: 'rafid.example', ...headers }).map(each => each.join(': '))
        line.write([`GET ${path} HTTP/1.1`, ...asked, '', ''].join('\r\n'))
        let text = ''
        while (!isWhole(text)) text += ((await once(line, 'data')) as [Buffer])[0].toString('latin1')
        answers.push(text.replace(/^Date: .*$/m, 'Date'))
      }
      line.destroy()
      test.app.server.off('request', count)
      return { answers, read }
    }

    function isWhole(text: string): boolean {
      const end = text.indexOf('\r\n\r\n') + 4
      const length = /^content-length: (\d+)$/m.exec(text)?.[1] ?? 0
      return end > 3 && text.length >= end + Number(length)
    }

    it.each(['br', 'gzip', 'identity'])(
      'is the same to the last byte before Node reads it, in %s',
      async encoding => {
        const asked = { 'accept-encoding': encoding }
        for (const path of [
          '/about',
          '/books/primary?grade=FIRST_PRIMARY',
          '/news?page=1&type=GENERAL_NEWS',
        ]) {
          await ask(path, asked)
          const { answers, read } = await askOnOneLine([
            [path, asked],
            [path, asked],
            [path, asked],
          ])
          expect(answers[0]).toContain('content-security-policy')
          expect(answers[1]).toBe(answers[0])
          expect(answers[2]).toBe(answers[0])
          expect(read).toBe(1)
        }
      },
    )

    it('is not sent again to one who has it', async () => {
      const { etag } = (await ask('/about')).headers
      const known = { 'if-none-match': String(etag) }
      const { answers, read } = await askOnOneLine([
        ['/about', known],
        ['/about', known],
      ])
      expect(answers[0]).toMatch(/^HTTP\/1.1 304 /)
      expect(answers[1]).toBe(answers[0])
      expect(read).toBe(1)
    })

    it('is gone with the write that changes it', async () => {
      await ask('/books/primary')
      const before = await askOnOneLine([['/about'], ['/books/primary']])
      expect(before.read).toBe(1)
      await test.services.changes.tellHere(['books'])
      const after = await askOnOneLine([['/about'], ['/books/primary'], ['/books/primary']])
      expect(after.read).toBe(2)
    })

    it('is left to Node where anything is asked beside it', async () => {
      await ask('/about')
      const { read } = await askOnOneLine([
        ['/about'],
        ['/about', { 'save-data': 'on' }],
        ['/about', { 'if-match': '"another"' }],
        ['/about', { 'x-forwarded-host': 'elsewhere.example' }],
        ['/api/health'],
        ['/nowhere'],
        ['/about', { expect: '100-continue', 'content-length': '0' }],
      ])
      expect(read).toBe(7)
    })
  })

  it('is made anew with parameters after a change', async () => {
    const path = '/news?page=1&type=GENERAL_NEWS'
    await ask(path)
    await askPastFastify(path)
    await test.services.changes.tellHere(['news'])
    const before = usual
    expect((await ask(path)).status).toBe(200)
    expect(usual).toBe(before + 1)
  })

  it('is none where what is typed stands among the parameters, or for who wants little', async () => {
    for (const round of [1, 2, 3]) {
      const before = usual
      await ask('/search?q=%D9%83%D8%AA%D8%A7%D8%A8')
      await ask('/books/primary?grade=FIRST_PRIMARY', { 'save-data': 'on' })
      expect(usual, `round ${round}`).toBe(before + 2)
    }
  })

  it('is not sent again to one who has it', async () => {
    await ask('/about', { 'accept-encoding': 'br' })
    const { headers } = await ask('/about', { 'accept-encoding': 'br' })
    const asked = { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) }
    const again = await askPastFastify('/about', asked)
    const usually = await ask('/about?nobody=knows', asked)
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(usually).toEqual(again)
  })

  it('is gone with the write that changes it', async () => {
    await ask('/books/primary')
    await askPastFastify('/books/primary')
    void test.services.changes.tellHere(['books'])
    const before = usual
    await ask('/books/primary')
    expect(usual).toBe(before + 1)
  })

  it('is as ready behind a proxy, where the address of the site is configured', async () => {
    const behind = await openTestApp({ environment: { SITE_URL: 'https://rafid.example' } })
    let seen = 0
    behind.app.addHook('onRequest', (_request, _reply, done) => {
      seen += 1
      done()
    })
    await behind.app.listen({ port: 0, host: '127.0.0.1' })
    for (const _time of [1, 2, 3]) {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'rafid.example' }
      expect((await fetch(`${behind.app.listeningOrigin}/about`, { headers })).status).toBe(200)
    }
    expect(seen).toBe(2)
    await behind.close()
  })

  it('leaves every other request to Fastify', async () => {
    await ask('/about')
    const before = usual
    expect((await ask('/about', {}, 'HEAD')).body).toBe('')
    expect((await ask('/about', {}, 'POST')).status).toBe(404)
    expect((await ask('/about', { 'x-forwarded-host': 'elsewhere.example' })).status).toBe(200)
    expect((await ask('/api/health')).status).toBeLessThan(500)
    expect((await ask('/nowhere')).status).toBe(404)
    expect(usual).toBe(before + 5)
  })

  it('of results is made again at the moment of an announcement, before anybody asks', async () => {
    const staff = await test.signIn()
    const page = '/results/sixth-primary'
    const asked = { 'accept-encoding': 'br' }
    const input = { ...resultInput({ stage: 'SIXTH_PRIMARY', city: 'ميسان' }), branch: null, state: 'draft' }
    const { id } = (await staff.send('POST', '/api/results', input)).json().data
    for (const _time of [1, 2]) await ask(page, asked)
    const before = await askPastFastify(page, asked)
    const flip = { records: [{ kind: 'result', id }], state: 'published' }
    const flipped = staff.send('POST', '/api/staff/publications', flip)
    const moment = { isOver: false }
    void flipped.then(() => (moment.isOver = true))
    answered.length = 0
    while (!moment.isOver) expect((await ask(page, asked)).status).toBe(200)
    expect((await flipped).statusCode).toBe(200)
    expect(answered).not.toContain(page)
    expect((await askPastFastify(page, asked)).headers.etag).not.toBe(before.headers.etag)
    const shown = await askPastFastify(page, { 'accept-encoding': 'identity' })
    expect(Buffer.from(shown.body, 'latin1').toString()).toContain('ميسان')
  })
})
