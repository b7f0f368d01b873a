import { readFile, mkdir, rename, rm, writeFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { presentMatch } from './lookup.service.ts'
import { bucketOf, hashOfNumber, makeIndex } from './number-index.ts'
import type { NumberIndex } from './number-index.ts'
import { listIndexVersions, listNumbersOf, publicPages } from './numbers.repository.ts'

/** A release among those of a stage: `2026-1` is the first round of 2026. */
export interface ReleaseName {
  stage: MinisterialGradeCode
  release: string
}

interface Given {
  db: Queryable
  changes: Pick<Changes, 'onChange'>
  /** Where the indexes lie, so that they are there before the database is. */
  directory: string
  warn(error: unknown): void
}

/** A bucket, and what its version is. */
export interface FoundBucket {
  body: string
  version: string
}

export type NumberBuckets = ReturnType<typeof createNumberBuckets>

const filesAtOnce = 100
const nameOf = ({ stage, release }: ReleaseName) => `${stage}-${release}`

/**
 * The exam numbers of every release as static buckets, in memory and on disk: handing them out needs no database.
 * They follow every change of results; whoever asks meanwhile waits a little, and then gets what was there.
 * Source: R6.4.
 */
export function createNumberBuckets({ db, changes, directory, warn }: Given) {
  const indexes = new Map<string, NumberIndex>()
  let isStale = true
  let renewing: Promise<void> | undefined
  const closing = new AbortController()
  let failedAt = -Infinity
  const loading = load()

  async function load(): Promise<void> {
    const names = await readdir(directory).catch(() => [])
    for (const name of names.filter(each => each.endsWith('.index'))) {
      try {
        const index = deserialize(await readFile(path.join(directory, name))) as NumberIndex
        indexes.set(name.replace(/\.index$/, ''), index)
      } catch (error) {
        warn(error)
      }
    }
  }

  async function keep(name: string, index: NumberIndex): Promise<void> {
    await mkdir(directory, { recursive: true })
    const file = path.join(directory, `${name}.index`)
    const fresh = `${file}.${process.pid}.new`
    await writeFile(fresh, serialize(index))
    await rename(fresh, file)
  }

  async function build(stage: MinisterialGradeCode, release: string, version: string): Promise<NumberIndex> {
    const [releaseYear = 0, round = 0] = release.split('-').map(Number)
    const rows = await publicPages(db, stage)
      .where('results.releaseYear', '=', releaseYear)
      .where('results.try', '=', round)
      .where('sheetPages.isReadable', '=', true)
      .execute()
    const places = new Map<string, number[]>()
    const pages = rows.map((row, place) => {
      const key = `${row.fileId}/${row.page}`
      places.set(key, [...(places.get(key) ?? []), place])
      return JSON.stringify(presentMatch(row, [0, 0, 0, 0]))
    })
    const numbers: Parameters<typeof makeIndex>[2][number][] = []
    const contents = [...new Set(rows.map(row => row.fileId))]
    for (let at = 0; at < contents.length; at += filesAtOnce) {
      for (const { fileId, page, number, box } of await listNumbersOf(
        db,
        contents.slice(at, at + filesAtOnce),
      )) {
        const hash = hashOfNumber(number)
        for (const place of places.get(`${fileId}/${page}`) ?? []) numbers.push({ hash, page: place, box })
      }
    }
    return makeIndex(version, pages, numbers)
  }

  async function renewAll(): Promise<void> {
    await loading
    while (isStale && !closing.signal.aborted) {
      isStale = false
      const wanted = await listIndexVersions(db)
      const names = new Set<string>()
      for (const { stage, release, version } of wanted) {
        const name = nameOf({ stage, release })
        names.add(name)
        if (indexes.get(name)?.version === version) continue
        const index = await build(stage, release, version)
        indexes.set(name, index)
        await keep(name, index)
      }
      for (const name of indexes.keys()) {
        if (names.has(name)) continue
        indexes.delete(name)
        await rm(path.join(directory, `${name}.index`), { force: true })
      }
    }
  }

  function renew(): Promise<void> {
    renewing ??= renewAll()
      .catch((error: unknown) => {
        /* What was there goes on, and whoever asks next tries again. */
        isStale = true
        failedAt = Date.now()
        if (!closing.signal.aborted) warn(error)
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  changes.onChange(tags => {
    if (!tags.includes('results')) return
    isStale = true
    void renew()
  })
  void renew()

  return {
    /** The bucket of a prefix of a SHA-256; undefined where nothing of the release is public. */
    async find(wanted: ReleaseName, prefix: string): Promise<FoundBucket | undefined> {
      await loading
      const hasFailed = Date.now() - failedAt < limits.numbersRetryMs
      if ((isStale || renewing) && !hasFailed) await Promise.race([renew(), patience()])
      const index = indexes.get(nameOf(wanted))
      return index && { body: bucketOf(index, prefix), version: index.version }
    },

    /** What the numbers of a release are at, for addresses that may be kept; undefined while it is not known. */
    versionOf: (wanted: ReleaseName): string | undefined => indexes.get(nameOf(wanted))?.version,

    async close(): Promise<void> {
      closing.abort()
      await renewing
    },
  }
}

function patience(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, limits.numbersPatienceMs).unref())
}
