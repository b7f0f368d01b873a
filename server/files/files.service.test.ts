import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import {
  filesUnder,
  makeCover,
  makeImage,
  makePdf,
  makeTestDirectory,
  makeZip,
  sha256Of,
  streamOf,
} from '#test/files.ts'
import { createFilesService } from './files.service.ts'
import type { FilesService } from './files.service.ts'
import type { FileUse } from './files.types.ts'
import { TaskTimeout } from './task-timeout.ts'

let database: TestDatabase
let files: FilesService
const told: [id: string, damage: string | null][] = []
const dataDir = makeTestDirectory()
const objects = path.join(dataDir, 'files', 'store', 'objects')
const incoming = path.join(dataDir, 'files', 'incoming')

beforeAll(async () => {
  database = await openTestDatabase()
  files = await createFilesService({
    database,
    config: { dataDir, objectStore: undefined, siteUrl: 'https://rafid.example' },
    log: pino({ level: 'silent' }),
    watch:
      async (_transaction, { id, damage }) =>
      () =>
        void told.push([id, damage]),
  })
})

afterAll(async () => {
  await files.close()
  await database.cleanup()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

async function read(address: string): Promise<Buffer> {
  const sha256 = address.split('/')[2] ?? ''
  const file = await files.open(sha256)
  return buffer(await file.read())
}

describe('the content that an address names', () => {
  it('is known of a file of ours, with and without our host, and of nothing that lies elsewhere', () => {
    const sha256 = sha256Of(Buffer.from('x'))
    const address = `/files/${sha256}/a.pdf`
    expect(files.contentOf(address)).toBe(sha256)
    expect(files.contentOf(`https://rafid.example${address}`)).toBe(sha256)
    expect(files.contentOf(`https://elsewhere.example${address}`)).toBeUndefined()
    expect(files.contentOf('/books/primary')).toBeUndefined()
  })
})

describe('what lies beside the bytes of a file', () => {
  const factsOf = (sha256: string) =>
    path.join(dataDir, 'files', 'store', 'facts', sha256.slice(0, 2), `${sha256}.json`)

  it('names the object that was kept when the same content comes twice at once', async () => {
    const pdf = await makePdf(3)
    await Promise.all(
      ['a.pdf', 'b.pdf', 'c.pdf'].map(name => files.store(streamOf(pdf), { name, kind: 'pdf' })),
    )
    const { objectKey } = await database.kysely
      .selectFrom('files')
      .select('objectKey')
      .where('id', '=', sha256Of(pdf))
      .executeTakeFirstOrThrow()
    expect(JSON.parse(fs.readFileSync(factsOf(sha256Of(pdf)), 'utf8')).objectKey).toBe(objectKey)
    expect(filesUnder(objects).filter(name => objectKey.endsWith(name))).toHaveLength(1)
  })

  it('is not believed when it is damaged, and the file is only away until the database is back', async () => {
    const pdf = await makePdf(4)
    await files.store(streamOf(pdf), { name: 'a.pdf', kind: 'pdf' })
    fs.writeFileSync(factsOf(sha256Of(pdf)), 'w\u0001>')
    const away = vi.spyOn(database.kysely, 'selectFrom').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    })
    const other = await createFilesService({
      database,
      config: { dataDir, objectStore: undefined, siteUrl: undefined },
      log: pino({ level: 'silent' }),
      keepsHouse: false,
    })
    try {
      await expect(other.open(sha256Of(pdf))).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      away.mockRestore()
      await other.close()
    }
  })
})

describe('whoever watches over damage', () => {
  it('hears once that bytes are gone, and once that they are sound again', async () => {
    const pdf = await makePdf(6)
    const id = sha256Of(pdf)
    await files.store(streamOf(pdf), { name: 'a.pdf', kind: 'pdf' })
    const { objectKey } = await files.find(id)
    await files.parts.objects.remove(objectKey)
    for (const _ of [1, 2]) await expect(files.open(id)).rejects.toMatchObject({ code: 'file_damaged' })
    await expect.poll(() => told).toEqual([[id, 'missing']])
    await files.store(streamOf(pdf), { name: 'a.pdf', kind: 'pdf' })
    await expect
      .poll(() => told)
      .toEqual([
        [id, 'missing'],
        [id, null],
      ])
  })
})

describe('storing a file', () => {
  it('keeps a PDF under its hash and tells its pages', async () => {
    const pdf = await makePdf(7)
    const facts = await files.store(streamOf(pdf), { name: 'كتاب الرياضيات.pdf', kind: 'pdf' })
    expect(facts).toMatchObject({
      name: 'كتاب الرياضيات.pdf',
      size: pdf.length,
      type: 'application/pdf',
      pageCount: 7,
    })
    expect(facts.url).toBe(`/files/${sha256Of(pdf)}/${encodeURIComponent('كتاب الرياضيات.pdf')}`)
    expect(await read(facts.url)).toEqual(pdf)
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'keeps a %s image and tells its size',
    async format => {
      const facts = await files.store(streamOf(await makeImage(format, 120, 80)), {
        name: 'غلاف',
        kind: 'image',
      })
      expect(facts).toMatchObject({ type: `image/${format}`, width: 120, height: 80, pageCount: null })
    },
  )

  it('keeps a ZIP file', async () => {
    const zip = await makeZip({ 'الكرخ/نتائج.pdf': 'x', 'b.txt': 'y' })
    const facts = await files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
    expect(facts).toMatchObject({ type: 'application/zip', size: zip.length })
  })

  it('keeps the same content once, under every name', async () => {
    const pdf = await makePdf(2)
    const before = filesUnder(objects).length
    const [first, second] = await Promise.all([
      files.store(streamOf(pdf), { name: 'أول.pdf' }),
      files.store(streamOf(pdf), { name: 'ثان.pdf' }),
    ])
    expect(filesUnder(objects).length).toBe(before + 1)
    expect(first.name).toBe('أول.pdf')
    expect(second.name).toBe('ثان.pdf')
    expect(first.url.slice(0, 72)).toBe(second.url.slice(0, 72))
  })

  it('puts the bytes back when the store has lost them', async () => {
    const pdf = await makePdf(4)
    const { url } = await files.store(streamOf(pdf), { name: 'a.pdf' })
    const lost = filesUnder(objects).find(file => file.includes(sha256Of(pdf))) ?? ''
    fs.rmSync(path.join(objects, lost))
    await expect(read(url)).rejects.toMatchObject({ code: 'file_damaged' })
    await files.store(streamOf(pdf), { name: 'a.pdf' })
    expect(await read(url)).toEqual(pdf)
  })

  it('leaves nothing behind when the line breaks', async () => {
    const pdf = await makePdf(3)
    const before = filesUnder(objects).length
    async function* broken() {
      yield pdf.subarray(0, 500)
      throw new Error('the line broke')
    }
    await expect(files.store(Readable.from(broken()), { name: 'a.pdf' })).rejects.toThrow('the line broke')
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
    expect(filesUnder(objects).length).toBe(before)
  })

  it('refuses an image over its limit as soon as the limit is passed', async () => {
    const image = await makeImage('png')
    let sent = 0
    function* endless() {
      yield image
      for (;;) {
        sent += 65_536
        yield Buffer.alloc(65_536)
      }
    }
    await expect(
      files.store(Readable.from(endless()), { name: 'a.png', kind: 'image' }),
    ).rejects.toMatchObject({
      code: 'file_too_large',
      message: 'حجم الصورة يجب أن لا يتجاوز 5 ميغابايت',
    })
    expect(sent).toBeLessThan(7 * 1024 * 1024)
    await expect.poll(() => filesUnder(incoming), { timeout: 15_000 }).toEqual([])
  })
})

describe('using files', () => {
  const use = (address: string): FileUse => ({ field: 'directLink', kind: 'pdf', address })

  it('refuses a record that names a file which is not here', async () => {
    const address = `/files/${'0'.repeat(64)}/a.pdf`
    const write = database.kysely
      .transaction()
      .execute(transaction =>
        files.replaceReferences(transaction, [
          { entity: 'book', recordId: 'b1', before: [], uses: [use(address)] },
        ]),
      )
    await expect(write).rejects.toMatchObject({ code: 'invalid_fields' })
  })

  it('counts a whole address of this site as ours and one of another site as foreign', async () => {
    const { url } = await files.store(streamOf(await makePdf(1)), { name: 'a.pdf' })
    const own = `https://rafid.example${url}`
    const foreign = `https://other.example/files/${'0'.repeat(64)}/a.pdf`
    await database.kysely
      .transaction()
      .execute(transaction =>
        files.replaceReferences(transaction, [
          { entity: 'book', recordId: 'b2', before: [], uses: [own, foreign, 'https://t.me/x'].map(use) },
        ]),
      )
    const facts = await files.factsOf([own, foreign, url])
    expect([...facts.keys()]).toEqual([own, url])
    expect(facts.get(own)).toMatchObject({ url: own, name: 'a.pdf', pageCount: 1 })
  })
})

it('ends without waiting for the pictures that are still to be marked', async () => {
  const other = await createFilesService({
    database,
    config: { dataDir, objectStore: undefined, siteUrl: 'https://rafid.example' },
    log: pino({ level: 'silent' }),
    keepsHouse: false,
  })
  const covers = await Promise.all(Array.from({ length: 8 }, async (_, of) => makeCover(of + 50)))
  await Promise.all(covers.map(cover => other.store(streamOf(cover), { name: 'غلاف.jpg' })))
  await other.close()
  const marked = await database.kysely
    .selectFrom('pictureMarks')
    .select('fileHash')
    .where('fileHash', 'in', covers.map(sha256Of))
    .execute()
  expect(marked.length).toBeLessThan(covers.length)
})

it('gives up on what hangs after three looks, over starts, until its bytes or the way of looking are others', async () => {
  const pictures = await Promise.all([90, 91].map(of => makeCover(of)))
  const [hanging = '', lost = ''] = pictures.map(sha256Of).toSorted()
  for (const picture of pictures) {
    const { url } = await files.store(streamOf(picture), { name: 'غلاف.jpg', isShownWhole: true })
    const uses: FileUse[] = [{ field: 'image', kind: 'image', address: url }]
    const { entity } = kinds.book
    await database.kysely
      .transaction()
      .execute(transaction =>
        files.replaceReferences(transaction, [{ entity, recordId: url, before: [], uses }]),
      )
  }
  /** What one process asks for that begins after some time, looks once and ends. */
  const lookOnce = async () => {
    await sql`update picture_marks set tried_at = tried_at - interval '10 minutes'`.execute(database.kysely)
    const process = await createFilesService({
      database,
      config: { dataDir, objectStore: undefined, siteUrl: 'https://rafid.example' },
      log: pino({ level: 'silent' }),
      keepsHouse: false,
    })
    const asked: string[] = []
    const isOver = Promise.withResolvers<void>()
    vi.spyOn(process.renditions, 'get').mockImplementation(async sha256 => {
      asked.push(sha256)
      if (sha256 === hanging) throw new AppError('page_not_drawn', { cause: new TaskTimeout() })
      isOver.resolve()
      throw new Error('lost')
    })
    const ending = new AbortController()
    const adopting = process.likeness.adopt(ending.signal)
    await isOver.promise
    ending.abort()
    await expect(adopting).rejects.toThrow()
    await process.close()
    return asked
  }
  const change = (what: Record<string, unknown>) =>
    database.kysely.updateTable('files').set(what).where('id', '=', hanging).execute()
  for (const _ of [1, 2, 3]) expect(await lookOnce()).toEqual([hanging, lost])
  expect(await lookOnce(), 'given up').toEqual([lost])
  const get = vi.spyOn(files.renditions, 'get')
  expect(await files.likeness.markOf(hanging)).toBeUndefined()
  expect(get, 'by a check').not.toHaveBeenCalled()
  await sql`update picture_marks set maker_version = maker_version - 1 where tries > 0`.execute(
    database.kysely,
  )
  expect(await lookOnce(), 'made in another way').toEqual([hanging, lost])
  await sql`update picture_marks set tries = 3 where tries > 0`.execute(database.kysely)
  await change({ damage: 'missing' })
  expect(await lookOnce(), 'damaged').toEqual([lost])
  await change({ damage: null })
  expect(await lookOnce(), 'its bytes are back').toEqual([hanging, lost])
})
