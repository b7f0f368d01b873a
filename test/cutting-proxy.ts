import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'

export interface CuttingProxy {
  address: string
  /** Bytes that went towards the server so far. */
  sent(): number
  /** Bytes that came back from it so far. */
  received(): number
  /** Cuts every line as soon as so many bytes went towards the server in all. */
  cutAt(totalBytes: number): void
  /** Sends what comes from now on to another port. */
  pointTo(port: number): void
  close(): Promise<void>
}

/** A line to a server that has a speed and can be cut at any byte, as mobile networks do. Units: bytes a second. */
export async function openCuttingProxy(port: number, bytesPerSecond = Infinity): Promise<CuttingProxy> {
  let target = port
  let sentBytes = 0
  let receivedBytes = 0
  let cutBytes = Infinity
  const sockets = new Set<net.Socket>()

  function cut(): void {
    cutBytes = Infinity
    for (const socket of sockets) socket.destroy()
  }

  const server = net.createServer(client => {
    const upstream = net.connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    upstream.on('data', (chunk: Buffer) => (receivedBytes += chunk.length))
    upstream.pipe(client)
    client.on('data', (chunk: Buffer) => {
      const room = cutBytes - sentBytes
      const passed = chunk.length > room ? chunk.subarray(0, Math.max(0, room)) : chunk
      sentBytes += passed.length
      const isFull = !upstream.write(passed)
      const waitMs = (passed.length / bytesPerSecond) * 1000
      if (isFull) upstream.once('drain', () => client.resume())
      else if (waitMs > 0) setTimeout(() => client.resume(), waitMs)
      if (isFull || waitMs > 0) client.pause()
      if (sentBytes >= cutBytes) cut()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sentBytes,
    received: () => receivedBytes,
    cutAt(totalBytes) {
      cutBytes = totalBytes
    },
    pointTo(next) {
      target = next
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
