import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

/** A real S3 server as a program of its own: `node s3-server.program.ts DIRECTORY BUCKET PORT`. Prints its port. */
const [directory = '', bucket = '', port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
})

// It checks every signature, but forgets the slash after the bucket that today's clients sign when they list.
const requestPath = new AsyncLocalStorage<string>()
server.middleware.unshift((context, next) => requestPath.run(context.path, next))
Object.defineProperty(server, 'allowMismatchedSignatures', {
  get: () => requestPath.getStore() === `/${bucket}/`,
})

// It forgets some letters that names in signed addresses are written with.
const { encodeURIComponent: encodeMost } = globalThis
globalThis.encodeURIComponent = text =>
  encodeMost(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

// It does not know how a multipart upload is given up.
server.middleware.unshift(async (context, next) => {
  const { uploadId } = context.query
  if (context.method !== 'DELETE' || typeof uploadId !== 'string') return next()
  const parts = path.join(directory, bucket, '._S3rver_uploads', path.basename(uploadId))
  context.status = existsSync(parts) ? 204 : 404
  if (context.status === 404) context.body = '<Error><Code>NoSuchUpload</Code></Error>'
  rmSync(parts, { recursive: true, force: true })
})

const address = await server.run()
process.stdout.write(`${address.port}\n`)
