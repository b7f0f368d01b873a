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
  close(): Promise<void>
}

/** A line to a PostgreSQL server of this machine that can fall silent without being closed. */
export async function openQuietProxy(serverDirectory: string): Promise<QuietProxy> {
  const directory = makeTestDirectory()
  const name = '.s.PGSQL.5432'
  const sockets = new Set<net.Socket>()
  const server = net.createServer(client => {
    const upstream = net.connect(path.join(serverDirectory, name))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  server.listen(path.join(directory, name))
  await once(server, 'listening')
  return {
    directory,
    hush() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
