import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { readPlainGet, type AskedReady } from './plain-get.ts'
import { answerAtLine } from './quick-lines.ts'

const plain = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: rafid.example', ...lines, '', ''].join('\r\n')

describe('a plain request', () => {
  it('is read with the headers that matter, as Node gives them', () => {
    const text = plain(
      '/books?x=1',
      'Accept-Encoding:  gzip, br\t',
      'connection: Keep-Alive',
      'if-none-match: "a"',
      'user-agent: somebody',
    )
    expect(readPlainGet(text)).toEqual({
      method: 'GET',
      url: '/books?x=1',
      headers: { host: 'rafid.example', 'accept-encoding': 'gzip, br', 'if-none-match': '"a"' },
    })
  })

  it.each([
    ['another method', plain('/').replace('GET', 'HEAD')],
    ['an older version', plain('/').replace('1.1', '1.0')],
    ['a whole address', plain('http://rafid.example/')],
    ['letters that are not encoded', plain('/كتب')],
    ['no host', 'GET / HTTP/1.1\r\naccept: text/html\r\n\r\n'],
    ['two hosts', plain('/', 'Host: elsewhere.example')],
    ['two tags', plain('/', 'if-none-match: "a"', 'if-none-match: "b"')],
    ['a line that is to be closed', plain('/', 'connection: close')],
    ['a body', plain('/', 'content-length: 0')],
    ['a body in pieces', plain('/', 'Transfer-Encoding: chunked')],
    ['something expected', plain('/', 'expect: 100-continue')],
    ['another protocol', plain('/', 'upgrade: h2c')],
    ['a folded line', plain('/', 'x-a: b', ' c')],
    ['a space before the colon', plain('/', 'x-a : b')],
    ['a lone LF', plain('/', 'x-a: b\nx-c: d')],
    ['a lone CR', plain('/', 'x-a: b\rx-c: d')],
    ['a sign that nobody may send', plain('/', 'x-a: \0')],
    ['something behind it', `${plain('/')}G`],
    ['another one behind it', plain('/') + plain('/')],
    ['a line before it', `\r\n${plain('/')}`],
    ['no end', plain('/').slice(0, -1)],
  ])('is none with %s', (_what, text) => {
    expect(readPlainGet(text)).toBeUndefined()
  })
})

describe('a line', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A server whose usual answers begin with `usual` and whose quick ones begin with `quick`. */
  async function open(rest = ''): Promise<{ line: net.Socket; server: Server; seen: AskedReady[] }> {
    const seen: AskedReady[] = []
    const server = createServer({ keepAliveTimeout: 5_000 }, (request, reply) => {
      seen.push({ method: request.method, url: request.url, headers: request.headers })
      const answer = () => reply.writeHead(200, { 'content-type': 'text/plain' }).end(`usual ${request.url};`)
      request.resume()
      if (request.url === '/slow') setTimeout(answer, 50)
      else if (request.url === '/early') answer()
      else request.on('end', answer)
    })
    servers.push(server)
    answerAtLine(server, ({ url = '' }) =>
      url.startsWith('/ready')
        ? Buffer.from(
            `HTTP/1.1 200 OK\r\ncontent-length: ${7 + url.length + rest.length}\r\n\r\nquick ${url};${rest}`,
          )
        : undefined,
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    line.setEncoding('latin1')
    return { line, server, seen }
  }

  /** Writes each piece once the one before has brought as many answers as it should. */
  async function talk(line: net.Socket, pieces: [string, number][]): Promise<string[]> {
    let text = ''
    line.on('data', piece => (text += String(piece)))
    const answers = () => text.match(/(?:usual|quick) [^;]+;/g) ?? []
    let due = 0
    for (const [piece, count] of pieces) {
      due += count
      line.write(piece)
      await expect.poll(() => line.destroyed || answers().length >= due).toBe(true)
    }
    line.destroy()
    return answers()
  }

  it('is answered before the parser after its first request', async () => {
    const { line, seen } = await open()
    const said = await talk(line, [
      [plain('/ready/1'), 1],
      [plain('/ready/2'), 1],
      [plain('/other'), 1],
      [plain('/ready/3'), 1],
      [plain('/ready/4', 'connection: close'), 1],
    ])
    expect(said).toEqual([
      'usual /ready/1;',
      'quick /ready/2;',
      'usual /other;',
      'quick /ready/3;',
      'usual /ready/4;',
    ])
    expect(seen).toHaveLength(3)
  })

  it('is so after a request with a body that came whole', async () => {
    const { line } = await open()
    const post = 'POST /other HTTP/1.1\r\nhost: rafid.example\r\ncontent-length: 5\r\n\r\nabcde'
    expect(
      await talk(line, [
        [post, 1],
        [plain('/ready'), 1],
      ]),
    ).toEqual(['usual /other;', 'quick /ready;'])
  })

  it('is answered in order while the parser has something under way', async () => {
    const { line } = await open()
    const said = await talk(line, [
      [plain('/ready/1'), 1],
      [plain('/slow'), 0],
      [plain('/ready/2'), 2],
      [plain('/ready/3'), 1],
    ])
    expect(said).toEqual(['usual /ready/1;', 'usual /slow;', 'usual /ready/2;', 'quick /ready/3;'])
  })

  /* What stands in a body looks like a request to whoever does not know that it is one. */
  it.each([
    [
      'the body comes later',
      plain('/ready'),
      'POST /other HTTP/1.1\r\nhost: a\r\ncontent-length: LENGTH\r\n\r\n',
    ],
    [
      'the body comes in chunks',
      plain('/ready'),
      'POST /other HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nHEX\r\n',
    ],
  ])('takes nothing for a request where %s', async (_what, body, head) => {
    const { line, seen } = await open()
    const filled = head.replace('LENGTH', String(body.length)).replace('HEX', body.length.toString(16))
    const rest = head.includes('chunked') ? '\r\n0\r\n\r\n' : ''
    const said = await talk(line, [
      [plain('/first'), 1],
      [filled, 0],
      [body, 0],
      [`${rest}${plain('/last')}`, 2],
      [plain('/ready'), 1],
    ])
    expect(said).toEqual(['usual /first;', 'usual /other;', 'usual /last;', 'usual /ready;'])
    expect(seen).toHaveLength(4)
  })

  it.each(['content-length: 90', 'transfer-encoding: chunked'])(
    'takes no body for a request that comes after the answer, with %s',
    async how => {
      const { line } = await open()
      line.write(plain('/first'))
      await once(line, 'data')
      line.write(`POST /early HTTP/1.1\r\nhost: a\r\n${how}\r\n\r\n`)
      await once(line, 'data')
      let text = ''
      line.on('data', piece => (text += String(piece)))
      line.on('error', () => undefined)
      line.write(plain('/ready'))
      await new Promise(resolve => setTimeout(resolve, 50))
      expect(text).not.toContain('quick')
      line.destroy()
    },
  )

  it('is not misled about the end of a head by what stands before a request', async () => {
    const { line, seen } = await open()
    const ofBytes = (bytes: number, path: string, ...lines: string[]) =>
      plain(path, ...lines, `x-a: ${'b'.repeat(bytes - plain(path, ...lines, 'x-a: ').length)}`)
    const head = ofBytes(90, '/early', 'content-length: 90')
    const body = ofBytes(90, '/ready')
    const said = await talk(line, [
      [plain('/first'), 1],
      [`\r\r\n\r\n${head}`, 1],
      [body, 0],
      [plain('/last'), 1],
    ])
    expect(said).toEqual(['usual /first;', 'usual /early;', 'usual /last;'])
    expect(seen).toHaveLength(3)
  })

  it('stays with the parser after a request in pieces, or several at once', async () => {
    for (const pieces of [
      [plain('/ready').slice(0, 9), plain('/ready').slice(9)],
      [plain('/ready') + plain('/ready').slice(0, 9), plain('/ready').slice(9)],
      [plain('/ready') + plain('/ready'), ''],
    ]) {
      const { line } = await open()
      const [first = '', second = ''] = pieces
      line.write(plain('/first'))
      await once(line, 'data')
      line.write(first)
      await new Promise(resolve => setTimeout(resolve, 20))
      line.write(second + plain('/ready'))
      let text = ''
      line.on('data', piece => (text += String(piece)))
      await expect.poll(() => text).toContain('usual /ready;')
      expect(text).not.toContain('quick')
      line.destroy()
    }
  })

  it('has the time of every other answer to take a quick one before it is cut', async () => {
    const { line, server } = await open('x'.repeat(20_000_000))
    server.timeout = 60_000
    const [socket] = (await once(server, 'connection')) as [net.Socket]
    line.write(plain('/first'))
    await once(line, 'data')
    await expect.poll(() => socket.timeout).toBe(5_000 + server.keepAliveTimeoutBuffer)
    line.pause()
    line.write(plain('/ready'))
    await expect.poll(() => socket.writableLength).toBeGreaterThan(0)
    expect(socket.timeout).toBe(60_000)
    line.resume()
    await expect.poll(() => socket.timeout).toBe(5_000 + server.keepAliveTimeoutBuffer)
    expect(socket.writableLength).toBe(0)
    line.destroy()
  })

  it('is read as Node reads it, whatever is sent', async () => {
    const word = fc.stringMatching(/^[A-Za-z-]{1,12}$/)
    const value = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('br', '"a"', 'close', 'keep-alive', '0', 'chunked', ' on\t', 'a\r\nhost: b'),
    )
    const name = fc.oneof(
      word,
      fc.constantFrom(
        'Host',
        'If-None-Match',
        'Save-Data',
        'Connection',
        'Content-Length',
        'Transfer-Encoding',
        'TE',
      ),
    )
    const separator = fc.constantFrom(': ', ':', ':\t', ' : ')
    const path = fc.oneof(fc.webPath({ size: 'small' }), fc.string({ maxLength: 12 }))
    let plainOnes = 0
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.array(fc.tuple(name, separator, value), { maxLength: 5 }),
        async (path, lines) => {
          const text = plain(`/${path}`, ...lines.map(line => line.join('')))
          const read = readPlainGet(text)
          if (read === undefined) return
          plainOnes += 1
          const { line, seen } = await open()
          line.write(text, 'latin1')
          await once(line, 'data')
          line.destroy()
          expect(seen).toHaveLength(1)
          expect(seen[0]).toMatchObject({ url: read.url, headers: read.headers })
          for (const each of ['save-data', 'if-none-match'])
            expect(seen[0]?.headers[each]).toBe(read.headers[each])
        },
      ),
      { numRuns: 300 },
    )
    expect(plainOnes).toBeGreaterThan(25)
  })
})
