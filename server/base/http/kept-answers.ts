import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { z } from 'zod'
import type { ChangeTag } from '#server/base/changes.ts'

/** An answer that outlives the process. */
export interface KeptAnswer {
  key: string
  type: string
  /** The first letters of its body's hash. */
  etag: string
  tags: readonly ChangeTag[]
  /** Beside type and tag. */
  headers: Record<string, string>
  body: Buffer
}

/** Answers on disk, the last good copy of each. */
export interface KeptAnswers {
  /** Keeps an answer, soon. */
  put(answer: KeptAnswer): void
  /** Undefined where there is none, or what lies there is not whole. */
  get(key: string): Promise<KeptAnswer | undefined>
  has(key: string): boolean
  remove(key: string): void
  /** Removes every answer with one of these tags: something in them may not be shown any more. */
  withdraw(tags: readonly ChangeTag[]): void
  /** Resolves when everything is written that was put so far. */
  settled(): Promise<void>
}

interface Given {
  directory: string
  /** Of all of them, packed; those that were kept longest go first. */
  maxBytes: number
  warn(error: unknown): void
}

interface Known {
  etag: string
  tags: readonly string[]
  size: number
}

const brotli = promisify(zlib.brotliCompress)
const unpack = promisify(zlib.brotliDecompress)
const ending = '.answer'
const lineEnd = 10
const headSchema = z.object({
  key: z.string(),
  type: z.string(),
  etag: z.string(),
  tags: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
})

/** The entity tag of a body, without quotes. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 40) + ending

/** Opens the answers in a directory. Source: R8.1. */
export function createKeptAnswers({ directory, maxBytes, warn }: Given): KeptAnswers {
  const known = new Map<string, Known>()
  /** What waits to be written; null is to be removed. */
  const waiting = new Map<string, KeptAnswer | null>()
  let size = 0
  let working: Promise<void> | undefined
  const loading = load().catch(warn)

  function note(name: string, one: Known | undefined): void {
    size += (one?.size ?? 0) - (known.get(name)?.size ?? 0)
    known.delete(name)
    if (one) known.set(name, one)
  }

  async function load(): Promise<void> {
    await mkdir(directory, { recursive: true })
    const found: { name: string; one: Known; at: number }[] = []
    for (const name of await readdir(directory)) {
      const file = path.join(directory, name)
      try {
        const bytes = await readFile(file)
        const { etag, tags } = headOf(bytes)
        found.push({ name, one: { etag, tags, size: bytes.length }, at: (await stat(file)).mtimeMs })
      } catch {
        await rm(file, { force: true })
      }
    }
    for (const { name, one } of found.toSorted((a, b) => a.at - b.at)) if (!known.has(name)) note(name, one)
  }

  async function write(name: string, answer: KeptAnswer): Promise<void> {
    const { body, ...head } = answer
    if (known.get(name)?.etag === head.etag) return
    const packed = await brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), packed])
    const file = path.join(directory, name)
    const part = `${file}.${process.pid}.part`
    await writeFile(part, bytes)
    await rename(part, file)
    note(name, { etag: head.etag, tags: head.tags, size: bytes.length })
    for (const oldest of known.keys()) {
      if (size <= maxBytes) break
      await removeNow(oldest)
    }
  }

  async function removeNow(name: string): Promise<void> {
    note(name, undefined)
    await rm(path.join(directory, name), { force: true })
  }

  async function work(): Promise<void> {
    await loading
    for (const [name, answer] of waiting) {
      waiting.delete(name)
      try {
        await (answer === null ? removeNow(name) : write(name, answer))
      } catch (error) {
        warn(error)
      }
    }
  }

  function begin(): void {
    working ??= work().finally(() => {
      working = undefined
      if (waiting.size > 0) begin()
    })
  }

  return {
    put(answer) {
      const name = nameOf(answer.key)
      if (known.get(name)?.etag === answer.etag && !waiting.has(name)) return
      waiting.set(name, answer)
      begin()
    },

    async get(key) {
      const name = nameOf(key)
      const next = waiting.get(name)
      if (next !== undefined) return next ?? undefined
      try {
        const bytes = await readFile(path.join(directory, name))
        const head = headOf(bytes)
        const body = await unpack(bytes.subarray(bytes.indexOf(lineEnd) + 1))
        return head.key === key && digestOf(body) === head.etag ? { ...head, body } : undefined
      } catch {
        return undefined
      }
    },

    has: key => waiting.has(nameOf(key)) || known.has(nameOf(key)),

    remove(key) {
      const name = nameOf(key)
      if (!known.has(name) && !waiting.has(name)) return
      waiting.set(name, null)
      begin()
    },

    withdraw(tags) {
      const isTouched = (one: { tags: readonly string[] }) => tags.some(tag => one.tags.includes(tag))
      for (const [name, answer] of waiting) if (answer && isTouched(answer)) waiting.set(name, null)
      void loading.then(() => {
        for (const [name, one] of known) if (isTouched(one) && !waiting.has(name)) waiting.set(name, null)
        begin()
      })
      begin()
    },

    async settled() {
      await loading
      for (let one = working; one; one = working) await one
    },
  }
}

function headOf(bytes: Buffer) {
  const end = bytes.indexOf(lineEnd)
  const { tags, ...head } = headSchema.parse(JSON.parse(bytes.toString('utf8', 0, end)))
  return { ...head, tags: tags as ChangeTag[] }
}
