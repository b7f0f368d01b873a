import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/base/db/id.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { runInThread } from '#server/jobs/step-thread.ts'
import type { PackTask } from './make-pack.step.ts'
import { listNumbersVersions } from './numbers.repository.ts'
import type { NumbersVersion } from './numbers.repository.ts'
import type { PackFacts } from './number-pack.ts'
import type { Shown } from './shown-results.ts'
import { writePackInput } from './write-pack-input.ts'

/** Where processes that do not share a disk find each other's packs. */
export type SharedPacks = Pick<ObjectStore, 'put' | 'stat' | 'read' | 'remove' | 'list'>

interface Given {
  db: Queryable
  directory: string
  shared: SharedPacks | undefined
  warn(error: unknown): void
}

export type NumberPacks = ReturnType<typeof createNumberPacks>

const prefix = 'numbers/'
const ending = '.pack'
const unfinished = '.part'
const type = 'application/octet-stream'
/** Another process may be about to announce one that this one does not expect any more. */
const strangersKeptMs = 24 * 60 * 60 * 1000

type Named = Pick<PackFacts, 'stage' | 'release' | 'version'>
const nameOf = ({ stage, release, version }: Named) => `${stage}.${release}.${version}${ending}`.toLowerCase()

/**
 * The packs of this machine, by what is in them: made in a thread once, and taken from the others' store where there is
 * one.
 */
export function createNumberPacks({ db, directory, shared, warn }: Given) {
  const making = new Map<string, Promise<boolean>>()
  const closing = new AbortController()
  const fileOf = (version: Named) => path.join(directory, nameOf(version))

  async function listNames(): Promise<string[]> {
    return (await readdir(directory).catch(() => [])).filter(name => name.endsWith(ending))
  }

  /** A file that nobody takes for a pack until it is whole. */
  const newPart = () => path.join(directory, `${newId()}${unfinished}`)

  async function fetchShared(version: Named): Promise<boolean> {
    const key = prefix + nameOf(version)
    if (!shared || !(await shared.stat(key))) return false
    const part = newPart()
    try {
      await pipeline(await shared.read(key), createWriteStream(part, { flags: 'wx', flush: true }), {
        signal: closing.signal,
      })
      await rename(part, fileOf(version))
      return true
    } finally {
      await rm(part, { force: true })
    }
  }

  async function share(version: Named, file: string): Promise<void> {
    if (!shared) return
    try {
      await shared.put(prefix + nameOf(version), file, type)
    } catch (error) {
      warn(error)
    }
  }

  /* What is not as it was while it was written down is thrown away: its name says what is in it. */
  async function pack(version: NumbersVersion, shown: Shown): Promise<boolean> {
    const [input, output] = [newPart(), newPart()]
    try {
      await writePackInput(db, input, version, shown, closing.signal)
      const now = await listNumbersVersions(db, shown)
      if (!now.some(each => nameOf(each) === nameOf(version))) return false
      const task: PackTask = { facts: version, input, output }
      const module = new URL('./make-pack.step.ts', import.meta.url)
      const bounds = { timeMs: limits.numbersPackingMs, memoryMb: limits.numbersPackingMemoryMb }
      await runInThread<null>({ module, task, ...bounds }, closing.signal)
      await share(version, output)
      await rename(output, fileOf(version))
      return true
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }

  async function make(version: NumbersVersion, shown: Shown): Promise<boolean> {
    await mkdir(directory, { recursive: true })
    return (await fetchShared(version)) || pack(version, shown)
  }

  return {
    fileOf,

    async has(version: Named): Promise<boolean> {
      return (await listNames()).includes(nameOf(version))
    },

    /**
     * Makes a pack, if it is not here. Shape: false when something changed meanwhile.
     * Errors: those of the database, the disk and the thread.
     */
    async ensure(version: NumbersVersion, shown: Shown): Promise<boolean> {
      const name = nameOf(version)
      const running = making.get(name)
      if (running) return running
      if ((await listNames()).includes(name)) return true
      const made = making.get(name) ?? make(version, shown).finally(() => making.delete(name))
      making.set(name, made)
      return made
    },

    /** Removes what is not of these. */
    async keepOnly(wanted: readonly Named[]): Promise<void> {
      const names = new Set(wanted.map(nameOf))
      for (const name of await readdir(directory).catch(() => [])) {
        const isOld = name.endsWith(ending) ? !names.has(name) : name.endsWith('.index')
        if (isOld) await rm(path.join(directory, name), { force: true })
      }
      if (!shared) return
      for await (const { key, modifiedAt } of shared.list(prefix)) {
        const isForgotten = Date.now() - modifiedAt.getTime() > strangersKeptMs
        if (isForgotten && !names.has(key.slice(prefix.length))) await shared.remove(key)
      }
    },

    /** Removes what a process that ended had not finished. */
    async sweep(): Promise<void> {
      for (const name of await readdir(directory).catch(() => []))
        if (name.endsWith(unfinished)) await rm(path.join(directory, name), { force: true })
    },

    async close(): Promise<void> {
      closing.abort(new Error('closing'))
      await Promise.allSettled(making.values())
    },
  }
}
