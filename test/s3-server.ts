import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ObjectStoreConfig } from '#server/config.ts'

export interface TestS3Server {
  config: ObjectStoreConfig
  /** Where the server program keeps its objects. */
  directory: string
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./s3-server.program.ts', import.meta.url))

/** Starts a real S3 server program with one empty bucket. Call `stop` in `afterAll`. */
export async function startS3Server(): Promise<TestS3Server> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-s3-'))
  const bucket = 'rafid-files'
  const server = spawn(process.execPath, [program, directory, bucket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string]
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    directory,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      process.off('exit', kill)
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
