import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { openTestApp } from './build-app.ts'
import { bookInput } from './factories.ts'
import { callOf } from './fuzz-calls.ts'
import type { CallOperation } from './fuzz-calls.ts'
import type { TestApp, TestStaff } from './build-app.ts'

interface Refusal {
  code: string
  message: string
  errors: string[]
  fields?: Record<string, string>
}

const oddValues: unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'x',
  '5x',
  'ء'.repeat(120_000),
  'a\u0000b',
  '\uD800',
  [],
  [5],
  [null],
  ['x'],
  [['x']],
  {},
  { a: 1 },
  { length: 5 },
  [{}],
  'a'.repeat(2100),
  '2000-13-45',
]
const oddBodies = ['', '5', 'null', '"x"', '[]', '[{}]', '{"__proto__":{"a":1}}', '{', 'x', '\u0000']
const oddQueries = [
  null,
  '',
  'x',
  '-1',
  '1.5',
  '٥x',
  '9'.repeat(30),
  'a'.repeat(600),
  '%00',
  '%D8',
  '%F0%9F',
  '{}',
]
const oddIds = ['x', 'x'.repeat(150), 'x'.repeat(2500), '%00', '%D8%A1', '%D8', '..%2f', '%F0%9F', '-1']
/** What an Arabic sentence may hold in Latin letters: names of things, and of parameters that programs send. */
const latinNames =
  /https?:\/\/|Google Drive|PDF|ZIP|\(csrf\)|\(https\)|\bIP\b|stageType|\bmissing\b|Upload-[A-Za-z]+|Content-[A-Za-z]+/g

const longestAnswerMs = 15_000
const stackTrace = /\n\s+at .*:\d+:\d+|node_modules\/|node:internal/
/** What would leave the rest without its session. */
const endsSession = /^\/api\/users(?:\/(?:sessions|logout|password))?(?:\/\{id\}.*)?$/

/** A request whose end two readers may see at two places: one of them takes what is hidden behind it for another one. */
const twoRequests = (headers: string) =>
  `POST /api/contact HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

/** What the program is made of and what it keeps, from its own folder and from that of its data. */
const insides = ['.git', '.git/HEAD', 'package.json', '.oxlintrc.json', 'server/main.ts', 'secret.key']

/** What is said of a call that nobody answers. */
async function silence(about: string): Promise<string[]> {
  await wait(longestAnswerMs, undefined, { ref: false })
  return [`${about}: no answer`]
}

/** Ids of what was made or is there, so that further calls reach it. */
function collectId(ids: string[], text: string): void {
  for (const [, id = ''] of text.matchAll(/"id":"([^"]{8,40})"/g)) if (ids.length < 200) ids.push(id)
}

function readRefusal(body: string): Refusal | undefined {
  try {
    return JSON.parse(body) as Refusal
  } catch {
    return undefined
  }
}

describe('what is refused', () => {
  let test: TestApp
  let staff: TestStaff
  let calls = 0

  beforeAll(async () => {
    test = await openTestApp()
    staff = await test.signIn('admin')
  })
  afterAll(() => test.close())

  async function problemsOf(
    method: string,
    url: string,
    payload?: string | object,
    onAnswer?: (text: string) => void,
  ): Promise<string[]> {
    calls += 1
    const response = await test.app.inject({
      method: method.toUpperCase() as 'GET',
      url,
      remoteAddress: `10.${(calls >> 14) & 127}.${(calls >> 7) & 127}.${calls & 127}`,
      headers: {
        cookie: staff.cookie,
        'x-csrf-token': staff.csrfToken,
        'sec-fetch-site': 'same-origin',
        'tus-resumable': '1.0.0',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    })
    const about = `${method} ${url.slice(0, 90)} ${JSON.stringify(payload)?.slice(0, 90)}`
    onAnswer?.(response.body)
    if (stackTrace.test(response.body)) return [`${about}: ${response.body.slice(0, 200)}`]
    if (response.statusCode < 400) return []
    if (response.statusCode >= 500) return [`${about}: ${response.statusCode}`]
    if (method === 'head') return []
    const refusal = readRefusal(response.body)
    if (refusal === undefined) return [`${about}: ${response.statusCode} ${response.body.slice(0, 60)}`]
    const sentences = [refusal.message, ...refusal.errors, ...Object.values(refusal.fields ?? {})]
    const foreign = sentences.filter(
      sentence =>
        !/[\u0621-\u064A]{2}/.test(sentence) || /[A-Za-z]{2,}/.test(sentence.replace(latinNames, '')),
    )
    if (!(refusal.code in errorCatalogue)) foreign.push(`code ${refusal.code}`)
    return [...new Set(foreign)].map(sentence => `${about}: ${sentence}`)
  }

  function operations(): { method: string; path: string; operation: CallOperation }[] {
    const document = test.app.swagger() as { paths: Record<string, Record<string, CallOperation>> }
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(() => path !== '/api/users/logout')
        .map(([method, operation]) => ({ method, path, operation })),
    )
  }

  it('is refused in Arabic by every call, whatever is wrong with what it was sent', async () => {
    const problems: string[] = []
    for (const { method, path, operation } of operations()) {
      const url = path.replaceAll(/\{\w+\}/g, 'unknown')
      const names = (operation.parameters ?? []).filter(each => each.in === 'query').map(({ name }) => name)
      if (names.length > 0) {
        for (const odd of oddQueries) {
          const query = names.map(name => (odd === null ? `${name}=a&${name}[b]=c` : `${name}=${odd}`))
          problems.push(...(await problemsOf(method, `${url}?${query.join('&')}`)))
        }
        const twice = names.map(name => `${name}=1&${name}=2`)
        problems.push(...(await problemsOf(method, `${url}?${twice.join('&')}`)))
      }
      if (path.includes('{')) {
        for (const id of oddIds) {
          problems.push(...(await problemsOf(method, path.replaceAll(/\{\w+\}/g, id))))
        }
      }
      const fields = Object.keys(operation.requestBody?.content['application/json']?.schema?.properties ?? {})
      if (operation.requestBody?.content['application/json'] === undefined) continue
      for (const body of oddBodies) problems.push(...(await problemsOf(method, url, body)))
      for (const odd of oddValues) {
        const body = Object.fromEntries(fields.map(name => [name, odd]))
        problems.push(...(await problemsOf(method, url, body)))
        const nested = Object.fromEntries(fields.map(name => [name, { [name]: odd, ar: odd, a: [odd] }]))
        problems.push(...(await problemsOf(method, url, nested)))
      }
    }
    expect(operations().length).toBeGreaterThan(50)
    expect([...new Set(problems)]).toEqual([])
  }, 120_000)

  it('is refused in Arabic, or answered, whatever near to its schemas is sent to each call', async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e9)
    const ids: string[] = ['none']
    const all = operations().filter(({ path }) => !endsSession.test(path))
    const call = fc
      .constantFrom(...all)
      .chain(({ method, path, operation }) =>
        callOf(operation, () => ids).map(sent => ({ method, path, ...sent })),
      )
    const isSound = fc.asyncProperty(call, async ({ method, path, ids: named, query, body }) => {
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? 'x'))
      const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const problems = problemsOf(method, `${place}?${search}`, payload, text => collectId(ids, text))
      expect(await Promise.race([problems, silence(`${method} ${place}`)])).toEqual([])
    })
    console.info(`fuzzed with seed ${seed}; FUZZ_SEED repeats it`)
    const interruptAfterTimeLimit = Number(process.env['FUZZ_MS'] ?? 4_000)
    await fc.assert(isSound, { seed, numRuns: 1e9, interruptAfterTimeLimit, skipEqualValues: false })
    expect(ids.length).toBeGreaterThan(1)
  }, 3_600_000)

  async function raw(bytes: Buffer): Promise<string> {
    const { port } = new URL(test.app.server.listening ? address : (address = await test.listen()))
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.setEncoding('utf8')
      socket.on('data', chunk => (answer += String(chunk)))
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  }
  let address = ''

  it.each([
    ['another type', 422, '{"name":["a"],"email":{"a":1},"message":5}'],
    ['a prototype', 400, '{"__proto__":{"name":"a"}}'],
    ['the prototype of a constructor', 400, '{"constructor":{"prototype":{"name":"a"}}}'],
  ])('is refused: a body with %s', async (_, status, payload) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const response = await test.app.inject({ method: 'POST', url: '/api/contact', headers, payload })
    expect([response.statusCode, readRefusal(response.body)?.message]).toEqual([
      status,
      expect.stringMatching(/[\u0621-\u064A]{2}/),
    ])
  })

  it('is left out: all but the first of a parameter that was sent more than once', async () => {
    const added = await staff.send('POST', '/api/books', bookInput({ title: 'كيمياء الصف' }))
    expect(added.statusCode, added.body).toBe(201)
    const total = async (query: string) =>
      (await test.app.inject({ url: `/api/books?${query}` })).json().data.total as number
    const [known, unknown] = ['كيمياء', 'زغزغة'].map(word => `search=${encodeURIComponent(word)}`)
    expect(await total(`${known}&${unknown}`)).toBe(await total(`${known}`))
    expect(await total(`${unknown}&${known}`)).toBe(0)
    expect(await total(`${known}`)).toBe(1)
  })

  it.each([
    [
      'letters that are not encoded',
      'GET /api/books/كتاب?x=ملزمة HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['letters in the name of a page', 'GET /كتب HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP at all', 'هلو\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['to be shown what was sent', 'TRACE /books HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['a length that is none', 'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    ['a length beside portions', twoRequests('Content-Length: 4\r\nTransfer-Encoding: chunked'), 400],
    ['portions beside a length', twoRequests('Transfer-Encoding: chunked\r\nContent-Length: 4'), 400],
    ['two lengths', twoRequests('Content-Length: 5\r\nContent-Length: 60'), 400],
    ['portions that do not come last', twoRequests('Transfer-Encoding: chunked, identity'), 400],
    ['a name of a header that ends in a space', twoRequests('Transfer-Encoding : chunked'), 400],
  ])('is refused in our shape: %s', async (_, bytes, status) => {
    const answer = await raw(Buffer.from(bytes))
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    const refusal = JSON.parse(body) as Refusal
    expect(errorCatalogue).toHaveProperty(refusal.code)
    expect(refusal.errors).toEqual([refusal.message])
    expect(refusal.message).toMatch(/[\u0621-\u064A]{2}/)
  })

  it('is refused: what the program is made of, wherever it is asked for', async () => {
    const { port } = new URL(test.app.server.listening ? address : (address = await test.listen()))
    const root = path.join(import.meta.dirname, '..')
    expect(insides.filter(name => fs.existsSync(path.join(root, name))).length).toBeGreaterThan(3)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const told: string[] = []
    for (const name of insides) {
      for (const up of ['', '../', '../../', '../../../']) {
        for (const written of [
          up + name,
          (up + name).replaceAll('/', '%2f'),
          up.replaceAll('.', '%2e') + name,
        ]) {
          for (const folder of ['/', '/assets/', '/files/', '/api/files/']) {
            const asked = http.get({ port, host: '127.0.0.1', path: folder + written, agent })
            const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
            await answer.resume().toArray()
            if (answer.statusCode !== 404) told.push(`${answer.statusCode} ${folder}${written}`)
          }
        }
      }
    }
    agent.destroy()
    expect(told).toEqual([])
  })
})
