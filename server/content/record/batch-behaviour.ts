import { expect, it } from 'vitest'
import { apiPaths, staffApiPath } from '#contract/paths.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

/** What the behaviour needs to know of a resource, as its whole behaviour does. */
interface BatchResource {
  path: string
  notFound: string
  input(mark: string): Record<string, unknown>
  /** Fields that many records can be given at once, each with a value that the input does not have. */
  bulk: Record<string, unknown>
}

interface Known {
  id: string
  version: number
}

/** Acts on many records, as every resource has them. Source: S14.1, S14.2. */
export function describeBatches(
  resource: BatchResource,
  open: () => { site: TestApp; staff: TestStaff },
): void {
  const batches = apiPaths.batchOf(resource.path)
  const read = async (id: string) =>
    (await open().staff.send('GET', `${staffApiPath(resource.path)}/${id}`)).json()

  async function createThree(mark: string): Promise<Known[]> {
    const { staff } = open()
    const answers = await Promise.all(
      ['أول', 'ثان', 'ثالث'].map(each =>
        staff.send('POST', resource.path, resource.input(`${mark} ${each}`)),
      ),
    )
    return answers.map(answer => {
      expect(answer.statusCode, answer.body).toBe(201)
      const { id, version } = answer.json().data
      return { id, version }
    })
  }

  async function apply(act: object, records: readonly Known[], key?: string) {
    const body = { ...act, records }
    return open().staff.send('POST', batches, body, key === undefined ? {} : { 'idempotency-key': key })
  }

  const undo = (id: string, body: object = {}) => open().staff.send('POST', apiPaths.batchUndo(id), body)

  async function entriesOfBatch(id: string) {
    return (await open().staff.send('GET', `${apiPaths.auditLog}?batch=${id}&limit=100`)).json().logs
  }

  it('gives many records new values in one act with an entry for each, and takes all of it back at once', async () => {
    const records = await createThree('دفعة الحقول')
    const before = await Promise.all(records.map(({ id }) => read(id)))
    const changed = await apply({ action: 'change', values: resource.bulk }, records)
    expect(changed.statusCode, changed.body).toBe(200)
    const { id, count } = changed.json().data
    expect(count).toBe(3)
    for (const record of records) {
      expect((await read(record.id)).data).toMatchObject({ ...resource.bulk, version: record.version + 1 })
    }
    const entries = await entriesOfBatch(id)
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({ action: 'UPDATE', batch: { id, count: 3, isUndone: false } })

    const undone = await undo(id)
    expect(undone.statusCode, undone.body).toBe(200)
    for (const [index, record] of records.entries()) {
      const { version, updatedAt, ...as } = before[index].data
      const { data } = await read(record.id)
      expect(data).toMatchObject({ ...as, version: version + 2 })
      expect(data.updatedAt).not.toBe(updatedAt)
    }
    expect((await entriesOfBatch(id))[0].batch).toMatchObject({ isUndone: true })
    expect((await undo(id)).json()).toMatchObject({ code: 'batch_undone' })
    const redone = await undo(undone.json().data.id)
    expect(redone.statusCode, redone.body).toBe(200)
    expect((await read(records[0]?.id ?? '')).data).toMatchObject(resource.bulk)
  })

  it('applies nothing where one record has changed since, and says which and by whom', async () => {
    const records = await createThree('دفعة قديمة')
    const [first, second, third] = records
    const colleague = await open().site.signIn('editor')
    await colleague.send('PUT', `${resource.path}/${second?.id}`, {
      ...resource.input('دفعة قديمة معدّلة'),
      version: 1,
    })
    await colleague.send('DELETE', `${resource.path}/${third?.id}`)
    const refused = await apply({ action: 'hide' }, records)
    expect(refused.statusCode, refused.body).toBe(409)
    const { code, stale, errors } = refused.json()
    expect([code, stale.toSorted()]).toEqual([
      'stale_records',
      [second?.id, third?.id].toSorted((a, b) => String(a).localeCompare(String(b), 'en')),
    ])
    expect(errors.join('\n')).toMatch(new RegExp(`عدّله ${colleague.name}[^]*|حذفه ${colleague.name}`))
    expect(errors.every((sentence: string) => sentence.includes(colleague.name))).toBe(true)
    expect((await read(first?.id ?? '')).data).toMatchObject({ version: 1, state: 'published' })
    const rest = await apply(
      { action: 'hide' },
      records.filter(({ id }) => !stale.includes(id)),
    )
    expect(rest.json().data.count).toBe(1)
    expect((await read(first?.id ?? '')).data).toMatchObject({ version: 2, state: 'draft' })
  })

  it('hides, schedules, publishes and deletes many, once under one key, and brings all of it back', async () => {
    const records = await createThree('دفعة الأحوال')
    const at = (version: number) => records.map(({ id }) => ({ id, version }))
    const states = async () => {
      const found = await Promise.all(records.map(({ id }) => read(id)))
      return [...new Set(found.map(({ data }) => data?.state))]
    }
    expect((await apply({ action: 'hide' }, at(1))).json().data.count).toBe(3)
    expect(await states()).toEqual(['draft'])
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    await apply({ action: 'schedule', publishAt }, at(2))
    expect(await states()).toEqual(['scheduled'])
    const published = await apply({ action: 'publish' }, at(3))
    expect(await states()).toEqual(['published'])
    expect((await apply({ action: 'publish' }, at(4))).json().data.count).toBe(0)
    await undo(published.json().data.id)
    expect(await states()).toEqual(['scheduled'])

    const key = 'a key of one deletion of many'
    const deleted = await apply({ action: 'delete' }, at(5), key)
    expect(deleted.json().data.count).toBe(3)
    expect((await apply({ action: 'delete' }, at(5), key)).json()).toEqual(deleted.json())
    expect((await read(records[0]?.id ?? '')).code).toBe(resource.notFound)
    const back = await undo(deleted.json().data.id)
    expect(back.statusCode, back.body).toBe(200)
    expect(await states()).toEqual(['scheduled'])
  })

  it('has the entries of one record, and goes back to the state that one of them left', async () => {
    const [record] = await createThree('حال سابقة')
    const id = record?.id ?? ''
    const first = (await read(id)).data
    await apply({ action: 'change', values: resource.bulk }, [{ id, version: 1 }])
    await apply({ action: 'hide' }, [{ id, version: 2 }])
    const log = await open().staff.send('GET', `${apiPaths.auditLog}?entityId=${id}`)
    expect(log.json().total).toBe(3)
    const added = log.json().logs.find((entry: { action: string }) => entry.action === 'CREATE')
    const goBack = (version: number) =>
      open().staff.send('POST', apiPaths.stateOfEntry(added.id), { version })
    expect((await goBack(2)).json()).toMatchObject({ code: 'stale_records', stale: [id] })
    const answer = await goBack(3)
    expect(answer.statusCode, answer.body).toBe(200)
    const { data } = await read(id)
    for (const field of Object.keys(resource.bulk)) expect(data[field]).toEqual(first[field])
    expect(data).toMatchObject({ state: 'draft', version: 4 })
    await undo(answer.json().data.id)
    expect((await read(id)).data).toMatchObject(resource.bulk)
  })

  it('takes one change back, who sees the record with it, unless something has changed since', async () => {
    const [record] = await createThree('تعديل واحد')
    const id = record?.id ?? ''
    const { staff } = open()
    const first = (await read(id)).data
    const input = { ...resource.input('تعديل واحد بعده'), ...resource.bulk, state: 'draft' }
    const saved = await staff.send('PUT', `${resource.path}/${id}`, { ...input, version: 1 })
    expect(saved.statusCode, saved.body).toBe(200)
    const takeBack = (version: number, headers = {}) =>
      staff.send('POST', apiPaths.changeUndo(resource.path, id), { version }, headers)
    expect((await takeBack(1)).json().code).toBe('no_change')
    const key = { 'idempotency-key': 'a key of one step back' }
    const answer = await takeBack(2, key)
    expect(answer.statusCode, answer.body).toBe(200)
    const { updatedAt: _, version, ...back } = (await read(id)).data
    expect([version, first]).toEqual([3, expect.objectContaining(back)])
    expect((await takeBack(2, key)).json()).toEqual(answer.json())
    const again = await takeBack(2)
    expect(again.json()).toMatchObject({ code: 'stale_records', stale: [id] })
    expect(again.json().errors[0]).toContain('حسابك من نافذة أخرى')
    await undo(answer.json().data.id)
    expect((await read(id)).data).toMatchObject({ ...resource.bulk, state: 'draft', version: 4 })
  })
}
