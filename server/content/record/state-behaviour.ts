import { expect, it } from 'vitest'
import { kindOfEntity, type KindEntity } from '#contract/kinds.ts'
import { staffApiPath, staffView } from '#contract/paths.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

/** What the behaviour needs to know of a resource, as its whole behaviour does. */
interface StatefulResource {
  path: string
  entity: string
  tag: string
  input(mark: string): Record<string, unknown>
  searchQuery(mark: string): string
}

/** Drafts, moments and hiding, as every resource has them. Source: S5.5. */
export function describeStates(
  resource: StatefulResource,
  open: () => { site: TestApp; staff: TestStaff },
): void {
  const get = (url: string) => open().site.app.inject({ method: 'GET', url })

  async function create(mark: string): Promise<{ id: string }> {
    const response = await open().staff.send('POST', resource.path, resource.input(mark))
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }

  async function sentencesOf(id: string): Promise<string> {
    const log = await open().staff.send('GET', '/api/auditlog?limit=100')
    const own = log.json().logs.filter((entry: { entityId: string }) => entry.entityId === id)
    return own.map((entry: { description: string }) => entry.description).join('\n')
  }

  /** Where people meet the record: its address, list, search, feed and sitemap. */
  async function placesOf(id: string, mark: string): Promise<string[]> {
    const places = {
      address: (await get(`${resource.path}/${id}`)).statusCode === 200 ? id : '',
      list: (await get(`${resource.path}?limit=100`)).body,
      search: (await get(`${resource.path}?${resource.searchQuery(mark)}`)).body,
      'site search': (await get(`/api/search?q=${encodeURIComponent(mark)}&limit=50`)).body,
      feed: (await get(`/feeds/${resource.tag}.xml`)).body,
      sitemap: (await get(`/sitemaps/${resource.tag}-1.xml`)).body,
    }
    return Object.entries(places).flatMap(([place, text]) => (text.includes(id) ? [place] : []))
  }

  async function staffSees(id: string, query = '') {
    const list = await open().staff.send('GET', `${staffApiPath(resource.path)}?limit=100&${query}`)
    expect(list.statusCode, list.body).toBe(200)
    const rows: { id: string; state: string }[] = list.json().data[resource.tag]
    return rows.find(row => row.id === id)?.state
  }

  it('shows a draft to staff alone, everywhere, until it is published, and again when it is hidden', async () => {
    const mark = 'زقورة'
    const input = resource.input(mark)
    const created = await open().staff.send('POST', resource.path, { ...input, state: 'draft' })
    expect(created.statusCode, created.body).toBe(201)
    const { id, state } = created.json().data
    expect(state).toBe('draft')
    expect(await placesOf(id, mark)).toEqual([])
    expect(await staffSees(id)).toBe('draft')
    expect(await staffSees(id, resource.searchQuery(mark))).toBe('draft')
    expect(await staffSees(id, 'state=published')).toBeUndefined()
    const draft = await open().staff.send('GET', `${staffApiPath(resource.path)}/${id}`)
    expect(draft.json().data).toMatchObject({ id, state: 'draft', version: 1 })

    const put = (change: object) =>
      open().staff.send('PUT', `${resource.path}/${id}`, { ...input, ...change })
    expect((await put({ version: 1 })).json().data).toMatchObject({ state: 'draft', version: 2 })
    expect(await placesOf(id, mark)).toEqual([])
    const published = await put({ version: 2, state: 'published' })
    expect(published.json().data).toMatchObject({ state: 'published', version: 3 })
    const places = await placesOf(id, mark)
    expect(places).toEqual(expect.arrayContaining(['address', 'list', 'search']))
    expect((await get(`${resource.path}/${id}`)).json().data).not.toHaveProperty('state')
    await put({ version: 3 })
    expect(await placesOf(id, mark)).toEqual(places)

    const hidden = await put({ version: 4, state: 'draft' })
    expect(hidden.json().data).toMatchObject({ state: 'draft', version: 5 })
    expect(await placesOf(id, mark)).toEqual([])
    expect(await sentencesOf(id)).toMatch(/\(أُخفي عن الزوار\)[^]*\(نُشر\)[^]*\(مسودة\)/)
  })

  it('publishes what was scheduled at its moment, and not before', async () => {
    const mark = 'مسلّة'
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const created = await open().staff.send('POST', resource.path, { ...resource.input(mark), publishAt })
    expect(created.json().data).toMatchObject({ state: 'scheduled', publishAt })
    const { id } = created.json().data
    await open().site.services.publishing.publishDueNow()
    expect(await placesOf(id, mark)).toEqual([])
    expect(await staffSees(id, 'state=scheduled')).toBe('scheduled')

    const soon = new Date(Date.now() + 400).toISOString()
    const moved = await open().staff.send('PUT', `${resource.path}/${id}`, {
      ...resource.input(mark),
      publishAt: soon,
    })
    expect(moved.json().data).toMatchObject({ state: 'scheduled', publishAt: soon })
    await expect.poll(() => staffSees(id), { timeout: 5000 }).toBe('published')
    const { createdAt } = (await get(`${resource.path}/${id}`)).json().data
    expect(createdAt).toBe(soon)
    expect(await placesOf(id, mark)).toEqual(expect.arrayContaining(['address', 'list', 'search']))
  })

  it('refuses a moment that has passed, and one that is none', async () => {
    const refuse = async (change: object, message: RegExp) => {
      const response = await open().staff.send('POST', resource.path, {
        ...resource.input('موعد'),
        ...change,
      })
      expect(response.statusCode, response.body).toBe(422)
      expect(response.json().fields.publishAt).toMatch(message)
    }
    await refuse({ state: 'scheduled' }, /اختر موعد النشر/)
    await refuse({ state: 'scheduled', publishAt: '2020-01-01T10:00:00+03:00' }, /مضى موعد النشر/)
    await refuse({ publishAt: 'غداً' }, /موعد النشر غير صالح/)
  })

  it('shows or hides many records at once, or none of them', async () => {
    const [one, two] = [await create('لوح أول'), await create('لوح ثان')]
    const kind = kindOfEntity[resource.entity as KindEntity]
    const publish = (ids: string[], state: string) =>
      open().staff.send('POST', '/api/staff/publications', { records: ids.map(id => ({ kind, id })), state })
    const failed = await publish([one.id, 'nowhere'], 'draft')
    expect(failed.statusCode).toBe(404)
    expect(await staffSees(one.id)).toBe('published')
    expect((await publish([one.id, two.id], 'draft')).json()).toEqual({ data: { count: 2 } })
    expect([await staffSees(one.id), await staffSees(two.id)]).toEqual(['draft', 'draft'])
    expect((await get(`${resource.path}/${two.id}`)).statusCode).toBe(404)
    await publish([one.id, two.id], 'published')
    expect((await get(`${resource.path}/${two.id}`)).statusCode).toBe(200)
  })

  it('keeps what only staff see from everybody else', async () => {
    const { staff } = open()
    const asStaff = (path: string, cookie?: string) =>
      open().site.app.inject({
        method: 'GET',
        url: path,
        headers: { [staffView.name]: staffView.value, ...(cookie && { cookie }) },
      })
    const { id } = (
      await staff.send('POST', resource.path, { ...resource.input('سر'), state: 'draft' })
    ).json().data
    expect((await asStaff(`${resource.path}/${id}`)).statusCode).toBe(401)
    expect((await asStaff(`${resource.path}/${id}`, staff.cookie)).json().data).toMatchObject({
      id,
      state: 'draft',
    })
    expect((await asStaff(`${resource.path}?limit=100`, staff.cookie)).body).toContain(id)
    for (const url of [staffApiPath(resource.path), `${staffApiPath(resource.path)}/any`]) {
      expect((await get(url)).statusCode).toBe(401)
    }
  })
}
