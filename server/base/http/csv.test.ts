import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { csvLine, sendCsv } from './csv.ts'

describe('a line of a CSV file', () => {
  it('quotes every cell and doubles quotes', () => {
    expect(csvLine(['a,b', 'قال "نعم"', 3, null, undefined, 'x\ny'])).toBe(
      '"a,b","قال ""نعم""","3","","","x\ny"\r\n',
    )
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1',
    '=HYPERLINK("http://evil")',
  ])('makes text of %j', text => {
    expect(csvLine([text]).startsWith(`"'${text[0]}`)).toBe(true)
  })

  it('leaves ordinary text and numbers alone', () => {
    expect(csvLine(['/books/primary?x=1', 'a=b', -5])).toBe('"/books/primary?x=1","a=b","-5"\r\n')
  })
})

describe('a CSV file that is sent', () => {
  const app = fastify()
  afterEach(() => app.close())

  it('is made no faster than it is read, and no further when the reader has gone', async () => {
    const lines = 2_000
    const line = csvLine(['ن'.repeat(16 * 1024)])
    let made = 0
    let isEnded = false
    async function* table() {
      try {
        for (; made < lines; made += 1) yield line
      } finally {
        isEnded = true
      }
    }
    app.get('/', (_request, reply) => sendCsv(reply, 'table', table()))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const asked = http.get({ port, host: '127.0.0.1' })
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
    await once(answer, 'readable')
    /* Whatever the system holds for a reader that reads nothing more: then nothing is made any more. */
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = made > 0 && made === before
          before = made
          return isStill
        },
        { interval: 200, timeout: 10_000 },
      )
      .toBe(true)
    expect(made).toBeLessThan(lines / 2)
    answer.destroy()
    await expect.poll(() => isEnded, { timeout: 10_000 }).toBe(true)
    expect(made).toBeLessThan(lines / 2)
  })
})
