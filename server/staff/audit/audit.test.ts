import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { systemActor } from '#server/staff/session/actor.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('the audit log on %s', engine => {
  let test: TestApp
  let editor: TestStaff
  let admin: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    editor = await test.signIn('editor')
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  async function write(
    change: Partial<{
      action: AuditAction
      entity: AuditEntity
      description: string
      data: object
      at: string
      ip: string
    }>,
  ) {
    const id = await test.database.kysely.transaction().execute(transaction =>
      test.services.audit.writeEntry(transaction, {
        action: change.action ?? 'CREATE',
        entity: change.entity ?? 'BOOK',
        entityId: 'a-record',
        description: change.description ?? 'إضافة كتاب',
        oldData: null,
        newData: change.data ?? { title: 'كتاب' },
        actor: { ...systemActor, email: 'writer@rafid.example', ipAddress: change.ip ?? null },
      }),
    )
    if (change.at) {
      await test.database.kysely
        .updateTable('auditEntries')
        .set({ createdAt: change.at })
        .where('id', '=', id)
        .execute()
    }
    return id
  }

  async function list(query: string, staff = editor): Promise<{ logs: AuditEntry[]; total: number }> {
    const response = await staff.send('GET', `/api/auditlog?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as { logs: AuditEntry[]; total: number }
  }

  it('is for staff alone', async () => {
    for (const url of [
      '/api/auditlog',
      '/api/auditlog/x',
      '/api/auditlog/stats/actions',
      '/api/auditlog/export',
    ]) {
      const response = await test.app.inject({ method: 'GET', url })
      expect(response.statusCode, url).toBe(401)
    }
  })

  it('shows who did what, before and after, and from where', async () => {
    const book = {
      title: 'كتاب الاختبار',
      subject: 'MATH',
      stage: 'FIRST_PRIMARY',
      releaseYear: 2025,
      description: 'وصف',
      keywords: ['اختبار'],
      directLink: 'https://files.example/a.pdf',
    }
    const created = await editor.send('POST', '/api/books', book)
    expect(created.statusCode, created.body).toBe(201)
    const { id } = (created.json() as { data: { id: string } }).data
    await editor.send('PUT', `/api/books/${id}`, { ...book, title: 'كتاب معدل' })
    await admin.send('DELETE', `/api/books/${id}`)
    const { logs, total } = await list('entity=BOOK')
    expect(total).toBe(3)
    expect(logs.map(log => log.action)).toEqual(['DELETE', 'UPDATE', 'CREATE'])
    expect(logs[1]).toMatchObject({
      entity: 'BOOK',
      entityId: id,
      oldData: { title: 'كتاب الاختبار' },
      newData: { title: 'كتاب معدل' },
      actor: { email: editor.email },
      ipAddress: '127.0.0.1',
      userAgent: 'lightMyRequest',
    })
    expect(logs[0]).toMatchObject({
      actor: { email: admin.email },
      oldData: { title: 'كتاب معدل' },
      newData: null,
    })
  })

  it('filters by action, by day in Baghdad and by text, with true totals', async () => {
    await write({
      action: 'DELETE',
      entity: 'NEWS',
      description: 'حذف الأخبار القديمة',
      at: '2024-03-09T20:59:59Z',
    })
    await write({ action: 'CREATE', entity: 'NEWS', description: 'إضافة مسألة', at: '2024-03-09T21:00:00Z' })
    await write({
      action: 'CREATE',
      entity: 'NEWS',
      description: 'ثالث',
      at: '2024-03-10T20:59:59.999Z',
      ip: '203.0.113.99',
    })
    await write({
      action: 'UPDATE',
      entity: 'NEWS',
      description: 'رابع',
      data: { title: 'إعلان' },
      at: '2024-03-10T21:00:00Z',
    })
    const day = await list('dateFrom=2024-03-10&dateTo=2024-03-10')
    expect(day.logs.map(log => log.description)).toEqual(['ثالث', 'إضافة مسألة'])
    expect((await list('dateTo=2024-03-10')).total).toBe(3)
    expect(
      (await list('dateFrom=2024-03-10T21:00:00.000Z&dateTo=2024-03-10T21:00:00.000Z')).logs,
    ).toHaveLength(1)
    expect((await list('entity=NEWS&action=CREATE')).total).toBe(2)
    expect((await list('entity=NEWS&action=all')).total).toBe(4)
    const found = async (search: string) =>
      (await list(`entity=NEWS&search=${encodeURIComponent(search)}`)).logs.map(log => log.description)
    expect(await found('الاخبار')).toEqual(['حذف الأخبار القديمة'])
    expect(await found('اعلان')).toEqual(['رابع'])
    expect(await found('203.0.113.99')).toEqual(['ثالث'])
    expect(await found('WRITER@rafid')).toHaveLength(4)
    expect((await list('entity=NEWS&person=writer@rafid.example')).total).toBe(4)
    expect((await list('entity=NEWS&person=all')).total).toBe(4)
    expect((await list(`person=${encodeURIComponent(admin.email)}&entity=NEWS`)).total).toBe(0)
    const { people } = (await editor.send('GET', '/api/auditlog/people')).json() as { people: string[] }
    expect(people).toContain('writer@rafid.example')
    expect(people).toEqual([...new Set(people)].toSorted())
    expect(await found('100%')).toEqual([])
    expect(await found("'; drop table audit_entries; --")).toEqual([])
  })

  /** How many entries are read for one search, of those that are there. */
  async function readFor(search: string): Promise<{ total: number; read: number }> {
    const countRead = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(test.database.kysely)
      const { rows } = await sql<{ count: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
        from pg_stat_user_tables where relname = 'audit_entries'`.execute(test.database.kysely)
      return rows[0]?.count ?? NaN
    }
    const before = await countRead()
    const { total } = await list(`search=${encodeURIComponent(search)}`)
    return { total, read: (await countRead()) - before }
  }

  it('looks only at the entries that hold the words, however many and long the others are', async () => {
    const words = (from: number) => Array.from({ length: 200 }, (_, at) => `كلمة${from + at}`).join(' ')
    await test.database.kysely.transaction().execute(async transaction => {
      for (let count = 0; count < 300; count += 1) {
        await test.services.audit.writeEntry(transaction, {
          action: 'UPDATE',
          entity: 'USER',
          entityId: 'a-record',
          description: `تعديل مستخدم ${count}`,
          oldData: { bio: words(count) },
          newData: { bio: words(count + 100) },
          actor: systemActor,
        })
      }
    })
    /* Who chains the log reads what was written, once, by a line that may be counted later. */
    await test.services.auditChain.run()
    await expect
      .poll(() => readFor('تعديل مستخدم كلمة عيد قمر شمس نهر جبل بحر سهل واد غيم ريح مطر'), {
        timeout: 10_000,
      })
      .toEqual({ total: 0, read: 0 })
    const one = await readFor('كلمة 598')
    expect(one.total).toBe(1)
    expect(one.read).toBeGreaterThan(0)
    expect(one.read).toBeLessThan(20)
    expect((await list(`entity=USER&search=${encodeURIComponent('التعديل مستخ')}`)).total).toBe(300)
    expect((await list(`entity=USER&search=${encodeURIComponent('ستخدم')}`)).total).toBe(0)
  })

  it('forgets by its words what it forgets of an entry: an address is found only while it is kept', async () => {
    const id = await write({ entity: 'SETTINGS', ip: '198.51.100.7' })
    const found = async (search: string) =>
      (await list(`entity=SETTINGS&search=${encodeURIComponent(search)}`)).logs.map(log => log.id)
    expect(await found('198.51.100.7')).toEqual([id])
    expect(await found('198.51.')).toEqual([id])
    await test.database.kysely
      .updateTable('auditEntries')
      .set({ ipAddress: null })
      .where('id', '=', id)
      .execute()
    expect(await found('198.51.100.7')).toEqual([])
  })

  it('is read in pages of 15, and past the end still has its total', async () => {
    for (let count = 0; count < 17; count += 1) await write({ entity: 'RESULT', description: `قيد ${count}` })
    const first = await list('entity=RESULT')
    expect(first.logs).toHaveLength(15)
    expect(first.total).toBe(17)
    expect((await list('entity=RESULT&offset=15')).logs).toHaveLength(2)
    expect(await list('entity=RESULT&offset=500')).toEqual({
      logs: [],
      total: 17,
      searchedTo: null,
    })
    expect((await list('entity=RESULT&limit=100000')).logs).toHaveLength(17)
  })

  it.each(['action=EAT', 'entity=CAT', 'dateFrom=yesterday', 'dateTo=2024-13-45'])(
    'refuses the filter %s',
    async query => {
      const response = await editor.send('GET', `/api/auditlog?${query}`)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'invalid_fields' })
    },
  )

  it.each([
    'dateFrom=%2B275760-09-13',
    'dateTo=-271821-04-20',
    'search=%00%EF%BF%BF',
    'person=%00%EF%BF%BF',
    'offset=99999999999999999999',
  ])('bears %s', async query => {
    const response = await editor.send('GET', `/api/auditlog?${query}`)
    expect(response.statusCode).toBeLessThan(500)
  })

  it('counts by action and by entity', async () => {
    await write({ action: 'UPDATE', entity: 'MALAZIMA' })
    const actions = (await editor.send('GET', '/api/auditlog/stats/actions')).json() as {
      action: string
      count: number
    }[]
    const entities = (await editor.send('GET', '/api/auditlog/stats/entities')).json() as {
      entity: string
      count: number
    }[]
    const { total } = await list('')
    expect(actions.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(entities.find(({ entity }) => entity === 'MALAZIMA')).toEqual({ entity: 'MALAZIMA', count: 1 })
    expect(actions.find(({ action }) => action === 'UPDATE')?.count).toBe((await list('action=UPDATE')).total)
  })

  it('gives one entry, or says that there is none', async () => {
    const id = await write({ description: 'قيد واحد' })
    const one = await editor.send('GET', `/api/auditlog/${id}`)
    expect(one.json()).toMatchObject({
      data: { id, description: 'قيد واحد', actor: { id: null, email: 'writer@rafid.example' } },
    })
    const none = await editor.send('GET', '/api/auditlog/none')
    expect(none.statusCode).toBe(404)
    expect(none.json()).toMatchObject({ code: 'audit_entry_not_found' })
  })

  it('loses an entry only to an administrator, and says so', async () => {
    const id = await write({ description: 'قيد للحذف', data: { title: 'سر' } })
    const refused = await editor.send('DELETE', `/api/auditlog/${id}`)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'forbidden' })
    const removed = await admin.send('DELETE', `/api/auditlog/${id}`)
    expect(removed.statusCode).toBe(200)
    expect((await editor.send('GET', `/api/auditlog/${id}`)).statusCode).toBe(404)
    const { auditId } = (removed.json() as { data: { auditId: string } }).data
    const trace = (await editor.send('GET', `/api/auditlog/${auditId}`)).json() as { data: AuditEntry }
    expect(trace.data).toMatchObject({
      action: 'DELETE',
      entity: 'AUDIT_LOG',
      entityId: id,
      actor: { email: admin.email },
      oldData: { action: 'CREATE', entity: 'BOOK', description: 'قيد للحذف' },
    })
    expect(JSON.stringify(trace)).not.toContain('سر')
    expect((await admin.send('DELETE', `/api/auditlog/${id}`)).statusCode).toBe(404)
  })

  it('is exported whole, as filtered, for spreadsheets that must not run it', async () => {
    await write({
      entity: 'MINISTERIAL_EXAM',
      description: '=HYPERLINK("http://evil.example")',
      data: { title: '+1' },
    })
    await test.database.kysely
      .insertInto('auditEntries')
      .values(
        Array.from({ length: 1201 }, (_, index) => ({
          id: `export${String(index).padStart(10, '0')}`,
          action: 'CREATE',
          entity: 'MINISTERIAL_EXAM',
          entityId: 'x',
          description: `امتحان ${index}`,
          createdAt: '2020-01-01T00:00:00Z',
        })),
      )
      .execute()
    const response = await editor.send('GET', '/api/auditlog/export?entity=MINISTERIAL_EXAM')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(response.body.startsWith('\uFEFF"التاريخ"')).toBe(true)
    const lines = response.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 1 + 1201)
    expect(new Set(lines).size).toBe(lines.length)
    expect(response.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    for (const line of lines) expect(line).not.toMatch(/(^|,)"[=+\-@]/)
  })
})
