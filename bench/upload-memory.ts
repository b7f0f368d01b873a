import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { megabytes, signIn, startServer, writeLargePdf } from './upload-server.ts'

/**
 * How much the server's memory grows while a large PDF comes in whole.
 * Usage: node bench/upload-memory.ts [BYTES]. Linux only. Exit code 1 above the bar of 50 MiB.
 */
const bytes = Number(process.argv[2] ?? 250 * 1024 * 1024)
const barBytes = 50 * 1024 * 1024
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const pdf = path.join(directory, 'large.pdf')
const sha256 = writeLargePdf(pdf, bytes)

const server = await startServer(path.join(directory, 'data'))
try {
  const staff = await signIn(server.address)
  const upload = (file: string, name: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const head = Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
      )
      const tail = Buffer.from('\r\n--x--\r\n')
      const request = http.request(`${server.address}/api/files/new`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': head.length + fs.statSync(file).size + tail.length,
          cookie: staff.cookie,
          'x-csrf-token': staff.csrfToken,
        },
      })
      request.on('error', reject)
      request.on('response', response => {
        let body = ''
        response.setEncoding('utf8').on('data', text => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      request.write(head)
      const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 })
      source.pipe(request, { end: false })
      source.on('end', () => request.end(tail))
    })

  const small = path.join(directory, 'small.pdf')
  writeLargePdf(small, 200_000)
  await upload(small, 'small.pdf')
  await wait(2000)
  const before = server.residentBytes()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.residentBytes())
  }, 20)
  const startedAt = performance.now()
  const answer = await upload(pdf, 'large.pdf')
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampling)
  const kept = await fetch(`${server.address}/files/${sha256}`)
  const hash = createHash('sha256')
  for await (const chunk of kept.body ?? []) hash.update(chunk)

  const growth = peak - before
  console.log(`upload of ${megabytes(bytes)}: status ${answer.status}, ${seconds.toFixed(1)} s`)
  console.log(`memory before ${megabytes(before)}, peak ${megabytes(peak)}, growth ${megabytes(growth)}`)
  console.log(`came back whole: ${hash.digest('hex') === sha256}`)
  process.exitCode = answer.status === 200 && growth <= barBytes ? 0 : 1
} finally {
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
