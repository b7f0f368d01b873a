import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { describeEachEngine } from '#test/database.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeBatches } from './batch-behaviour.ts'
import { describeFields } from './field-behaviour.ts'
import { describeOrder } from './sort-behaviour.ts'
import { describeStates } from './state-behaviour.ts'

interface ContentBehaviour {
  /** The resource's name in the report. */
  name: string
  path: string
  entity: AuditEntity
  tag: ChangeTag
  notFound: string
  /** A whole, right input; `mark` makes it tell apart. */
  input(mark: string): Record<string, unknown>
  /** A field that an update changes, and its new value. */
  change: Record<string, unknown>
  /** Fields that many records can be given at once, each with a value that the input does not have. */
  bulk: Record<string, unknown>
  /** Wrong inputs: what is changed or (undefined) left out, and the field and sentence that answer. */
  wrong: { change: Record<string, unknown>; field: string; message: string }[]
  /** The rows of the list's answer. */
  rows(body: unknown): { id: string }[]
  /** The count of the whole set, as the list's answer carries it. */
  total(response: { headers: Record<string, unknown>; json(): unknown }): number
  /** The query that a search for `mark` sends. */
  searchQuery(mark: string): string
}

/** What every resource does alike, run on both engines. Source: D6.3. */
export function describeContent(resource: ContentBehaviour): void {
  describeEachEngine(resource.name, (_open, engine) => {
    let site: TestApp
    let staff: TestStaff

    beforeAll(async () => {
      site = await openTestApp({ engine })
      staff = await site.signIn('editor')
    })
    afterAll(() => site.close())

    async function create(mark: string): Promise<{ id: string; version: number }> {
      const response = await staff.send('POST', resource.path, resource.input(mark))
      expect(response.statusCode, response.body).toBe(201)
      return response.json().data
    }

    function addWithKey(person: TestStaff, key: string, input: object) {
      return person.send('POST', resource.path, input, { 'idempotency-key': key })
    }

    async function get(url: string) {
      return site.app.inject({ method: 'GET', url })
    }

    async function entriesOf(id: string) {
      const log = await staff.send('GET', '/api/auditlog?limit=100')
      return log.json().logs.filter((entry: { entityId: string }) => entry.entityId === id)
    }

    it('creates a record that everybody can read, with an audit entry that names who did it', async () => {
      const { id } = await create('الأول')
      const read = await get(`${resource.path}/${id}`)
      expect(read.statusCode).toBe(200)
      expect(read.json().data).toMatchObject({ id, version: 1 })
      const [entry] = await entriesOf(id)
      expect(entry).toMatchObject({
        action: 'CREATE',
        entity: resource.entity,
        oldData: null,
        newData: { id },
        actor: { email: staff.email },
      })
    })

    it('changes a record, raises its version and keeps old and new in the log', async () => {
      const { id } = await create('الثاني')
      const input = { ...resource.input('الثاني'), ...resource.change, version: 1 }
      const updated = await staff.send('PUT', `${resource.path}/${id}`, input)
      expect(updated.statusCode, updated.body).toBe(200)
      expect(updated.json().data).toMatchObject({ ...resource.change, version: 2 })
      const entry = (await entriesOf(id)).find((one: { action: string }) => one.action === 'UPDATE')
      expect(entry.newData).toMatchObject(resource.change)
      expect(entry.oldData).not.toMatchObject(resource.change)
    })

    it('refuses a write that is based on an old version, shows the record as it stands and changes nothing', async () => {
      const { id } = await create('الثالث')
      const input = { ...resource.input('الثالث'), version: 1 }
      await staff.send('PUT', `${resource.path}/${id}`, input)
      const stale = await staff.send('PUT', `${resource.path}/${id}`, { ...input, ...resource.change })
      expect(stale.statusCode).toBe(409)
      expect(stale.json()).toMatchObject({
        code: 'stale_version',
        current: { id, version: 2 },
        changedBy: { isYou: true },
      })
      expect((await get(`${resource.path}/${id}`)).json().data).not.toMatchObject(resource.change)
    })

    it('names the person whose change came first', async () => {
      const colleague = await site.signIn('editor')
      const { id } = await create('المسمّى')
      const input = { ...resource.input('المسمّى'), version: 1 }
      await colleague.send('PUT', `${resource.path}/${id}`, input)
      const stale = await staff.send('PUT', `${resource.path}/${id}`, { ...input, ...resource.change })
      const { changedBy, message } = stale.json()
      expect(changedBy).toEqual({ isYou: false, name: colleague.name, at: expect.any(String) as string })
      expect(message).toContain(colleague.name)
    })

    it('accepts a write without a version', async () => {
      const { id } = await create('بلا نسخة')
      const response = await staff.send('PUT', `${resource.path}/${id}`, resource.input('بلا نسخة'))
      expect(response.statusCode, response.body).toBe(200)
    })

    it('of two writes that start from the same version exactly one wins', async () => {
      const { id } = await create('السباق')
      const input = { ...resource.input('السباق'), version: 1 }
      const answers = await Promise.all(
        [1, 2, 3].map(() => staff.send('PUT', `${resource.path}/${id}`, input)),
      )
      expect(answers.map(answer => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    })

    it('deletes a record and brings it back from the log as it was', async () => {
      const { id } = await create('المحذوف')
      const before = (await get(`${resource.path}/${id}`)).json()
      const deleted = await staff.send('DELETE', `${resource.path}/${id}`)
      expect(deleted.statusCode, deleted.body).toBe(200)
      const missing = await get(`${resource.path}/${id}`)
      expect(missing.statusCode).toBe(404)
      expect(missing.json().code).toBe(resource.notFound)
      const { auditId } = deleted.json().data
      const restored = await staff.send('POST', `/api/auditlog/${auditId}/restore`)
      expect(restored.statusCode, restored.body).toBe(200)
      expect((await get(`${resource.path}/${id}`)).json()).toEqual(before)
      const entry = await staff.send('GET', `/api/auditlog/${auditId}`)
      expect(entry.json().data.isRestored).toBe(true)
      const twice = await staff.send('POST', `/api/auditlog/${auditId}/restore`)
      expect(twice.statusCode).toBe(409)
      expect(twice.json().code).toBe('record_exists')
    })

    it('deletes nothing that has changed since it was seen, and names who changed it', async () => {
      const colleague = await site.signIn('editor')
      const { id } = await create('المرئي')
      const address = `${resource.path}/${id}`
      await colleague.send('PUT', address, resource.input('المرئي المغيَّر'))
      const stale = await staff.send('DELETE', `${address}?version=1`)
      expect(stale.statusCode, stale.body).toBe(409)
      expect(stale.json()).toMatchObject({
        code: 'stale_version',
        current: { id, version: 2 },
        changedBy: { isYou: false, name: colleague.name },
      })
      expect((await get(address)).statusCode).toBe(200)
      expect((await staff.send('DELETE', `${address}?version=2`)).statusCode).toBe(200)
      expect((await get(address)).statusCode).toBe(404)
    })

    it('brings nothing back from an entry that deleted nothing', async () => {
      const { id } = await create('المعدّل')
      await staff.send('PUT', `${resource.path}/${id}`, { ...resource.input('المعدّل'), ...resource.change })
      const before = (await get(`${resource.path}/${id}`)).json()
      const { logs } = (
        await staff.send('GET', `/api/auditlog?entity=${resource.entity}&action=UPDATE`)
      ).json()
      const entry = logs.find(({ entityId }: { entityId: string }) => entityId === id)
      const refused = await staff.send('POST', `/api/auditlog/${entry.id}/restore`)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_restorable'])
      expect((await get(`${resource.path}/${id}`)).json()).toEqual(before)
    })

    it('answers a repeated try with the first answer, and adds neither a record nor an entry', async () => {
      const before = resource.total(await get(`${resource.path}?limit=1`))
      const key = 'one form of one person'
      const first = await addWithKey(staff, key, resource.input('المعاد'))
      const { id } = first.json().data
      await staff.send('PUT', `${resource.path}/${id}`, { ...resource.input('المعاد'), ...resource.change })
      const reordered = Object.fromEntries(Object.entries(resource.input('المعاد')).toReversed())
      const again = await addWithKey(staff, key, reordered)
      expect([first.statusCode, again.statusCode]).toEqual([201, 201])
      expect(again.json()).toEqual(first.json())
      expect((await get(`${resource.path}/${id}`)).json().data).toMatchObject({
        ...resource.change,
        version: 2,
      })
      expect(await entriesOf(id)).toHaveLength(2)
      expect(resource.total(await get(`${resource.path}?limit=1`))).toBe(before + 1)
    })

    it('refuses a used key with another body, shows both sides and changes nothing', async () => {
      const key = 'one key, two bodies'
      const first = await addWithKey(staff, key, resource.input('المفتاح'))
      const { id } = first.json().data
      const other = { ...resource.input('المفتاح'), ...resource.change }
      const refused = await addWithKey(staff, key, other)
      expect(refused.statusCode, refused.body).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'key_used',
        message: expect.stringMatching(/[ء-ي]/) as string,
        stored: { id, version: 1 },
        current: { id, version: 1 },
        sent: Object.fromEntries(Object.entries(resource.change).filter(([, value]) => value !== null)),
      })
      expect((await get(`${resource.path}/${id}`)).json().data).not.toMatchObject(resource.change)
      expect(await entriesOf(id)).toHaveLength(1)
    })

    it('never brings a deleted record back when the try that added it is repeated', async () => {
      const key = 'a try whose record is deleted'
      const input = resource.input('المحذوف بعد إضافته')
      const first = await addWithKey(staff, key, input)
      const { id } = first.json().data
      await staff.send('DELETE', `${resource.path}/${id}`)
      const again = await addWithKey(staff, key, input)
      expect(again.json()).toEqual(first.json())
      const refused = await addWithKey(staff, key, { ...input, ...resource.change })
      expect(refused.json()).toMatchObject({ code: 'key_used', stored: { id } })
      expect(refused.json()).not.toHaveProperty('current')
      expect((await get(`${resource.path}/${id}`)).statusCode).toBe(404)
    })

    it("adds another person's own record under the same key", async () => {
      const key = 'a key that two people use'
      const colleague = await site.signIn('editor')
      const mine = await addWithKey(staff, key, resource.input('لي'))
      const theirs = await addWithKey(colleague, key, resource.input('للزميل'))
      expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201])
      expect(theirs.json().data.id).not.toBe(mine.json().data.id)
      const { id } = mine.json().data
      expect((await get(`${resource.path}/${id}`)).json().data).toMatchObject({ id, version: 1 })
    })

    it('adds one record when several tries to add it arrive together', async () => {
      const before = resource.total(await get(`${resource.path}?limit=1`))
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => addWithKey(staff, 'tries of one moment', resource.input('معاً'))),
      )
      expect(answers.map(answer => answer.statusCode)).toEqual([201, 201, 201, 201])
      expect(new Set(answers.map(answer => answer.json().data.id)).size).toBe(1)
      expect(await entriesOf(answers[0]?.json().data.id)).toHaveLength(1)
      expect(resource.total(await get(`${resource.path}?limit=1`))).toBe(before + 1)
    })

    it('lets a refused try be sent again, mended, under its key', async () => {
      const [wrong] = resource.wrong
      const key = 'a try that was refused'
      const refused = await addWithKey(staff, key, { ...resource.input('مرفوض'), ...wrong?.change })
      expect(refused.statusCode).toBe(422)
      const mended = await addWithKey(staff, key, resource.input('مرفوض'))
      expect(mended.statusCode, mended.body).toBe(201)
    })

    it('answers 404 to reading, changing and deleting what does not exist', async () => {
      const url = `${resource.path}/0000000000000000`
      const input = resource.input('المفقود')
      expect((await get(url)).json().code).toBe(resource.notFound)
      for (const response of [await staff.send('PUT', url, input), await staff.send('DELETE', url)]) {
        expect(response.statusCode).toBe(404)
        expect(response.json().code).toBe(resource.notFound)
      }
    })

    it('answers every wrong field with its own sentence and stores nothing', async () => {
      const before = resource.total(await get(resource.path + '?limit=1'))
      for (const { change, field, message } of resource.wrong) {
        const response = await staff.send('POST', resource.path, { ...resource.input('خطأ'), ...change })
        expect(response.statusCode, `${field}: ${response.body}`).toBe(422)
        expect(response.json().fields, field).toMatchObject({ [field]: message })
        expect(response.json().errors).toContain(message)
      }
      expect(resource.total(await get(resource.path + '?limit=1'))).toBe(before)
    })

    it('refuses a file of ours that does not exist', async () => {
      const missing = `/files/${'0'.repeat(64)}/x.pdf`
      const input = resource.input('ملف')
      const field = ['directLink', 'image', 'files'].find(name => name in input) ?? ''
      const value = Array.isArray(input[field]) ? [missing] : missing
      const response = await staff.send('POST', resource.path, { ...input, [field]: value })
      expect(response.statusCode, response.body).toBe(422)
    })

    it('turns away whoever is not signed in, or sends no token', async () => {
      const payload = resource.input('غريب')
      const anonymous = await site.app.inject({ method: 'POST', url: resource.path, payload })
      expect(anonymous.statusCode).toBe(401)
      const { cookie } = staff
      const tokenless = await site.app.inject({
        method: 'POST',
        url: resource.path,
        headers: { cookie },
        payload,
      })
      expect(tokenless.statusCode).toBe(403)
      expect(tokenless.json().message).toMatch(/csrf/i)
    })

    it('pages through the whole set without a gap, and past the end keeps the true total', async () => {
      const created: string[] = []
      for (let count = 0; count < 5; count += 1) created.push((await create(`صفحة ${count}`)).id)
      const all = await get(`${resource.path}?limit=100&offset=0`)
      const total = resource.total(all)
      const ids = resource.rows(all.json()).map(row => row.id)
      expect(ids).toHaveLength(total)
      expect(ids.slice(0, created.length)).toEqual(created.toReversed())
      const paged: string[] = []
      for (let offset = 0; offset < total; offset += 2) {
        const page = await get(`${resource.path}?limit=2&offset=${offset}`)
        paged.push(...resource.rows(page.json()).map(row => row.id))
      }
      expect(paged).toEqual(ids)
      const past = await get(`${resource.path}?limit=2&offset=${total + 50}`)
      expect(resource.rows(past.json())).toEqual([])
      expect(resource.total(past)).toBe(total)
    })

    it('finds by text however hamza, taa marbuta and the article are typed', async () => {
      const { id } = await create('إدارة المدرسة الأهليّة')
      for (const typed of ['ادارة', 'مدرسه', 'الاهلية', 'إدارة المدرسة']) {
        const found = await get(`${resource.path}?${resource.searchQuery(typed)}`)
        expect(
          resource.rows(found.json()).map(row => row.id),
          typed,
        ).toContain(id)
      }
      const none = await get(`${resource.path}?${resource.searchQuery('قسطنطينية')}`)
      expect(resource.rows(none.json())).toEqual([])
    })

    it('never fails on absurd queries', async () => {
      const queries = [
        'limit=-5',
        'limit=999999999999999999999',
        'offset=-1',
        'offset=1e99',
        'limit=abc&offset=xyz',
        'search=%00',
        'search=%25%5F%5C',
        `search=${'ا'.repeat(3000)}`,
        'search=%ED%A0%80',
        'limit=1&limit=2',
        'stage=NOWHERE',
        'releaseYear=99999999999',
      ]
      for (const query of queries) {
        const response = await get(`${resource.path}?${query}`)
        expect(response.statusCode, `${query}: ${response.body}`).toBeLessThan(500)
      }
      const clamped = await get(`${resource.path}?limit=100000`)
      expect(clamped.statusCode).toBe(200)
    })

    it('refuses broken bodies without failing', async () => {
      const headers = { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
      const send = (payload: string, type: string) =>
        site.app.inject({
          method: 'POST',
          url: resource.path,
          headers: { ...headers, 'content-type': type },
          payload,
        })
      expect((await send('{"title":', 'application/json')).statusCode).toBe(400)
      expect((await send('null', 'application/json')).statusCode).toBe(422)
      expect((await send('[]', 'application/json')).statusCode).toBe(422)
      expect((await send('title=x', 'text/plain')).statusCode).toBe(415)
      expect((await send('title=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
      expect((await send(`"${'x'.repeat(2_000_000)}"`, 'application/json')).statusCode).toBe(413)
      const nul = await staff.send('POST', resource.path, { ...resource.input('ا\u0000ب') })
      expect(nul.statusCode).toBe(422)
      const surrogate = await staff.send('POST', resource.path, { ...resource.input('ا\uD800ب') })
      expect(surrogate.statusCode).toBe(422)
    })

    describeStates(resource, () => ({ site, staff }))
    describeFields(resource, () => ({ site, staff }))
    describeBatches(resource, () => ({ site, staff }))
    describeOrder(resource, () => ({ site, staff }))

    it('tells the pages of a write before it is answered', async () => {
      const heard: string[] = []
      site.services.changes.onChange(tags => heard.push(...tags))
      await create('خبر الصفحات')
      expect(heard).toContain(resource.tag)
    })
  })
}
