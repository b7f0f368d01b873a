import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { apiPaths, discoveryPaths, paths } from '#contract/paths.ts'
import { bookInput } from '#test/factories.ts'
import { visitorAddress } from '../bench/figures.ts'
import type { Staff } from '../bench/upload-server.ts'

/** What people did meanwhile, and what of it failed. */
export interface LoadReport {
  reads: number
  writes: number
  uploads: number
  /** Lines of uploads that broke and were taken up again. */
  resumed: number
  failures: string[]
}

interface Load {
  address: string
  staff: Staff
  /** A stored file, read in parts. */
  file: string
  /** What is uploaded, over and over. */
  upload: string
  readers: number
  writers: number
}

const pauseMs = 20
/** What the dashboard sends at once is larger; here a cut shall hit many of them. */
export const uploadChunkBytes = 2 * 1024 * 1024
let visitors = 0

/** Each request comes from a visitor of its own, as behind a proxy that says so. */
function someAddress(): string {
  visitors += 1
  return visitorAddress(visitors)
}

/** Reads, writes and uploads until it is told to stop; then gives what happened. */
export function startLoad(load: Load): () => Promise<LoadReport> {
  const { address, staff } = load
  const report: LoadReport = { reads: 0, writes: 0, uploads: 0, resumed: 0, failures: [] }
  const isOver = new AbortController()

  const ask = async (url: string, expected: number, init: RequestInit = {}) => {
    const headers = { ...init.headers, 'x-forwarded-for': someAddress() }
    const answer = await fetch(address + url, { redirect: 'manual', ...init, headers }).catch(String)
    if (typeof answer === 'string') return report.failures.push(`${init.method ?? 'GET'} ${url}: ${answer}`)
    await answer.arrayBuffer()
    if (answer.status !== expected) report.failures.push(`${init.method ?? 'GET'} ${url}: ${answer.status}`)
    return undefined
  }
  const reads: (() => Promise<unknown>)[] = [
    () => ask(paths.home, 200),
    () => ask(paths.books, 200),
    () => ask(`${paths.books}?search=${visitors}`, 200),
    () => ask(`${apiPaths.books}?limit=5&offset=${visitors % 9}`, 200),
    () => ask(`${apiPaths.search}?q=${visitors}`, 200),
    () => ask(discoveryPaths.feed('all'), 200),
    () => ask(load.file, 206, { headers: { range: `bytes=${visitors % 1000}-200000` } }),
  ]
  const read = async () => {
    while (!isOver.signal.aborted) {
      await reads[Math.floor(Math.random() * reads.length)]?.()
      report.reads += 1
    }
  }
  const headers = { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
  const write = async () => {
    while (!isOver.signal.aborted) {
      const body = JSON.stringify(bookInput({ title: `كتاب ${visitors}` }))
      /* As the dashboard sends it: what a process breaks off while it ends goes to the next one. */
      const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      await ask(apiPaths.books, 201, { method: 'POST', headers: sent, body })
      report.writes += 1
      await wait(pauseMs)
    }
  }
  const send = async () => {
    while (!isOver.signal.aborted) {
      await uploadOnce(address, headers, load.upload, () => (report.resumed += 1)).then(
        () => (report.uploads += 1),
        (error: unknown) => report.failures.push(`upload: ${String(error)}`),
      )
    }
  }
  const people = [
    ...Array.from({ length: load.readers }, read),
    ...Array.from({ length: load.writers }, write),
    send(),
  ]
  return async () => {
    isOver.abort()
    await Promise.all(people)
    return report
  }
}

/** Uploads a file resumably, as the dashboard does. Shape: where it is. Errors: what ends it for good. */
export function uploadOnce(
  address: string,
  headers: Record<string, string>,
  file: string,
  onResume: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(fs.createReadStream(file), {
      endpoint: `${address}${apiPaths.uploads}`,
      uploadSize: fs.statSync(file).size,
      chunkSize: uploadChunkBytes,
      retryDelays: [500, 1000, 2000, 4000, 8000],
      metadata: { name: 'ملزمة.pdf', kind: 'pdf' },
      headers,
      onShouldRetry(error) {
        onResume()
        const status = error.originalResponse?.getStatus() ?? 0
        return status === 0 || status === 409 || status === 423 || status >= 500
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    })
    upload.start()
  })
}
