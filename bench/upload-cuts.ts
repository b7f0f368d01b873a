import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Upload } from 'tus-js-client'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import { megabytes, signIn, startServer, writeLargePdf } from './upload-server.ts'
import type { ServerProcess } from './upload-server.ts'

/**
 * Uploads a large PDF resumably over a line that is cut at random points, with the server restarted or killed at
 * some of them and a new sign-in after each kill.
 * Usage: node bench/upload-cuts.ts [BYTES] [CUTS]. Exit code 1 when the file is not the same, or 5 % was sent again.
 */
const bytes = Number(process.argv[2] ?? 250 * 1024 * 1024)
const cutCount = Number(process.argv[3] ?? 20)
const bar = 0.05
/** Of the line, faster than any that staff have at home. */
const bytesPerSecond = 12_500_000
const uploadChunkBytes = 4 * 1024 * 1024

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const dataDir = path.join(directory, 'data')
const pdf = path.join(directory, 'large.pdf')
const sha256 = writeLargePdf(pdf, bytes)
const incidents = ['cut', 'restart', 'kill'] as const
const points = Array.from({ length: cutCount }, () => Math.floor(Math.random() * bytes)).sort((a, b) => a - b)

let server: ServerProcess = await startServer(dataDir)
const proxy = await openCuttingProxy(server.port, bytesPerSecond)
let staff = await signIn(server.address)
let happened = 0
const counts = { cut: 0, restart: 0, kill: 0 }

/** Goes on with the upload until it ends or the line breaks. Shape: where it is, once it has begun; true when done. */
async function goOn(uploadUrl: string | null): Promise<{ url: string | null; isDone: boolean }> {
  return new Promise(resolve => {
    const upload = new Upload(fs.createReadStream(pdf), {
      endpoint: `${proxy.address}/api/files/uploads`,
      uploadUrl,
      uploadSize: bytes,
      chunkSize: uploadChunkBytes,
      retryDelays: null,
      metadata: { name: 'كتاب.pdf', kind: 'pdf' },
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
      onSuccess: () => resolve({ url: upload.url, isDone: true }),
      onError: () => resolve({ url: upload.url, isDone: false }),
    })
    upload.start()
  })
}

/** By the processes before this one. */
let writtenBytes = -server.writtenBytes()
const startedAt = performance.now()
let url: string | null = null
let isDone = false
try {
  while (!isDone) {
    const point = points[happened]
    if (point !== undefined) proxy.cutAt(Math.max(point, proxy.sent() + 1))
    const incident = incidents[happened % incidents.length] ?? 'cut'
    const step = await goOn(url)
    url = step.url ?? url
    isDone = step.isDone
    if (isDone || point === undefined) continue
    happened += 1
    counts[incident] += 1
    if (incident === 'cut') continue
    writtenBytes += server.writtenBytes()
    await (incident === 'kill' ? server.kill() : server.stop())
    server = await startServer(dataDir)
    writtenBytes -= server.writtenBytes()
    proxy.pointTo(server.port)
    staff = await signIn(server.address)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const id = url?.split('/').at(-1) ?? ''
  const result = await fetch(`${server.address}/api/files/uploads/${id}/result`, {
    headers: { cookie: staff.cookie },
  })
  writtenBytes += server.writtenBytes()
  const { file } = (await result.json()) as { file: { url: string; size: number } }
  const hash = createHash('sha256')
  for await (const chunk of (await fetch(`${server.address}${file.url}`)).body ?? []) hash.update(chunk)
  const isSame = hash.digest('hex') === sha256 && file.size === bytes
  const again = proxy.sent() / bytes - 1
  console.log(
    `${megabytes(bytes)} over ${happened} incidents: ${JSON.stringify(counts)}, ${seconds.toFixed(0)} s`,
  )
  console.log(`the same file: ${isSame}; sent again: ${(again * 100).toFixed(2)} %`)
  console.log(`written to disk for each byte of the file: ${(writtenBytes / bytes).toFixed(2)}`)
  process.exitCode = isSame && again < bar && happened === cutCount ? 0 : 1
} finally {
  await proxy.close()
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
