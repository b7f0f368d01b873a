import fs from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type * as Limits from '#contract/limits.ts'
import { openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { filesUnder, makePdf, makeTestDirectory, sha256Of, streamOf } from '#test/files.ts'
import { createFilesService } from './files.service.ts'
import type { FilesService } from './files.types.ts'

vi.mock('#contract/limits.ts', async importOriginal => {
  const real = await importOriginal<typeof Limits>()
  return {
    limits: {
      ...real.limits,
      fileScrubPauseMs: 300,
      fileScrubRestMs: 1,
      fileScrubRestShare: 0,
      fileScrubLostMost: 3,
    },
  }
})

describe('files that nobody asks for', () => {
  let database: TestDatabase
  let dataDir: string
  let files: FilesService
  const errors = vi.fn<(line: string) => void>()

  beforeEach(async () => {
    errors.mockReset()
    database = await openTestDatabase()
    dataDir = makeTestDirectory()
    files = await createFilesService({
      database,
      config: { dataDir, objectStore: undefined, siteUrl: undefined },
      log: pino({ level: 'error' }, { write: errors }),
    })
  })

  afterEach(async () => {
    await files.close()
    await database.cleanup()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  async function storeOne(pages: number): Promise<{ sha256: string; local: string }> {
    const pdf = await makePdf(pages)
    await files.store(streamOf(pdf), { name: `${pages}.pdf` })
    const store = path.join(dataDir, 'files', 'store')
    const found = filesUnder(store).find(name => name.startsWith('objects') && name.includes(sha256Of(pdf)))
    return { sha256: sha256Of(pdf), local: path.join(store, found ?? '') }
  }

  async function damages(): Promise<Record<string, string | null>> {
    const rows = await database.kysely.selectFrom('files').select(['id', 'damage']).execute()
    return Object.fromEntries(rows.map(({ id, damage }) => [id, damage]))
  }

  it('are found missing, cut and overwritten, and found sound again', async () => {
    const [gone, cut, rotten, sound] = await Promise.all([1, 2, 3, 4].map(storeOne))
    const kept = fs.readFileSync(rotten?.local ?? '')
    fs.rmSync(gone?.local ?? '')
    fs.truncateSync(cut?.local ?? '', 200)
    fs.writeFileSync(rotten?.local ?? '', Buffer.alloc(kept.length, 7))
    await expect.poll(damages, { timeout: 10_000 }).toEqual({
      [gone?.sha256 ?? '']: 'missing',
      [cut?.sha256 ?? '']: 'cut',
      [rotten?.sha256 ?? '']: 'rotten',
      [sound?.sha256 ?? '']: null,
    })
    fs.writeFileSync(rotten?.local ?? '', kept)
    await expect.poll(damages, { timeout: 10_000 }).toMatchObject({ [rotten?.sha256 ?? '']: null })
  })

  it('are read anew when they were proven long ago, although nobody seems to have written to them', async () => {
    const old = await storeOne(1)
    fs.writeFileSync(old.local, Buffer.alloc(fs.statSync(old.local).size, 7))
    const mark = (await files.parts.objects.stat((await rowOf(old.sha256)).objectKey))?.mark ?? ''
    const checkedAt = new Date(Date.now() - limits.fileCheckEveryMs - 1000)
    await database.kysely
      .updateTable('files')
      .set({ checkedMark: mark, checkedAt, damage: null })
      .where('id', '=', old.sha256)
      .execute()
    await expect.poll(damages, { timeout: 10_000 }).toEqual({ [old.sha256]: 'rotten' })
  })

  it('are not all said to be gone when the store itself is', async () => {
    for (const pages of [1, 2, 3, 4, 5, 6]) await storeOne(pages)
    const store = path.join(dataDir, 'files', 'store')
    fs.renameSync(store, `${store}-away`)
    fs.mkdirSync(store)
    await expect
      .poll(() => errors.mock.calls.flat().filter(line => line.includes('lost in turn')).length, {
        timeout: 10_000,
      })
      .toBeGreaterThan(1)
    expect(Object.values(await damages()).filter(damage => damage === 'missing').length).toBeLessThan(6)
  })

  it('keep what is known of them, and one that cannot be looked at keeps no other from it', async () => {
    const all = [await storeOne(1), await storeOne(2), await storeOne(3)]
    const [named, broken, late] = all.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1))
    await database.kysely
      .insertInto('fileReferences')
      .values({ fileId: named?.sha256 ?? '', entity: 'SHEETS', recordId: 'r1' })
      .execute()
    const { objects } = files.parts
    const stat = objects.stat.bind(objects)
    const brokenKey = (await rowOf(broken?.sha256 ?? '')).objectKey
    vi.spyOn(objects, 'stat').mockImplementation(async key => {
      if (key === brokenKey) throw new Error('EIO')
      return stat(key)
    })
    const before = (await rowOf(named?.sha256 ?? '')).checkedMark
    fs.rmSync(late?.local ?? '')
    fs.writeFileSync(named?.local ?? '', fs.readFileSync(named?.local ?? ''))
    await expect.poll(damages, { timeout: 10_000 }).toMatchObject({ [late?.sha256 ?? '']: 'missing' })
    const markOf = async () => (await rowOf(named?.sha256 ?? '')).checkedMark
    await expect.poll(markOf, { timeout: 10_000 }).not.toBe(before)
    vi.spyOn(database.kysely, 'selectFrom').mockImplementation(() => {
      throw new Error('away')
    })
    expect(await files.open(named?.sha256 ?? '')).toMatchObject({ namesPeople: true })
    vi.restoreAllMocks()
  })

  async function rowOf(sha256: string): Promise<{ objectKey: string; checkedMark: string | null }> {
    return database.kysely
      .selectFrom('files')
      .select(['objectKey', 'checkedMark'])
      .where('id', '=', sha256)
      .executeTakeFirstOrThrow()
  }
})
