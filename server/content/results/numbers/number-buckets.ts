import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import zlib from 'node:zlib'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import { mayTakeBack } from '#server/base/changes.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { apartFromRequests } from '#server/base/request-id.ts'
import { askFor } from './number-pack.ts'
import { createNumberPacks } from './number-packs.ts'
import type { SharedPacks } from './number-packs.ts'
import { listMoments, listNumbersVersions } from './numbers.repository.ts'
import type { NumbersVersion } from './numbers.repository.ts'
import type { OpenPack } from './open-pack.ts'
import { shownAfter, shownAll, shownAt, shownNow } from './shown-results.ts'
import type { Shown } from './shown-results.ts'

/** A release among those of a stage: `2026-1` is the first round of 2026. */
export interface ReleaseName {
  stage: MinisterialGradeCode
  release: string
}

interface Given {
  db: Queryable
  changes: Pick<Changes, 'onChange'>
  /** Where the packs lie, so that they are there before the database is. */
  directory: string
  /** Where several processes exchange them; undefined where the files are on this disk. */
  shared: SharedPacks | undefined
  warn(error: unknown): void
  /** How long it waits after a failure, and for more changes before it makes ready what may come. Units: milliseconds. */
  pauses?: { retryMs?: number; settleMs?: number } | undefined
}

/** A bucket, and what its version is. Shape: `packed` is `body` in Brotli, where it is ready. */
export interface FoundBucket {
  body: Buffer
  packed: Buffer | undefined
  version: string
}

/** What a page says of the numbers of a release. */
export interface NumbersPlace {
  version: string
  digits: number
}

export type NumberBuckets = ReturnType<typeof createNumberBuckets>

const unpack = promisify(zlib.brotliDecompress)
const currentSchema = z.array(z.object({ stage: z.string(), release: z.string(), version: z.string() }))
const nameOf = ({ stage, release }: { stage: string; release: string }) => `${stage}/${release}`
const sameRelease = (a: NumbersVersion) => (b: NumbersVersion) => nameOf(a) === nameOf(b)

/**
 * The exam numbers of every release as static buckets on disk: handing them out needs no database. They follow every
 * change of results; what may be announced next is made ready before, so that an announcement only opens other files.
 * Source: R6.4, R6.5.
 */
export function createNumberBuckets({ db, changes, directory, shared, warn, pauses }: Given) {
  const { retryMs = limits.numbersRetryMs, settleMs = limits.numbersSettleMs } = pauses ?? {}
  const packs = createNumberPacks({ db, directory, shared, warn })
  const currentFile = path.join(directory, 'current.json')
  const open = new Map<string, OpenPack>()
  /** Releases of which something may not be shown any more and the rest is not packed yet. */
  const withdrawn = new Set<string>()
  const closing = new AbortController()
  let isStale = true
  /** How often something was taken back, or may have been, and how much of that is closed. */
  let withdrawals = 0
  let withdrawalsDone = 0
  let remembering = Promise.resolve()
  let renewing: Promise<void> | undefined
  let preparing: Promise<void> | undefined
  let opening: Promise<unknown> = Promise.resolve()
  /** The one that waits for it. */
  let nextOpening: Promise<NumbersVersion[]> | undefined
  let retry: NodeJS.Timeout | undefined
  let isPreparationWanted = false
  let failedAt = -Infinity
  let shownBefore: readonly NumbersVersion[] = []
  /** What somebody waits for: it is about to be public. */
  const awaited = new Set<NumbersVersion>()
  /** Packs that are closed when those who read from them have their bytes. */
  const leaving = new Set<OpenPack>()
  const loading = load().catch(warn)

  async function load(): Promise<void> {
    const text = await readFile(currentFile, 'utf8').catch(() => '[]')
    for (const version of currentSchema.parse(JSON.parse(text))) {
      const pack = await packs.open(version)
      if (pack) open.set(nameOf(version), pack)
    }
    await packs.sweep()
  }

  /* One after the other: the last one that is written says what is open last. */
  function remember(): Promise<void> {
    remembering = remembering.then(writeCurrent).catch(warn)
    return remembering
  }

  async function writeCurrent(): Promise<void> {
    await mkdir(directory, { recursive: true })
    const part = `${currentFile}.${process.pid}.part`
    await writeFile(part, JSON.stringify([...open.values()].map(({ facts }) => facts)), { flush: true })
    await rename(part, currentFile)
  }

  /* What was listed before something was taken back may have it still. */
  async function swap(version: NumbersVersion, counted: number): Promise<boolean> {
    const next = await packs.open(version)
    if (!next) return false
    if (counted !== withdrawals) {
      await next.close()
      return false
    }
    const name = nameOf(version)
    const before = open.get(name)
    open.set(name, next)
    withdrawn.delete(name)
    if (before) closeLater(before)
    return true
  }

  function closeLater(pack: OpenPack): void {
    leaving.add(pack)
    const close = () => (leaving.delete(pack) ? pack.close().catch(warn) : undefined)
    setTimeout(close, limits.numbersPatienceMs).unref()
  }

  /* What is taken back goes at once, and does not wait for the rest to be packed. */
  function withdraw(now: readonly NumbersVersion[], isSheetTakenBack: boolean): void {
    for (const [name, pack] of open) {
      const version = now.find(each => nameOf(each) === name)
      const results = new Set(version?.results)
      const isWhole = pack.facts.results.every(id => results.has(id))
      if (isWhole && (!isSheetTakenBack || pack.facts.version === version?.version)) continue
      open.delete(name)
      closeLater(pack)
      if (version) withdrawn.add(name)
    }
    for (const name of withdrawn) if (!now.some(each => nameOf(each) === name)) withdrawn.delete(name)
  }

  const isCurrent = (version: NumbersVersion) => open.get(nameOf(version))?.facts.version === version.version
  const namesOfOpen = () => [...open].map(([name, { facts }]) => `${name} ${facts.version}`).join()

  /* One after the other: what was listed earlier would undo what a later list has opened. */
  function openReady(): Promise<NumbersVersion[]> {
    nextOpening ??= opening.then(() => {
      nextOpening = undefined
      return openListed()
    })
    opening = nextOpening.catch(() => undefined)
    return nextOpening
  }

  /** Opens what is ready and closes what was taken back. Shape: what there is now. */
  async function openListed(): Promise<NumbersVersion[]> {
    await loading
    if (closing.signal.aborted) return []
    const counted = withdrawals
    const before = namesOfOpen()
    const now = await listNumbersVersions(db, shownNow)
    for (const version of now)
      if (!isCurrent(version) && (await packs.has(version))) await swap(version, counted)
    if (counted === withdrawals) {
      withdraw(now, counted !== withdrawalsDone)
      withdrawalsDone = counted
    }
    if (namesOfOpen() !== before) await remember()
    return now
  }

  async function follow(): Promise<void> {
    while (isStale && !closing.signal.aborted) {
      isStale = false
      const counted = withdrawals
      let isLate = false
      for (const version of await openReady()) {
        if (isCurrent(version)) continue
        const was = open.get(nameOf(version))
        const made = await packs.ensure(version, shownNow)
        if (counted !== withdrawals) break
        /* Opened meanwhile by a later look, which knew more. */
        if (open.get(nameOf(version)) !== was) continue
        const isOpen = made !== undefined && (await swap(made, counted))
        if (isOpen) await remember()
        isLate ||= !isOpen || made.version !== version.version
      }
      if (isLate && counted === withdrawals) return tryLater()
    }
  }

  /** Whoever asks meanwhile gets what is there. */
  function tryLater(): void {
    isStale = true
    failedAt = Date.now()
    clearTimeout(retry)
    if (!closing.signal.aborted)
      retry = setTimeout(() => (isStale ? void renew() : undefined), retryMs).unref()
  }

  function renew(): Promise<void> {
    renewing ??= apartFromRequests(follow)
      .catch((error: unknown) => {
        tryLater()
        if (!closing.signal.aborted) warn(error)
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function ensureAll(shown: Shown): Promise<NumbersVersion[]> {
    const versions = await listNumbersVersions(db, shown)
    for (const version of versions) if (!closing.signal.aborted) await packs.ensure(version, shown)
    return versions
  }

  /** Makes ready what may be announced next: by the clock, or all that is there. */
  async function prepareNext(): Promise<void> {
    while (isPreparationWanted && !closing.signal.aborted) {
      isPreparationWanted = false
      await wait(settleMs, undefined, { signal: closing.signal, ref: false })
      const startedAt = performance.now()
      const now = await listNumbersVersions(db, shownNow)
      const wanted: NumbersVersion[] = [...now]
      for (const moment of await listMoments(db)) wanted.push(...(await ensureAll(shownAt(moment))))
      wanted.push(...(await ensureAll(shownAll)))
      /* An announcement that is taken back finds what was there before it. */
      const before = shownBefore.filter(
        each => !now.some(one => one.version === each.version && sameRelease(one)(each)),
      )
      const isOfShown = (each: NumbersVersion) => now.some(sameRelease(each))
      const current = [...open.values()].map(({ facts }) => facts)
      await packs.keepOnly([...wanted, ...current, ...awaited, ...before.filter(isOfShown)])
      shownBefore = now
      /* Half of the time of one core at most, however often something changes. */
      await wait(performance.now() - startedAt, undefined, { signal: closing.signal, ref: false })
    }
  }

  function wantPreparation(): void {
    isPreparationWanted = true
    preparing ??= prepareNext()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) warn(error)
      })
      .finally(() => {
        preparing = undefined
      })
  }

  changes.onChange(tags => {
    if (tags.includes('results')) {
      isStale = true
      if (mayTakeBack(tags)) withdrawals += 1
      /* A release that is being packed holds up no announcement, and nothing that is taken back. */
      if (renewing) openReady().catch(warn)
      else void renew()
    }
    if (tags.includes('results') || tags.includes('drafts')) wantPreparation()
  })
  void renew()
  wantPreparation()

  /** Waits a little for what a change has made stale. */
  async function settle(): Promise<void> {
    await loading
    const hasFailed = Date.now() - failedAt < retryMs
    if ((isStale || renewing) && !hasFailed) await Promise.race([renew(), patience()])
  }

  return {
    /**
     * The bucket of a prefix of a SHA-256; undefined where nothing of the release is public, `withdrawn` while what is
     * left of it is being packed.
     */
    async find(wanted: ReleaseName, prefix: string): Promise<FoundBucket | 'withdrawn' | undefined> {
      await settle()
      const pack = open.get(nameOf(wanted))
      if (!pack) return withdrawn.has(nameOf(wanted)) ? 'withdrawn' : undefined
      const { version } = pack.facts
      const packed = await pack.read(prefix)
      if (packed) return { body: await unpack(packed), packed, version }
      return { body: Buffer.from(await derive(pack, prefix)), packed: undefined, version }
    },

    /** The same from memory, packed by Brotli, if it is there. */
    peek(wanted: ReleaseName, prefix: string): { packed: Buffer; version: string } | undefined {
      const pack = open.get(nameOf(wanted))
      const packed = pack?.peek(prefix)
      return pack && packed && { packed, version: pack.facts.version }
    },

    /** What a page needs to ask for the numbers of a release, for addresses that may be kept. */
    async placeOf(wanted: ReleaseName): Promise<NumbersPlace | undefined> {
      await settle()
      const facts = open.get(nameOf(wanted))?.facts
      return facts && { version: facts.version, digits: facts.digits }
    },

    /** Every release that is public, with how many digits its buckets have and which ask for more. */
    list: () => [...open.values()].map(({ facts }) => facts),

    /** Makes ready what these results leave behind when they are shown or hidden; waits for it a while. */
    async prepare(ids: readonly string[], isShown: boolean): Promise<void> {
      const shown = shownAfter(ids, isShown)
      const ready = listNumbersVersions(db, shown)
        .then(async versions => {
          for (const version of versions) {
            awaited.add(version)
            setTimeout(() => awaited.delete(version), limits.announcementWaitMs * 2).unref()
            await packs.ensure(version, shown)
          }
        })
        .catch(warn)
      await Promise.race([ready, wait(limits.announcementWaitMs, undefined, { ref: false })])
    },

    async close(): Promise<void> {
      closing.abort()
      clearTimeout(retry)
      await packs.close()
      await Promise.all([renewing, preparing, opening])
      await remembering
      for (const pack of [...open.values(), ...leaving]) await pack.close()
      leaving.clear()
      open.clear()
    },
  }
}

/** The answer for a prefix that is shorter or longer than those of the pack. */
async function derive(pack: OpenPack, prefix: string): Promise<string> {
  const { digits } = pack.facts
  if (prefix.length < digits) return askFor(digits)
  for (let length = prefix.length - 1; length >= digits; length -= 1) {
    const packed = await pack.read(prefix.slice(0, length))
    if (!packed) continue
    const bucket = JSON.parse((await unpack(packed)).toString('utf8')) as NumberBucket
    if (bucket.longer !== undefined) return askFor(bucket.longer)
    const rest = prefix.slice(length)
    const numbers = bucket.numbers
      .filter(([digitsAfter]) => digitsAfter.startsWith(rest))
      .map(([digitsAfter, page, row]) => [digitsAfter.slice(rest.length), page, row])
    return JSON.stringify({ numbers, pages: bucket.pages })
  }
  return '{"numbers":[],"pages":[]}'
}

function patience(): Promise<void> {
  return wait(limits.numbersPatienceMs, undefined, { ref: false })
}
