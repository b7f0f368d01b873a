import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { makeTestDirectory } from './files.ts'

export interface QuietProxy {
  /** The folder that a database address names as `host`. */
  directory: string
  /** Nothing passes any more on the lines that are open, and nobody is told: as when a router forgets them. */
  hush(): void
  /** The same of those lines alone on which somebody listens. Errors: throws when there is none. */
  hushListening(): void
  close(): Promise<void>
}

/** A line to a PostgreSQL server of this machine that can fall silent without being closed. */
export async function openQuietProxy(serverDirectory: string): Promise<QuietProxy> {
  const directory = makeTestDirectory()
  const name = '.s.PGSQL.5432'
  const sockets = new Set<net.Socket>()
  const listening = new Set<net.Socket>()
  const server = net.createServer(client => {
    const upstream = net.connect(path.join(serverDirectory, name))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
    client.on('data', (said: Buffer) => {
      if (/\blisten\b/i.test(said.toString('latin1')))
        for (const one of [client, upstream]) {
          listening.add(one)
          one.on('close', () => listening.delete(one))
        }
    })
  })
  server.listen(path.join(directory, name))
  await once(server, 'listening')
  return {
    directory,
    hush: () => hushAll(sockets),
    hushListening() {
      if (listening.size === 0) throw new Error('Nobody listens on a line of the proxy.')
      hushAll(listening)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

function hushAll(sockets: ReadonlySet<net.Socket>): void {
  for (const socket of sockets) socket.unpipe().pause()
}
