import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Trashed } from '#contract/resources/trash.ts'
import { up as makeTrash } from '#server/base/db/migrations/0260-trash.ts'
import { sweepFiles } from '#server/files/housekeeping.ts'
import { startRetention } from '#server/staff/retention/retention.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, examInput } from '#test/factories.ts'
import { makeImage, makePdf, streamOf } from '#test/files.ts'

const dayMs = 24 * 60 * 60 * 1000
const old = (directLink: string) => ({ title: 'طبعة قديمة', releaseYear: 2024, directLink })
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

describeEachEngine('the trash', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff
  let admin: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
    admin = await site.signIn('admin')
  })
  afterAll(() => site.close())

  let pages = 0
  async function storePdf(): Promise<{ url: string; size: number }> {
    pages += 1
    const bytes = await makePdf(pages)
    const { url } = await site.services.files.store(streamOf(bytes), { name: 'كتاب.pdf', kind: 'pdf' })
    return { url, size: bytes.length }
  }

  async function create(path: string, input: object): Promise<string> {
    const answer = await staff.send('POST', path, input)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().data.id
  }

  async function remove(path: string, id: string): Promise<string> {
    const answer = await staff.send('DELETE', `${path}/${id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.auditId
  }

  async function trash(query = ''): Promise<{ records: Trashed[]; total: number; freedBytes: number }> {
    const answer = await staff.send('GET', `${apiPaths.trash}?limit=100${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const statusOf = async (url: string) => (await site.app.inject({ url })).statusCode
  const find = async (id: string) => (await trash()).records.find(record => record.id === id)
  const sweep = (at: Date) => sweepFiles(site.services.files.parts, false, at)

  function retentionAt(at: Date) {
    const { database, settings, accounts, files, ingests, drafts, log } = site.services
    return startRetention({ database, settings, accounts, files, ingests, drafts, log, now: () => at })
  }

  it('tells what was deleted, by whom, until when, and what its end frees', async () => {
    const [own, shared] = [await storePdf(), await storePdf()]
    await create(apiPaths.books, bookInput({ directLink: shared.url }))
    const alone = await create(apiPaths.books, bookInput({ title: 'كتاب وحده', directLink: own.url }))
    const beside = await create(apiPaths.books, bookInput({ directLink: shared.url }))
    const before = await trash()
    await remove(apiPaths.books, alone)
    await remove(apiPaths.books, beside)
    const { records, total, freedBytes } = await trash('&kind=book')
    expect([total - before.total, freedBytes - before.freedBytes]).toEqual([2, own.size])
    expect(records.slice(0, 2)).toMatchObject([
      { id: beside, freedBytes: 0 },
      { id: alone, kind: 'book', name: 'كتاب وحده', deletedBy: staff.email, freedBytes: own.size },
    ])
    const [first] = records
    const days = (Date.parse(first?.goesAt ?? '') - Date.parse(first?.deletedAt ?? '')) / dayMs
    expect(days).toBe(limits.trashDays)
    expect((await trash('&kind=news')).records).toEqual([])
    expect((await site.app.inject({ url: apiPaths.trash })).statusCode).toBe(401)
  })

  it('tells what the end of several frees together: a file that they share once, one that others use not', async () => {
    const [own, common, elsewhere] = [await storePdf(), await storePdf(), await storePdf()]
    const [one, two, three] = [
      await create(apiPaths.books, bookInput({ directLink: common.url })),
      await create(apiPaths.books, bookInput({ directLink: common.url })),
      await create(apiPaths.books, bookInput({ directLink: own.url, versions: [old(elsewhere.url)] })),
    ]
    await create(apiPaths.books, bookInput({ directLink: elsewhere.url }))
    for (const id of [one, two, three]) await remove(apiPaths.books, id)
    const freedBy = async (...ids: string[]) => {
      const records = ids.map(id => ({ kind: 'book', id }))
      const answer = await staff.send('POST', apiPaths.trashFreed, { records })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data.freedBytes
    }
    expect(await freedBy(one)).toBe(0)
    expect(await freedBy(one, two)).toBe(common.size)
    expect(await freedBy(one, three)).toBe(own.size)
    expect(await freedBy(one, two, three)).toBe(common.size + own.size)
    const [alive] = [await create(apiPaths.books, bookInput({ directLink: common.url }))]
    expect(await freedBy(one, two, alive)).toBe(0)
  })

  it('gives back one and many as they were, with files and addresses, in one act that can be undone', async () => {
    const file = await storePdf()
    const image = await site.services.files.store(streamOf(await makeImage('png', 61, 40)), {
      name: 'صفحة.png',
      kind: 'image',
    })
    const book = await create(apiPaths.books, bookInput({ directLink: file.url }))
    const exam = await create(apiPaths.exams, examInput({ files: [image.url] }))
    const asItWas = (await site.app.inject({ url: `${apiPaths.books}/${book}` })).json()
    await remove(apiPaths.books, book)
    await remove(apiPaths.exams, exam)
    expect([await statusOf(`${apiPaths.books}/${book}`), await statusOf(`/books/${book}`)]).toEqual([
      404, 404,
    ])
    await sweep(inDays(limits.trashDays - 1))
    const records = [
      { kind: 'book', id: book },
      { kind: 'exam', id: exam },
    ]
    const restored = await staff.send('POST', apiPaths.trashRestorations, { records })
    expect(restored.json(), restored.body).toMatchObject({ data: { count: 2 } })
    expect((await site.app.inject({ url: `${apiPaths.books}/${book}` })).json()).toEqual(asItWas)
    expect([await statusOf(file.url), await statusOf(image.url)]).toEqual([200, 200])
    expect([await find(book), await find(exam)]).toEqual([undefined, undefined])
    const twice = await staff.send('POST', apiPaths.trashRestorations, { records })
    expect([twice.statusCode, twice.json()]).toMatchObject([
      409,
      { code: 'record_exists', stale: [book, exam] },
    ])
    await staff.send('POST', apiPaths.batchUndo(restored.json().data.id), {})
    expect(await find(book)).toMatchObject({ id: book })
    await admin.send('POST', apiPaths.trashPurges, { records: records.slice(1) })
    const some = await staff.send('POST', apiPaths.trashRestorations, { records })
    expect([some.statusCode, some.json()]).toMatchObject([409, { code: 'not_in_trash', stale: [exam] }])
    expect(await find(book)).toMatchObject({ id: book })
  })

  it('keeps a record and its files for thirty days, and then frees them, whichever process comes first', async () => {
    const files = [await storePdf(), await storePdf(), await storePdf()]
    const ids = await Promise.all(
      files.map(({ url }) => create(apiPaths.books, bookInput({ directLink: url }))),
    )
    const entries: string[] = []
    for (const id of ids) entries.push(await remove(apiPaths.books, id))
    const early = retentionAt(inDays(limits.trashDays - 1))
    await early.run()
    await early.close()
    expect(await find(ids[0] ?? '')).toBeDefined()

    const late = [retentionAt(inDays(limits.trashDays + 1)), retentionAt(inDays(limits.trashDays + 1))]
    await Promise.all(late.map(each => each.run()))
    await Promise.all(late.map(each => each.close()))
    expect((await trash()).total).toBe(0)
    await sweep(new Date())
    expect(await statusOf(files[0]?.url ?? '')).toBe(200)
    await sweep(inDays(4))
    for (const { url } of files) expect(await statusOf(url)).toBe(404)
    const refused = await staff.send('POST', `/api/auditlog/${entries[0]}/restore`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_in_trash'])
  })

  it('deletes for ever for administrators alone, and says so in the log', async () => {
    const { url } = await storePdf()
    const id = await create(apiPaths.books, bookInput({ title: 'كتاب إلى الأبد', directLink: url }))
    const entry = await remove(apiPaths.books, id)
    const records = [{ kind: 'book', id }]
    expect((await staff.send('POST', apiPaths.trashPurges, { records })).statusCode).toBe(403)
    const purged = await admin.send('POST', apiPaths.trashPurges, { records })
    expect(purged.json(), purged.body).toEqual({ data: { count: 1 } })
    expect(await find(id)).toBeUndefined()
    expect((await staff.send('POST', `/api/auditlog/${entry}/restore`)).json().code).toBe('not_in_trash')
    const log = await staff.send('GET', `${apiPaths.auditLog}?entityId=${id}`)
    expect(log.json().logs[0]).toMatchObject({
      action: 'DELETE',
      description: 'حُذف نهائياً: كتاب «كتاب إلى الأبد»',
      actor: { email: admin.email },
    })
    await sweep(inDays(4))
    expect(await statusOf(url)).toBe(404)
  })

  it('begins with what was deleted before there was one', async () => {
    const { kysely } = site.services.database
    const file = await storePdf()
    const id = await create(apiPaths.books, bookInput({ title: 'حُذف قديماً', directLink: file.url }))
    await remove(apiPaths.books, id)
    await sql`drop table trash`.execute(kysely)
    await sql`delete from file_references where record_id = ${id}`.execute(kysely)
    await sql`update files set unreferenced_since = now()`.execute(kysely)
    await makeTrash(kysely as never)
    expect(await find(id)).toMatchObject({ name: 'حُذف قديماً', freedBytes: file.size })
    const answer = await staff.send('POST', apiPaths.trashRestorations, { records: [{ kind: 'book', id }] })
    expect(answer.json(), answer.body).toMatchObject({ data: { count: 1 } })
    expect(await statusOf(`${apiPaths.books}/${id}`)).toBe(200)
  })
})
