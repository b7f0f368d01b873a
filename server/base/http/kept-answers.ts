import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { z } from 'zod'
import type { ChangeTag } from '#server/base/changes.ts'
import { nextMoment, Overtaken } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'

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

/** Answers on disk, the last good copy of each. What was read before something in it was taken back is never kept. */
export interface KeptAnswers {
  /** Keeps an answer, soon. `asOf`: when its reading began. */
  put(answer: KeptAnswer, asOf: Moment): void
  /** Keeps an answer in the place of an older copy; where there is none, nothing. */
  renew(answer: KeptAnswer, asOf: Moment): void
  /** Undefined where there is none, or what lies there is not whole. */
  get(key: string): Promise<KeptAnswer | undefined>
  /** Whether there is a copy that was not put again for a while. */
  isDue(key: string): boolean
  remove(key: string): void
  /** Removes every answer with one of these tags: something in them may not be shown any more. */
  withdraw(tags: readonly ChangeTag[]): void
  /** Begins to go through all that should be kept: what is met from now on leaves last. */
  beginRound(): Moment
  /** True where an answer is kept; it counts as met. */
  meet(key: string): boolean
  /** Removes whatever was read before then. */
  sweep(before: Moment): void
  /** True when nothing new fits beside what was met since the round began. */
  isFull(): boolean
  /** Resolves when everything is written that was put so far. */
  settled(): Promise<void>
}

interface Given {
  directory: string
  /** Of all of them, packed; those that were met longest ago go first. */
  maxBytes: number
  warn(error: unknown): void
}

interface Reading {
  asOf: Moment
  tags: readonly string[]
}

interface Known extends Reading {
  /** A hash of everything beside the body, with that of the body. */
  mark: string
  size: number
  metAt: Moment
  putMs: number
}

type Waiting = KeptAnswer & Reading

const brotli = promisify(zlib.brotliCompress)
const unpack = promisify(zlib.brotliDecompress)
const ending = '.answer'
const lineEnd = 10
const headBytes = 8 * 1024
/** An answer that many ask for is compared with its copy now and then. */
const dueAfterMs = 1_000
const headSchema = z.object({
  key: z.string(),
  type: z.string(),
  etag: z.string(),
  tags: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
})

/** The entity tag of a body, without quotes. */
export function digestOf(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 40) + ending
const lineOf = ({ key, type, etag, tags, headers }: KeptAnswer) =>
  JSON.stringify({ key, type, etag, tags, headers })

/** Opens the answers in a directory. Source: R8.1. */
export function createKeptAnswers({ directory, maxBytes, warn }: Given): KeptAnswers {
  /** Those that were met longest ago first. */
  const known = new Map<string, Known>()
  /** What waits to be written; null is to be removed. */
  const waiting = new Map<string, Waiting | null>()
  const takenBack = new Overtaken()
  let sweptBefore: Moment = 0
  let roundBegan: Moment = 0
  let isFull = false
  let isSweepWanted = false
  let size = 0
  let working: Promise<void> | undefined
  const loading = load().catch(warn)

  const isOvertaken = (one: Reading) => one.asOf < sweptBefore || takenBack.has(one)

  function findKnown(name: string): Known | undefined {
    const one = known.get(name)
    return one && !isOvertaken(one) ? one : undefined
  }

  function isKept(name: string): boolean {
    const next = waiting.get(name)
    return next === undefined ? findKnown(name) !== undefined : next !== null
  }

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
        if (!name.endsWith(ending)) throw new Error('Not finished')
        const { line, bytes, at } = await readHead(file)
        const { tags } = headOf(line)
        const one = { mark: digestOf(line), tags, size: bytes, asOf: 0, metAt: 0, putMs: -Infinity }
        found.push({ name, one, at })
      } catch {
        await rm(file, { force: true })
      }
    }
    for (const { name, one } of found.toSorted((a, b) => a.at - b.at)) if (!known.has(name)) note(name, one)
  }

  async function write(name: string, answer: Waiting): Promise<void> {
    const packed = await brotli(answer.body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
    if (isOvertaken(answer)) return
    const line = lineOf(answer)
    const bytes = Buffer.concat([Buffer.from(`${line}\n`), packed])
    const file = path.join(directory, name)
    const part = `${file}.${process.pid}.part`
    await writeFile(part, bytes)
    await rename(part, file)
    const { asOf, tags } = answer
    const times = { metAt: nextMoment(), putMs: performance.now() }
    note(name, { mark: digestOf(line), tags, size: bytes.length, asOf, ...times })
    if (isOvertaken(answer)) await removeNow(name)
    await makeRoom(name)
  }

  async function makeRoom(newest: string): Promise<void> {
    for (const [oldest, { metAt }] of known) {
      if (size <= maxBytes) return
      isFull = metAt >= roundBegan && roundBegan > 0
      await removeNow(isFull ? newest : oldest)
      if (isFull) return
    }
  }

  async function removeNow(name: string): Promise<void> {
    note(name, undefined)
    await rm(path.join(directory, name), { force: true })
  }

  async function work(): Promise<void> {
    await loading
    for (const [name, answer] of waiting) {
      try {
        await (answer === null ? removeNow(name) : write(name, answer))
      } catch (error) {
        warn(error)
      }
      /* Whoever asks in the meantime is given what waits: what was there before may be swept. */
      if (waiting.get(name) === answer) waiting.delete(name)
    }
    if (!isSweepWanted) return
    isSweepWanted = false
    for (const [name, one] of known) if (isOvertaken(one)) await removeNow(name).catch(warn)
  }

  function begin(): void {
    working ??= work().finally(() => {
      working = undefined
      if (waiting.size > 0 || isSweepWanted) begin()
    })
  }

  function put(answer: KeptAnswer, asOf: Moment): void {
    const one = { ...answer, asOf }
    const name = nameOf(answer.key)
    const before = known.get(name)
    if (isOvertaken(one) || (waiting.get(name) ?? before ?? one).asOf > asOf) return
    if (before && !waiting.has(name) && before.mark === digestOf(lineOf(answer))) {
      note(name, { ...before, asOf, metAt: nextMoment(), putMs: performance.now() })
      return
    }
    waiting.set(name, one)
    begin()
  }

  function removeOvertaken(): void {
    for (const [name, answer] of waiting) if (answer && isOvertaken(answer)) waiting.delete(name)
    isSweepWanted = true
    begin()
  }

  return {
    put,

    renew(answer, asOf) {
      const name = nameOf(answer.key)
      if (isKept(name)) put(answer, asOf)
    },

    async get(key) {
      await loading
      const name = nameOf(key)
      const next = waiting.get(name)
      if (next !== undefined) return next ?? undefined
      const one = findKnown(name)
      if (!one) return undefined
      try {
        const bytes = await readFile(path.join(directory, name))
        const end = bytes.indexOf(lineEnd)
        const head = headOf(bytes.toString('utf8', 0, end))
        const body = await unpack(bytes.subarray(end + 1))
        const isWhole = head.key === key && digestOf(body) === head.etag
        return isWhole && !isOvertaken(one) ? { ...head, body } : undefined
      } catch {
        return undefined
      }
    },

    isDue(key) {
      const name = nameOf(key)
      const one = waiting.has(name) ? undefined : findKnown(name)
      return one !== undefined && performance.now() - one.putMs > dueAfterMs
    },

    remove(key) {
      const name = nameOf(key)
      if (!isKept(name)) return
      waiting.set(name, null)
      begin()
    },

    withdraw(tags) {
      takenBack.mark(tags)
      removeOvertaken()
    },

    beginRound() {
      isFull = false
      roundBegan = nextMoment()
      return roundBegan
    },

    meet(key) {
      const name = nameOf(key)
      const one = findKnown(name)
      if (one) note(name, { ...one, metAt: nextMoment() })
      return isKept(name)
    },

    sweep(before) {
      sweptBefore = Math.max(sweptBefore, before)
      removeOvertaken()
    },

    isFull: () => isFull,

    async settled() {
      await loading
      for (let one = working; one; one = working) await one
    },
  }
}

/** What stands before the body of a kept answer. Errors: where it has no end. */
async function readHead(file: string): Promise<{ line: string; bytes: number; at: number }> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(headBytes)
    const { bytesRead } = await handle.read(buffer, 0, headBytes, 0)
    const end = buffer.subarray(0, bytesRead).indexOf(lineEnd)
    if (end < 0) throw new Error('A kept answer has no head')
    const { size, mtimeMs } = await handle.stat()
    return { line: buffer.toString('utf8', 0, end), bytes: size, at: mtimeMs }
  } finally {
    await handle.close()
  }
}

function headOf(line: string) {
  const { tags, ...head } = headSchema.parse(JSON.parse(line))
  return { ...head, tags: tags as ChangeTag[] }
}
