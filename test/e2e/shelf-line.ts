import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line to the site that can break in the middle of a file, and a site that has another worker. */
export interface ShelfLine {
  baseUrl: string
  /** Breaks so many answers of files, each after so many bytes. */
  cutFiles(times: number, afterBytes: number): void
  /** How many are left to break. */
  cutsLeft(): number
  /** What the site sends as its worker from now on, given its own. */
  changeWorker(change: (text: string) => string): void
  /** Nothing comes through any more, until it does again. */
  setDown(isDown: boolean): void
  /** The addresses that were asked for. */
  asked: string[]
  close(): void
}

const wholeFiles = /^\/(?:files\/[0-9a-f]{64}\/[^/]+|ministerial\/preview\/[^/]+\/pages\.pdf)$/

/** Opens a line to the site at this address. */
export async function openShelfLine(target: string): Promise<ShelfLine> {
  let cuts = 0
  let cutAfter = 0
  let change: ((text: string) => string) | undefined
  let isDown = false
  const asked: string[] = []
  const server = http.createServer((request, reply) => {
    const url = request.url ?? '/'
    if (isDown) return void request.socket.destroy()
    asked.push(url)
    const headers = { ...request.headers }
    const isWorker = change !== undefined && url === '/sw.js'
    if (isWorker) {
      delete headers['accept-encoding']
      delete headers['if-none-match']
    }
    const sent = http.request(target + url, { method: request.method ?? 'GET', headers }, answer => {
      if (isWorker && change) {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = change?.(Buffer.concat(parts).toString()) ?? ''
          reply.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(text)
        })
        return
      }
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      const isCut = cuts > 0 && request.method === 'GET' && wholeFiles.test(url)
      if (isCut) cuts -= 1
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        const room = isCut ? Math.max(0, cutAfter - bytes) : part.length
        bytes += part.length
        reply.write(part.subarray(0, room))
        /* What was written before reaches the browser first. */
        if (isCut && bytes >= cutAfter) setImmediate(() => reply.socket?.destroySoon())
      })
      answer.on('end', () => {
        if (!isCut || bytes < cutAfter) reply.end()
      })
      answer.on('error', () => reply.destroy())
    })
    sent.on('error', () => reply.destroy())
    request.pipe(sent)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutFiles(times, afterBytes) {
      cuts = times
      cutAfter = afterBytes
    },
    cutsLeft: () => cuts,
    setDown(down) {
      isDown = down
      if (down) server.closeAllConnections()
    },
    changeWorker(next) {
      change = next
    },
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
