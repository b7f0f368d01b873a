import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeEachEngine, hasPostgres, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { findPostgresPrograms } from '#test/postgres-server.ts'
import { dumpDatabase } from './dump.ts'
import { newId } from './id.ts'
import { migrateToLatest } from './migrate.ts'
import { dumpNameOf, removeOldDumps, startNightlyDump } from './nightly-dump.ts'
import type { Engine } from './open.ts'
import { restoreDatabase } from './restore.ts'

const awkward = `l'eau \\ "x" \t\r\n;\n-- statement of 9 bytes\ncommit;\n$1 $$ :name قُرآن\u200f 😀`

vi.setConfig({ testTimeout: 60_000 })

const saying = ' overriding system value'

let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-dump-'))
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const newFile = () => path.join(folder, `${newId()}.sql.gz`)
const textOf = (file: string) => gunzipSync(fs.readFileSync(file)).toString('utf8')

async function dumpText(db: TestDatabase): Promise<string> {
  const file = newFile()
  await dumpDatabase(db, file)
  return textOf(file)
}

async function openEmpty(engine: Engine): Promise<TestDatabase> {
  const db = await openTestDatabase(engine)
  await sql`drop schema public cascade; create schema public`.execute(db.kysely)
  return db
}

async function fill(db: TestDatabase): Promise<void> {
  const book = { title: awkward, description: awkward, releaseYear: 2026, image: null, branch: null }
  const books = Array.from({ length: 1_200 }, () => ({
    ...book,
    id: newId(),
    subject: 'MATH' as const,
    stage: 'FIRST_PRIMARY' as const,
    keywords: [awkward, '', 'null', '{}'],
  }))
  await db.kysely.insertInto('books').values(books).execute()
  const version = { id: newId(), bookId: books[0]?.id ?? '', title: awkward, releaseYear: 2025, position: 0 }
  await db.kysely.insertInto('bookVersions').values(version).execute()
  /* A number that only the database gives. */
  const facts = { key: awkward, documents: 1, latest: new Date(0), version: 1 }
  await db.kysely.insertInto('searchFacets').values(facts).execute()
  const value = JSON.stringify({ text: awkward, list: [1, null, true] })
  await db.kysely.insertInto('settings').values({ key: awkward, value }).execute()
}

const targets: Engine[] = hasPostgres() ? ['pglite', 'postgres'] : ['pglite']

describeEachEngine('a dump', open => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await open()
    await fill(db)
  })

  afterAll(() => db.cleanup())

  it.each(targets)('comes back the same, definitions and rows, when restored on %s', async target => {
    const file = newFile()
    await dumpDatabase(db, file)
    const restored = await openEmpty(target)
    await restoreDatabase(restored, file)
    expect(await dumpText(restored)).toBe(textOf(file))
    expect(await migrateToLatest(restored)).toEqual([])
    await restored.cleanup()
  })

  it('is never restored over what is there', async () => {
    const file = newFile()
    await dumpDatabase(db, file)
    await expect(restoreDatabase(db, file)).rejects.toThrow('is not empty')
  })

  it.each(targets)('is restored on %s by one alone where two begin at once', async target => {
    const file = await dumped(db)
    const restored = await openEmpty(target)
    const ends = await Promise.allSettled([restoreDatabase(restored, file), restoreDatabase(restored, file)])
    const refused = ends.flatMap(end => (end.status === 'rejected' ? [String(end.reason)] : []))
    expect(refused).toEqual([expect.stringMatching(/another restore|not empty/i)])
    expect(await dumpText(restored)).toBe(textOf(file))
    await restored.cleanup()
  })

  it('leaves nothing behind when it was cut off or damaged', async () => {
    const text = await dumpText(db)
    const cut = newFile()
    fs.writeFileSync(cut, gzipSync(text.slice(0, -20)))
    const damaged = newFile()
    fs.writeFileSync(damaged, fs.readFileSync(await dumped(db)).subarray(0, -100))
    const restored = await openEmpty('pglite')
    await expect(restoreDatabase(restored, cut)).rejects.toThrow('cut off')
    await expect(restoreDatabase(restored, damaged)).rejects.toThrow()
    await expect(restoreDatabase(restored, path.join(folder, 'missing'))).rejects.toThrow('ENOENT')
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(restored.kysely)
    expect(rows).toEqual([])
    await restored.cleanup()
  })

  it('of an older release, which did not say that numbers come along, comes back as well', async () => {
    const text = await dumpText(db)
    const old = text.replaceAll(
      /-- statement of (\d+) bytes\n(insert into [^\n]*) overriding system value values\n/g,
      (_, bytes: string, head: string) =>
        `-- statement of ${Number(bytes) - saying.length} bytes\n${head} values\n`,
    )
    expect(old).not.toContain('overriding')
    const file = newFile()
    fs.writeFileSync(file, gzipSync(old))
    const restored = await openEmpty('pglite')
    await restoreDatabase(restored, file)
    expect(await dumpText(restored)).toBe(text)
    await restored.cleanup()
  })

  it('leaves no half file when it fails', async () => {
    await sql`create view not_known as select 1 as one`.execute(db.kysely)
    const file = newFile()
    await expect(dumpDatabase(db, file)).rejects.toThrow('v not_known')
    await sql`drop view not_known`.execute(db.kysely)
    expect(fs.readdirSync(folder).filter(name => name.startsWith(path.basename(file)))).toEqual([])
    expect(await db.kysely.selectFrom('settings').select('key').execute()).toHaveLength(1)
  })
})

async function dumped(db: TestDatabase): Promise<string> {
  const file = newFile()
  await dumpDatabase(db, file)
  return file
}

describe('a dump of the embedded database', () => {
  it('is restored by plain psql in PostgreSQL', async ({ skip }) => {
    const psql = path.join(findPostgresPrograms() ?? '', 'psql')
    if (!hasPostgres() || !fs.existsSync(psql)) skip()
    const db = await openTestDatabase('pglite')
    await fill(db)
    const text = await dumpText(db)
    const restored = await openEmpty('postgres')
    const { status, stderr } = spawnSync(psql, ['-X', '-q', '-d', restored.options.databaseUrl ?? ''], {
      input: text,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(await dumpText(restored)).toBe(text)
    await restored.cleanup()
    await db.cleanup()
  })
})

describe('the nightly dump', () => {
  it('belongs to the day that began at four in the morning in Baghdad', () => {
    expect(dumpNameOf(new Date('2026-11-21T00:59:00Z'))).toBe('rafid-2026-11-20.sql.gz')
    expect(dumpNameOf(new Date('2026-11-21T01:00:00Z'))).toBe('rafid-2026-11-21.sql.gz')
  })

  it('keeps the latest fourteen and what is not a dump', () => {
    const directory = fs.mkdtempSync(path.join(folder, 'kept-'))
    const days = Array.from(
      { length: 20 },
      (_, day) => `rafid-2026-03-${String(day + 1).padStart(2, '0')}.sql.gz`,
    )
    for (const name of [...days, 'mine.sql.gz']) fs.writeFileSync(path.join(directory, name), '')
    removeOldDumps(directory)
    expect(fs.readdirSync(directory).sort()).toEqual(['mine.sql.gz', ...days.slice(6)])
  })

  it('is made once when it is due, and says where', async () => {
    const db = await openTestDatabase()
    const directory = path.join(folder, 'dumps')
    const said: object[] = []
    const say = (details: object) => said.push(details)
    const log = { info: say, warn: say, error: say }
    const nightly = startNightlyDump(db, { directory, log, lookEveryMs: 20 })
    await expect.poll(() => said.length, { timeout: 15_000 }).toBe(1)
    const looks = vi.spyOn(fs, 'existsSync')
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2)
    await nightly.stop()
    looks.mockRestore()
    expect(said).toEqual([{ file: path.join(directory, dumpNameOf(new Date())), bytes: expect.any(Number) }])
    expect(fs.readdirSync(directory)).toHaveLength(1)
    await db.cleanup()
  })
})
