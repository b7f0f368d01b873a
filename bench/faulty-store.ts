import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How a store fails. */
export const storeFaults = ['gone', 'slow', 'errors', 'nonsense', 'full'] as const
export type StoreFault = (typeof storeFaults)[number]

const slowMs = 3000

/** A store behind a door that can fail. Shape: its address; `fail` without a fault makes it well again. */
export async function openFaultyStore(endpoint: string) {
  let fault: StoreFault | undefined
  const server = http.createServer((request, response) => {
    void (async () => {
      if (fault === 'gone') return request.socket.destroy()
      if (fault === 'slow') await wait(slowMs)
      if (fault === 'errors') return response.writeHead(500).end()
      if (fault === 'nonsense')
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
      if (fault === 'full' && request.method !== 'GET' && request.method !== 'HEAD') {
        const code = '<Error><Code>XMinioStorageFull</Code><Message>no space</Message></Error>'
        return response.writeHead(507, { 'content-type': 'application/xml' }).end(code)
      }
      const onward = http.request(
        new URL(request.url ?? '/', endpoint),
        { method: request.method, headers: request.headers },
        answer => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      request.pipe(onward)
      return undefined
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (wanted?: StoreFault) => void (fault = wanted),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
