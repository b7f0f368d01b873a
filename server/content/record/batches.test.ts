import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { currentRequestId } from '#server/base/request-id.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, sha256OfFileAddress, staffApiPath } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'
import { newsInput } from '#test/news-input.ts'
import { statementsOf } from '#test/sent-statements.ts'

const many = 60

describeEachEngine('acts on many records', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  const apply = (list: string, body: object) => staff.send('POST', apiPaths.batchOf(list), body)

  async function create(list: string, input: object): Promise<{ id: string; version: number }> {
    const { id, version } = (await staff.send('POST', list, input)).json().data
    return { id, version }
  }

  it('writes many records while lists are read, takes them back, and refuses more than it takes at once', async () => {
    const { id } = await create(apiPaths.exams, examInput())
    await sql`
      insert into exams (id, title, description, subject, stage, release_year, try, files, keywords)
      select 'many' || n, title || n, description, subject, stage, release_year, try, files, keywords
      from exams, generate_series(1, ${many}::int) n where exams.id = ${id}`.execute(
      site.services.database.kysely,
    )
    const records = Array.from({ length: many }, (_, index) => ({
      id: `many${index + 1}`,
      version: 1,
    }))
    const [changed, list] = await Promise.all([
      apply(apiPaths.exams, { action: 'change', values: { releaseYear: 2019 }, records }),
      site.app.inject({ url: apiPaths.exams }),
    ])
    expect(changed.json(), changed.body).toMatchObject({ data: { count: many } })
    expect(list.statusCode).toBe(200)
    const found = await site.app.inject({ url: `${apiPaths.exams}?releaseYear=2019&limit=1` })
    expect(found.json().data.total).toBe(many)
    const undone = await staff.send('POST', apiPaths.batchUndo(changed.json().data.id), {})
    expect(undone.json(), undone.body).toMatchObject({ data: { count: many } })
    const more = Array.from({ length: limits.maxRecordsAtOnce + 1 }, () => ({ id, version: 1 }))
    const refused = await apply(apiPaths.exams, { action: 'hide', records: more })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid_fields'])
  })

  it('writes many records in fewer statements than there are records, and takes them back so', async () => {
    /* Statements of requests; what goes on beside them sends as many as the machine leaves time for. */
    const asked = vi.fn()
    const { query } = pg.Client.prototype
    const watched = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function watch(
      this: pg.Client,
      ...given: unknown[]
    ) {
      if (currentRequestId() !== undefined) statementsOf(given).forEach(() => asked())
      return Reflect.apply(query, this, given) as never
    })
    const pdf = await site.services.files.store(streamOf(await makePdf(1)), {
      name: 'ملزمة.pdf',
      kind: 'pdf',
    })
    const zip = await site.services.files.store(streamOf(await makeZip({ 'a.txt': 'a' })), {
      name: 'نتائج.zip',
      kind: 'zip',
    })
    const { kysely } = site.services.database
    try {
      for (const [list, table, input] of [
        [apiPaths.notes, 'notes', noteInput({ directLink: pdf.url })],
        [apiPaths.results, 'results', resultInput({ directLink: zip.url })],
      ] as const) {
        const { id } = await create(list, input)
        const own = sql.table(table)
        const { rows: columns } = await sql<{ name: string }>`
          select column_name as name from information_schema.columns
          where table_name = ${table} and column_name <> 'id'`.execute(kysely)
        const rest = sql.join(columns.map(({ name }) => sql.id(name)))
        await sql`insert into ${own} (id, ${rest})
          select ${table} || n, ${rest} from ${own}, generate_series(1, ${many}::int) n where id = ${id}`.execute(
          kysely,
        )
        await sql`insert into file_references (entity, record_id, file_id)
          select entity, ${table} || n, file_id from file_references, generate_series(1, ${many}::int) n
          where record_id = ${id}`.execute(kysely)
        const at = (version: number) =>
          Array.from({ length: many }, (_, index) => ({ id: `${table}${index + 1}`, version }))
        const act = async (path: string, body: object): Promise<string> => {
          asked.mockClear()
          const answer = await staff.send('POST', path, body)
          expect(answer.json(), answer.body).toMatchObject({ data: { count: many } })
          expect(asked.mock.calls.length, path).toBeGreaterThan(5)
          expect(asked.mock.calls.length, `${path} ${JSON.stringify(body).slice(0, 40)}`).toBeLessThan(many)
          return answer.json().data.id
        }
        const batch = apiPaths.batchOf(list)
        await act(apiPaths.batchUndo(await act(batch, { action: 'hide', records: at(1) })), {})
        asked.mockClear()
        const refused = await staff.send('POST', batch, { action: 'hide', records: at(1) })
        expect(refused.json().stale, refused.body.slice(0, 200)).toHaveLength(many)
        expect(asked.mock.calls.length, 'refused').toBeLessThan(many)
        await act(apiPaths.batchUndo(await act(batch, { action: 'delete', records: at(3) })), {})
      }
    } finally {
      watched.mockRestore()
    }
  })

  it('undoes what nobody has changed since, and the rest when the others are left out', async () => {
    const records = [await create(apiPaths.news, newsInput()), await create(apiPaths.news, newsInput())]
    const [first, second] = records.map(({ id }) => id)
    const changed = await apply(apiPaths.news, { action: 'change', values: { type: 'E_LEARNING' }, records })
    await staff.send('PUT', `${apiPaths.news}/${second}`, { ...newsInput(), title: 'عُدّل بعد الدفعة' })
    const path = apiPaths.batchUndo(changed.json().data.id)
    const refused = await staff.send('POST', path, {})
    expect(refused.json()).toMatchObject({ code: 'stale_records', stale: [second] })
    expect(refused.json().errors[0]).toMatch(/^«عُدّل بعد الدفعة»: عدّله حسابك من نافذة أخرى/)
    const undone = await staff.send('POST', path, { except: [second] })
    expect(undone.json().data.count).toBe(1)
    const read = async (id: string | undefined) =>
      (await site.app.inject({ url: `${apiPaths.news}/${id}` })).json().data
    expect((await read(first)).type).toBe(newsInput().type)
    expect((await read(second)).title).toBe('عُدّل بعد الدفعة')
  })

  it('takes the branch from records whose grade has none, as a change of its own in their entries', async () => {
    const records = [
      await create(apiPaths.books, bookInput()),
      await create(apiPaths.books, bookInput({ branch: undefined })),
    ]
    const [branched, plain] = records.map(({ id }) => id)
    const read = async (id: string | undefined) => {
      const { stage, branch } = (await site.app.inject({ url: `${apiPaths.books}/${id}` })).json().data
      return [stage, branch]
    }
    const change = (values: object, version: number) =>
      apply(apiPaths.books, {
        action: 'change',
        values,
        records: records.map(({ id }) => ({ id, version })),
      })
    const changed = await change({ stage: 'FIRST_PRIMARY' }, 1)
    expect(changed.json(), changed.body).toMatchObject({ data: { count: 2 } })
    expect([await read(branched), await read(plain)]).toEqual([
      ['FIRST_PRIMARY', null],
      ['FIRST_PRIMARY', null],
    ])
    const log = await staff.send('GET', `${apiPaths.auditLog}?entityId=${branched}`)
    expect(log.json().logs[0]).toMatchObject({
      oldData: { stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC' },
      newData: { stage: 'FIRST_PRIMARY', branch: null },
    })
    expect((await change({ branch: 'LITERARY' }, 2)).json()).toMatchObject({ data: { count: 0 } })
    await staff.send('POST', apiPaths.batchUndo(changed.json().data.id), {})
    expect(await read(branched)).toEqual(['SIXTH_PREPARATORY', 'SCIENTIFIC'])
  })

  it('names what is gone for ever of a batch of deletions, and brings the rest back without it', async () => {
    const records = [
      await create(apiPaths.news, newsInput()),
      await create(apiPaths.news, newsInput({ title: 'حُذف من السلة' })),
    ]
    const [first, second] = records.map(({ id }) => id)
    const deleted = await apply(apiPaths.news, { action: 'delete', records })
    await site.services.database.kysely.deleteFrom('trash').where('recordId', '=', String(second)).execute()
    const path = apiPaths.batchUndo(deleted.json().data.id)
    const refused = await staff.send('POST', path, {})
    expect([refused.statusCode, refused.json()], refused.body).toMatchObject([
      409,
      { code: 'stale_records', stale: [second] },
    ])
    expect(refused.json().errors).toEqual(['«حُذف من السلة»: انتهت مدته في سلة المحذوفات، أو حُذف منها نهائياً'])
    const undone = await staff.send('POST', path, { except: [second] })
    expect(undone.json(), undone.body).toMatchObject({ data: { count: 1 } })
    expect((await site.app.inject({ url: `${apiPaths.news}/${first}` })).statusCode).toBe(200)
  })

  it('undoes nothing of a batch of which nothing is left, and leaves it to be undone', async () => {
    const records = [await create(apiPaths.news, newsInput())]
    const deleted = await apply(apiPaths.news, { action: 'delete', records })
    const path = apiPaths.batchUndo(deleted.json().data.id)
    const except = records.map(({ id }) => id)
    const none = await staff.send('POST', path, { except })
    expect([none.statusCode, none.json().data.count]).toEqual([200, 0])
    const undone = await staff.send('POST', path, {})
    expect([undone.statusCode, undone.json().data?.count]).toEqual([200, 1])
  })

  it('brings deleted records of several kinds back in one act', async () => {
    const note = await create(apiPaths.notes, noteInput())
    const exam = await create(apiPaths.exams, examInput())
    const deleted = await Promise.all([
      staff.send('DELETE', `${apiPaths.notes}/${note.id}`),
      staff.send('DELETE', `${apiPaths.exams}/${exam.id}`),
    ])
    const entries = deleted.map(answer => answer.json().data.auditId as string)
    const restored = await staff.send('POST', apiPaths.restorations, { entries })
    expect(restored.json(), restored.body).toMatchObject({ data: { count: 2 } })
    expect((await site.app.inject({ url: `${apiPaths.notes}/${note.id}` })).statusCode).toBe(200)
    const undone = await staff.send('POST', apiPaths.batchUndo(restored.json().data.id), {})
    expect(undone.json(), undone.body).toMatchObject({ data: { count: 2 } })
    expect((await site.app.inject({ url: `${apiPaths.exams}/${exam.id}` })).statusCode).toBe(404)
    const refused = await staff.send('POST', apiPaths.restorations, { entries: ['nowhere'] })
    expect(refused.json().code).toBe('not_restorable')
  })

  it('brings a record whose moment has passed meanwhile back as a draft, and never into public by itself', async () => {
    const minute = 60_000
    const publishAt = new Date(Date.now() + 20 * minute).toISOString()
    const scheduled = () => create(apiPaths.news, { ...newsInput(), state: 'scheduled', publishAt })
    const records = [await scheduled(), await scheduled()]
    const single = await scheduled()
    const [first, second] = records
    const published = await apply(apiPaths.news, { action: 'publish', records: [first] })
    const deleted = await apply(apiPaths.news, { action: 'delete', records: [second] })
    const removed = await staff.send('DELETE', `${apiPaths.news}/${single.id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * minute })
    try {
      for (const batch of [published, deleted]) {
        const undone = await staff.send('POST', apiPaths.batchUndo(batch.json().data.id), {})
        expect(undone.json(), undone.body).toMatchObject({ data: { count: 1 } })
      }
      const back = await staff.send('POST', `${apiPaths.auditLog}/${removed.json().data.auditId}/restore`)
      expect(back.statusCode, back.body).toBe(200)
      await site.services.publishing.publishDueNow()
      for (const { id } of [...records, single]) {
        const { data } = (await staff.send('GET', `${staffApiPath(apiPaths.news)}/${id}`)).json()
        expect(data).toMatchObject({ state: 'draft', publishAt: null })
        expect((await site.app.inject({ url: `${apiPaths.news}/${id}` })).statusCode).toBe(404)
      }
      const log = await staff.send('GET', `${apiPaths.auditLog}?entityId=${single.id}`)
      expect(log.json().logs[0].description).toContain('(مسودة: مضى موعد النشر)')
    } finally {
      vi.useRealTimers()
    }
  })

  it('makes ready what a step back shows or hides before it does it', async () => {
    const { numberBuckets } = site.services
    const prepare = vi.spyOn(numberBuckets, 'prepare')
    const { id } = await create(apiPaths.results, resultInput())
    const undo = async (batch: string) =>
      (await staff.send('POST', apiPaths.batchUndo(batch), {})).json().data.id
    const hidden = await apply(apiPaths.results, { action: 'hide', records: [{ id, version: 1 }] })
    expect(prepare).toHaveBeenLastCalledWith([id], false)
    const shown = await undo(hidden.json().data.id)
    expect(prepare).toHaveBeenLastCalledWith([id], true)
    await undo(shown)
    expect(prepare).toHaveBeenLastCalledWith([id], false)
    await apply(apiPaths.results, { action: 'publish', records: [{ id, version: 4 }], confirmed: [id] })
    const deleted = await apply(apiPaths.results, { action: 'delete', records: [{ id, version: 5 }] })
    prepare.mockClear()
    await undo(deleted.json().data.id)
    expect(prepare).toHaveBeenLastCalledWith([id], true)
    prepare.mockRestore()
  })

  it('takes the files that a record shows into its use with every write', async () => {
    const image = streamOf(await makeImage('png', 40, 40))
    const { url } = await site.services.files.store(image, { name: 'صفحة.png', kind: 'image' })
    const input = examInput({ files: [url] })
    const { id } = await create(apiPaths.exams, input)
    const references = () =>
      site.services.database.kysely
        .selectFrom('fileReferences')
        .select('fileId')
        .where('recordId', '=', id)
        .execute()
    const before = await references()
    expect(before).toHaveLength(1)
    await site.services.database.kysely.deleteFrom('fileReferences').where('recordId', '=', id).execute()
    await staff.send('PUT', `${apiPaths.exams}/${id}`, { ...input, title: 'عنوان آخر لامتحان' })
    expect(await references()).toEqual(before)
  })

  it('writes a record whose own file is gone, and never takes a new one that is not there', async () => {
    const { kysely } = site.services.database
    const store = async (widthPx: number) => {
      const image = streamOf(await makeImage('png', widthPx, 30))
      return (await site.services.files.store(image, { name: 'صفحة.png', kind: 'image' })).url
    }
    const [gone, there] = [await store(41), await store(42)]
    const input = examInput({ files: [gone, there] })
    const { id } = await create(apiPaths.exams, input)
    await kysely.deleteFrom('fileReferences').where('recordId', '=', id).execute()
    const sha256 = sha256OfFileAddress(gone)
    await kysely.deleteFrom('files').where('id', '=', String(sha256)).execute()
    const put = (change: object) => staff.send('PUT', `${apiPaths.exams}/${id}`, { ...input, ...change })
    const changed = await put({ title: 'عنوان صُحّح' })
    expect(changed.statusCode, changed.body).toBe(200)
    const references = kysely.selectFrom('fileReferences').select('fileId').where('recordId', '=', id)
    expect(await references.execute()).toEqual([{ fileId: sha256OfFileAddress(there) }])
    const hidden = await apply(apiPaths.exams, { action: 'hide', records: [{ id, version: 2 }] })
    expect(hidden.json(), hidden.body).toMatchObject({ data: { count: 1 } })
    const publishAt = new Date(Date.now() + 60_000).toISOString()
    expect((await put({ state: 'scheduled', publishAt })).statusCode).toBe(200)
    const missing = `/files/${'0'.repeat(64)}/${encodeURIComponent('صفحة.png')}`
    expect((await put({ files: [gone, missing] })).json().code).toBe('invalid_fields')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    try {
      await site.services.publishing.publishDueNow()
    } finally {
      vi.useRealTimers()
    }
    expect((await site.app.inject({ url: `${apiPaths.exams}/${id}` })).statusCode).toBe(200)
  })

  it('publishes what is due beside a record that cannot be', async () => {
    const { kysely } = site.services.database
    const publishAt = new Date(Date.now() + 60_000).toISOString()
    const schedule = (title: string) => create(apiPaths.exams, { ...examInput({ title }), publishAt })
    const records = [
      await schedule('امتحان أول'),
      await schedule('امتحان معطوب'),
      await schedule('امتحان ثالث'),
    ]
    await sql`alter table exams add constraint sound
      check (title <> 'امتحان معطوب' or state <> 'published') not valid`.execute(kysely)
    site.expectError('a scheduled record could not be published')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    try {
      expect(await site.services.publishing.publishDueNow()).toBe(2)
    } finally {
      vi.useRealTimers()
      await sql`alter table exams drop constraint sound`.execute(kysely)
    }
    const answers = await Promise.all(
      records.map(({ id }) => site.app.inject({ url: `${apiPaths.exams}/${id}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200])
  })

  it('puts records back in the order of their ids, whichever was deleted first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await create(apiPaths.news, newsInput())).id)
    const inOrder = ids.toSorted()
    const entries: string[] = []
    for (const id of inOrder.toReversed())
      entries.push((await staff.send('DELETE', `${apiPaths.news}/${id}`)).json().data.auditId)
    const restored = await staff.send('POST', apiPaths.restorations, { entries })
    expect(restored.json(), restored.body).toMatchObject({ data: { count: 5 } })
    const { rows } = await sql<{ id: string }>`
      select entity_id as id from audit_entries where batch_id = ${restored.json().data.id}
      order by ctid`.execute(site.services.database.kysely)
    expect(rows.map(({ id }) => id)).toEqual(inOrder)
  })

  it('refuses an act without a field, with a field that its kind does not have, or with a wrong value', async () => {
    const records = [await create(apiPaths.exams, examInput())]
    const refused = async (body: object) => {
      const answer = await apply(apiPaths.exams, { records, ...body })
      expect(answer.statusCode, answer.body).toBe(422)
    }
    await refused({ action: 'change', values: {} })
    await refused({ action: 'change', values: { teacher: 'أحمد' } })
    await refused({ action: 'change', values: { stage: 'FIRST_PRIMARY' } })
    await refused({ action: 'schedule' })
    await refused({ action: 'schedule', publishAt: '2020-01-01T10:00:00+03:00' })
    await refused({ action: 'delete', records: [] })
    expect((await staff.send('POST', apiPaths.batchUndo('nowhere'), {})).statusCode).toBe(404)
  })
})
