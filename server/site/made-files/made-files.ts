import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'
import { newId } from '#server/base/db/id.ts'
import { Turns } from '#server/base/turns.ts'

interface MadeFilesOptions {
  directory: string
  /** Units: bytes. The newest file stays even when it alone is larger. */
  maxBytes: number
  /** How many files are made at the same time. */
  atOnce: number
  /** How many may wait for their turn; whoever comes then is sent away. */
  maxWaiting: number
}

/** A file to send. Whoever gets it reads its handle to the end or closes it. Units: bytes. */
export interface MadeFile {
  handle: FileHandle
  size: number
  /** Of all its bytes, where it is told to who downloads it. */
  sha256?: string
}

/** Writes the file's content to `target`, where nothing is yet. */
type Make = (target: string) => Promise<void>

const unfinished = '.part'
const leftBehindMs = 60 * 60 * 1000

/** Files made from records, kept on disk up to a size; the one unused longest goes first. */
export class MadeFiles {
  readonly #options: MadeFilesOptions
  readonly #making = new Map<string, Promise<void>>()
  readonly #turns: Turns
  /** Sizes by name, the one unused longest first. */
  #sizes: Promise<Map<string, number>> | undefined

  constructor(options: MadeFilesOptions) {
    this.#options = options
    this.#turns = new Turns({ ...options, refusal: 'unavailable' })
  }

  /** The file of this name, made if it is not there. Errors: `unavailable` when too many wait, and those of `make`. */
  async open(name: string, make: Make): Promise<MadeFile> {
    const there = await this.#openIfThere(name)
    if (there) return there
    const running = this.#making.get(name)
    const made =
      running ?? this.#turns.take(() => this.#make(name, make)).finally(() => this.#making.delete(name))
    if (!running) this.#making.set(name, made)
    await made
    const file = await this.#openIfThere(name)
    if (!file) throw new AppError('unavailable')
    return file
  }

  async #openIfThere(name: string): Promise<MadeFile | undefined> {
    const sizes = await this.#known()
    const handle = await open(this.#pathOf(name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (!handle) {
      sizes.delete(name)
      return undefined
    }
    const { size } = await handle.stat()
    sizes.delete(name)
    sizes.set(name, size)
    return { handle, size }
  }

  async #make(name: string, make: Make): Promise<void> {
    const target = this.#pathOf(`${newId()}${unfinished}`)
    try {
      await make(target)
      const { size } = await stat(target)
      await rename(target, this.#pathOf(name))
      const sizes = await this.#known()
      sizes.delete(name)
      sizes.set(name, size)
      await this.#makeRoom(sizes)
    } finally {
      await rm(target, { force: true })
    }
  }

  async #makeRoom(sizes: Map<string, number>): Promise<void> {
    let total = 0
    for (const size of sizes.values()) total += size
    for (const [name, size] of sizes) {
      if (total <= this.#options.maxBytes || sizes.size === 1) return
      sizes.delete(name)
      total -= size
      await rm(this.#pathOf(name), { force: true })
    }
  }

  #known(): Promise<Map<string, number>> {
    this.#sizes ??= this.#look().catch((error: unknown) => {
      this.#sizes = undefined
      throw error
    })
    return this.#sizes
  }

  /** Takes over what earlier runs left, and removes what they did not finish. */
  async #look(): Promise<Map<string, number>> {
    const { directory } = this.#options
    await mkdir(directory, { recursive: true })
    const found: { name: string; size: number; changedAt: number }[] = []
    for (const name of await readdir(directory)) {
      const facts = await stat(path.join(directory, name)).catch(() => undefined)
      if (!facts?.isFile()) continue
      if (!name.endsWith(unfinished)) found.push({ name, size: facts.size, changedAt: facts.mtimeMs })
      else if (Date.now() - facts.mtimeMs > leftBehindMs)
        await rm(path.join(directory, name), { force: true })
    }
    return new Map(found.toSorted((a, b) => a.changedAt - b.changedAt).map(({ name, size }) => [name, size]))
  }

  #pathOf(name: string): string {
    return path.join(this.#options.directory, name)
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
}
