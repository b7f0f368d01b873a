import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql, type KyselyPlugin } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { describeEachEngine, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { briefProgram } from '#test/environment.ts'
import { filesUnder, makeImage, makePdf, makeTestDirectory, sha256Of, streamOf } from '#test/files.ts'
import { createFilesService } from './files.service.ts'
import type { FilesService } from './files.service.ts'
import { sweepFiles } from './housekeeping.ts'
import { sweepIncoming } from './receive.ts'
import { scrubFiles } from './scrub.ts'

const later = () => new Date(Date.now() + limits.unusedFileGraceMs + 60_000)

interface House {
  database: TestDatabase
  files: FilesService
  dataDir: string
  store: string
  use(recordId: string, addresses: string[]): Promise<void>
  close(): Promise<void>
}

async function openHouse(database: TestDatabase, dataDir = makeTestDirectory()): Promise<House> {
  const files = await createFilesService({
    database,
    config: { dataDir, objectStore: undefined, siteUrl: undefined },
    log: pino({ level: 'silent' }),
    keepsHouse: false,
  })
  return {
    database,
    files,
    dataDir,
    store: path.join(dataDir, 'files', 'store'),
    use: (recordId, addresses) =>
      database.kysely.transaction().execute(transaction =>
        files.replaceReferences(transaction, [
          {
            entity: 'book',
            recordId,
            before: [],
            uses: addresses.map(address => ({ field: 'directLink', kind: 'pdf' as const, address })),
          },
        ]),
      ),
    async close() {
      await files.close()
      await database.cleanup()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describeEachEngine('unused files', open => {
  let house: House

  beforeEach(async () => {
    house = await openHouse(await open())
  })

  afterEach(() => house.close())

  const sweep = (now = later()) => sweepFiles(house.files.parts, false, now)

  it('go after the grace period, with their smaller pictures, and never one in use', async () => {
    const used = await house.files.store(streamOf(await makePdf(1)), { name: 'a.pdf' })
    const image = await makeImage('png', 20, 20)
    const unused = await house.files.store(streamOf(image), { name: 'b.png' })
    const sha256 = sha256Of(image)
    await house.files.renditions.get(sha256, 160, 'webp')
    await house.files.renditions.get(sha256, 160, 'avif')
    await house.use('b1', [used.url])
    expect((await sweep(new Date())).unusedFiles).toBe(0)
    expect((await sweep()).unusedFiles).toBe(1)
    expect([...(await house.files.factsOf([used.url, unused.url])).keys()]).toEqual([used.url])
    expect(
      filesUnder(house.store)
        .map(name => name.split('/')[0])
        .toSorted((one, other) => String(one).localeCompare(String(other))),
    ).toEqual(['facts', 'objects'])
  })

  it('begin their grace period when the last record lets them go', async () => {
    const { url } = await house.files.store(streamOf(await makePdf(2)), { name: 'a.pdf' })
    await house.use('b1', [url])
    await house.use('b2', [url])
    await house.use('b1', [])
    expect((await sweep()).unusedFiles).toBe(0)
    await house.use('b2', [])
    expect((await sweep(new Date())).unusedFiles).toBe(0)
    expect((await sweep()).unusedFiles).toBe(1)
  })

  it('begin their grace period when many holders let all of theirs go, a portion at a time', async () => {
    const { kysely } = house.database
    const holders = ['many', 'more']
    await sql`
      insert into files (id, object_key, name, extension, size, type, unreferenced_since)
      select md5(n::text) || md5('b' || n), 'objects/' || n, n || '.pdf', 'pdf', 1, 'application/pdf', null
      from generate_series(1, 1300) n`.execute(kysely)
    await sql`
      insert into file_references (file_id, entity, record_id)
      select id, 'PAPERS', holder from files, unnest(${holders}::text[]) holder`.execute(kysely)
    await sql`
      insert into file_references (file_id, entity, record_id)
      select id, 'PAPERS', 'stays' from files order by id limit 1`.execute(kysely)
    const counts: number[] = []
    const countRows: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        counts.push(result.rows.length)
        return result
      },
    }
    await kysely.transaction().execute(async transaction => {
      const counted = transaction.withPlugin(countRows)
      await house.files.releaseContents(counted, 'PAPERS', holders)
      await house.files.releaseContents(counted, 'PAPERS', ['nobody'])
    })
    expect(Math.max(...counts)).toBe(1000)
    const left = await kysely.selectFrom('fileReferences').select('recordId').execute()
    expect(left).toEqual([{ recordId: 'stays' }])
    const used = kysely.selectFrom('files').select('id').where('unreferencedSince', 'is', null)
    expect(await used.execute()).toHaveLength(1)
  })

  it('never vanish under a record that is being saved', async () => {
    for (let round = 0; round < 15; round += 1) {
      const pdf = await makePdf(1, { info: { Title: randomBytes(8).toString('hex') } })
      const { url } = await house.files.store(streamOf(pdf), { name: 'a.pdf' })
      const [saved] = await Promise.allSettled([
        house.use(`r${round}`, [url]),
        sweep(),
        ...(round % 3 === 0 ? [house.files.store(streamOf(pdf), { name: 'a.pdf' })] : []),
      ])
      const isThere = (await house.files.factsOf([url])).has(url)
      const outcome = saved.status === 'fulfilled' ? isThere : errorCodeOf(saved.reason)
      expect([true, 'invalid_fields']).toContain(outcome)
    }
    const { findings } = await scrubFiles(house.files.parts, undefined, new Date(Date.now() + 1000))
    expect(findings).toEqual([])
  }, 60_000)
})

describe('what a crash leaves behind', () => {
  let house: House

  beforeEach(async () => {
    house = await openHouse(await openTestDatabase())
  })

  afterEach(() => house.close())

  it('temporary files go when nobody has written to them for a while', async () => {
    const incoming = path.join(house.dataDir, 'files', 'incoming')
    const [old, fresh] = [path.join(incoming, 'old.part'), path.join(incoming, 'fresh.part')]
    for (const file of [old, fresh]) fs.writeFileSync(file, 'x')
    const longAgo = new Date(Date.now() - limits.incomingIdleMs - 1000)
    fs.utimesSync(old, longAgo, longAgo)
    expect(await sweepIncoming(incoming)).toBe(1)
    expect(fs.readdirSync(incoming)).toEqual(['fresh.part'])
  })

  it('objects, pieces and pictures that no row knows go, and known ones stay', async () => {
    const { url } = await house.files.store(streamOf(await makePdf(1)), { name: 'a.pdf' })
    const sha256 = '0'.repeat(64)
    const left = [
      `objects/00/${sha256}-abc`,
      'pieces/u1/p1',
      `renditions/00/${sha256}/160.webp`,
      `facts/00/${sha256}.json`,
    ]
    for (const key of left) {
      const file = path.join(house.dataDir, 'left')
      fs.writeFileSync(file, 'x')
      await house.files.parts.objects.put(key, file, 'image/png')
    }
    expect((await sweepFiles(house.files.parts, true)).orphans).toBe(0)
    expect(
      (await sweepFiles(house.files.parts, true, new Date(Date.now() + limits.orphanGraceMs + 1000))).orphans,
    ).toBe(4)
    expect((await house.files.factsOf([url])).size).toBe(1)
    expect(
      filesUnder(house.store)
        .map(name => name.split('/')[0])
        .toSorted((one, other) => String(one).localeCompare(String(other))),
    ).toEqual(['facts', 'objects'])
  })
})

describe('scrubbing', () => {
  it('names what is missing, rotten and orphaned, and its exit code tells of damage', async () => {
    const database = await openTestDatabase('pglite')
    const own = await openHouse(database, database.options.dataDir)
    const pdfs = await Promise.all([1, 2, 3].map(pages => makePdf(pages)))
    for (const [index, pdf] of pdfs.entries())
      await own.files.store(streamOf(pdf), { name: `كتاب ${index}.pdf` })
    await own.files.close()
    await database.close()

    const run = () => {
      const command = fileURLToPath(new URL('./scrub.command.ts', import.meta.url))
      const env = { ...process.env, DATA_DIR: database.options.dataDir, DATABASE_URL: '', NODE_ENV: '' }
      const { status, stdout, stderr } = spawnSync(process.execPath, [...briefProgram, command], {
        env,
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('3 files') })

    const objects = filesUnder(own.store).filter(name => name.startsWith('objects'))
    const objectOf = (pdf: Buffer | undefined) =>
      path.join(own.store, objects.find(name => name.includes(sha256Of(pdf ?? Buffer.alloc(0)))) ?? '')
    fs.rmSync(objectOf(pdfs[0]))
    const rotten = fs.openSync(objectOf(pdfs[1]), 'r+')
    fs.writeSync(rotten, Buffer.from([0xff]), 0, 1, 700)
    fs.closeSync(rotten)
    const orphan = path.join(own.store, 'objects', 'aa', `${'a'.repeat(64)}-x`)
    fs.mkdirSync(path.dirname(orphan), { recursive: true })
    fs.writeFileSync(orphan, 'x')
    fs.utimesSync(orphan, new Date(0), new Date(0))

    const { status, stdout } = run()
    expect(status).toBe(1)
    expect(stdout).toMatch(
      new RegExp(`^missing\tobjects/../${sha256Of(pdfs[0] ?? Buffer.alloc(0))}-\\w+\tكتاب 0\\.pdf$`, 'm'),
    )
    expect(stdout).toMatch(new RegExp(`^rotten\tobjects/../${sha256Of(pdfs[1] ?? Buffer.alloc(0))}-`, 'm'))
    expect(stdout).toMatch(/^orphaned\tobjects\/aa\/a{64}-x/m)
    expect(stdout).toContain('3 files')
    expect(stdout).toContain('2 missing or rotten, 1 orphaned')
    fs.rmSync(database.options.dataDir, { recursive: true, force: true })
  }, 60_000)
})
