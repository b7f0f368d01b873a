import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/units.ts'
import { newId } from '#server/base/db/id.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { runInThread } from '#server/jobs/step-thread.ts'
import type { PackTask } from './make-pack.step.ts'
import { listNumbersVersions } from './numbers.repository.ts'
import type { NumbersVersion } from './numbers.repository.ts'
import type { PackFacts } from './number-pack.ts'
import { openPack } from './open-pack.ts'
import type { OpenPack } from './open-pack.ts'
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
const strangersKeptMs = day
/** So often a release is read while others may write; after that it is read as it is at one moment. */
const triesBesideWrites = 2
/** No more files can be opened: the file that was to be opened is not to blame. */
const crowded: readonly unknown[] = ['EMFILE', 'ENFILE']

type Named = Pick<PackFacts, 'stage' | 'release' | 'version'>
const releaseOf = ({ stage, release }: Named) => `${stage}.${release}`
const nameOf = ({ stage, release, version }: Named) => `${stage}.${release}.${version}${ending}`.toLowerCase()

/**
 * The packs of this machine, by what is in them: made in a thread once, and taken from the others' store where there is
 * one.
 */
export function createNumberPacks({ db, directory, shared, warn }: Given) {
  const making = new Map<string, Promise<NumbersVersion | undefined>>()
  const sharing = new Set<Promise<void>>()
  /** How often a release was something else by the time that it was read. */
  const missed = new Map<string, number>()
  const closing = new AbortController()
  const fileOf = (version: Named) => path.join(directory, nameOf(version))

  async function listNames(): Promise<string[]> {
    return (await readdir(directory).catch(() => [])).filter(name => name.endsWith(ending))
  }

  /** A file that nobody takes for a pack until it is whole. */
  const newPart = () => path.join(directory, `${newId()}${unfinished}`)

  /* A store that is away, and a copy that is damaged, are no reason to be without. */
  async function fetchShared(version: Named): Promise<boolean> {
    if (!shared) return false
    const key = prefix + nameOf(version)
    const part = newPart()
    try {
      if (!(await shared.stat(key))) return false
      await pipeline(await shared.read(key), createWriteStream(part, { flags: 'wx', flush: true }), {
        signal: closing.signal,
      })
      const pack = await openPack(part).catch(async (error: unknown) => {
        await shared.remove(key)
        throw error
      })
      await pack.close()
      await rename(part, fileOf(version))
      return true
    } catch (error) {
      closing.signal.throwIfAborted()
      warn(error)
      return false
    } finally {
      await rm(part, { force: true })
    }
  }

  function share(version: Named): void {
    if (!shared) return
    const part = newPart()
    const done = link(fileOf(version), part)
      .then(() => shared.put(prefix + nameOf(version), part, type))
      .catch(warn)
      .then(() => rm(part, { force: true }))
      .finally(() => sharing.delete(done))
    sharing.add(done)
  }

  /* What is not as it was while it was written down is thrown away: its name says what is in it. */
  async function writeInput(
    input: string,
    version: NumbersVersion,
    shown: Shown,
  ): Promise<NumbersVersion | undefined> {
    if ((missed.get(releaseOf(version)) ?? 0) < triesBesideWrites) {
      await writePackInput(db, input, version, shown, closing.signal)
      const [now] = await listNumbersVersions(db, shown, version)
      return now?.version === version.version ? now : undefined
    }
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async snapshot => {
        const [now] = await listNumbersVersions(snapshot, shown, version)
        if (now) await writePackInput(snapshot, input, now, shown, closing.signal)
        return now
      })
  }

  async function pack(wanted: NumbersVersion, shown: Shown): Promise<NumbersVersion | undefined> {
    const [input, output] = [newPart(), newPart()]
    try {
      const version = await writeInput(input, wanted, shown)
      const misses = missed.get(releaseOf(wanted)) ?? 0
      if (version) missed.delete(releaseOf(wanted))
      else missed.set(releaseOf(wanted), misses + 1)
      if (!version) return undefined
      const task: PackTask = { facts: version, input, output }
      const module = new URL('./make-pack.step.ts', import.meta.url)
      const bounds = { timeMs: limits.numbersPackingMs, memoryMb: limits.numbersPackingMemoryMb }
      await runInThread<null>({ module, task, ...bounds }, closing.signal)
      await rename(output, fileOf(version))
      share(version)
      return version
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }

  async function make(version: NumbersVersion, shown: Shown): Promise<NumbersVersion | undefined> {
    await mkdir(directory, { recursive: true })
    return (await fetchShared(version)) ? version : pack(version, shown)
  }

  return {
    fileOf,

    async has(version: Named): Promise<boolean> {
      return (await listNames()).includes(nameOf(version))
    },

    /**
     * Opens a pack that is here; one that is damaged is removed, so that it is made anew.
     * Errors: when no more files can be opened.
     */
    async open(version: Named): Promise<OpenPack | undefined> {
      try {
        return await openPack(fileOf(version))
      } catch (error) {
        if (crowded.includes((error as NodeJS.ErrnoException).code)) throw error
        warn(error)
        await rm(fileOf(version), { force: true })
        return undefined
      }
    },

    /**
     * Makes a pack, if it is not here. Shape: what the release is now, where it changed too often to be read as it was;
     * undefined when something changed meanwhile. Errors: those of the database, the disk and the thread.
     */
    async ensure(version: NumbersVersion, shown: Shown): Promise<NumbersVersion | undefined> {
      const name = nameOf(version)
      const running = making.get(name)
      if (running) return running
      if ((await listNames()).includes(name)) return version
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
      await Promise.allSettled([...making.values(), ...sharing])
    },
  }
}
