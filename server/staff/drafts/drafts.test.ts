import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { FormDraft, ListedFormDraft } from '#contract/resources/form-draft.ts'
import { day } from '#contract/units.ts'
import { sweepFiles } from '#server/files/housekeeping.ts'
import { startRetention } from '#server/staff/retention/retention.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { makeImage, streamOf } from '#test/files.ts'

describeEachEngine('a form that is kept on the server', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  let made = 0
  const newId = () => `draft-${(made += 1)}`
  const input = (change: object = {}) => ({
    form: 'books/new',
    title: 'كتاب لم يكتمل',
    content: { values: { title: 'كتاب لم يكتمل', subject: '' } },
    version: 0,
    writer: 'one',
    ...change,
  })
  const send = (id: string, change: object = {}, who = staff) =>
    who.send('PUT', apiPaths.formDraft(id), input(change))

  async function keep(id: string, change: object = {}, who = staff): Promise<ListedFormDraft> {
    const answer = await send(id, change, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  async function list(form: string, who = staff): Promise<ListedFormDraft[]> {
    const answer = await who.send('GET', `${apiPaths.formDrafts}?form=${encodeURIComponent(form)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.drafts
  }

  async function open(id: string, who = staff): Promise<FormDraft> {
    const answer = await who.send('GET', apiPaths.formDraft(id))
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const ids = (drafts: ListedFormDraft[]) => drafts.map(({ id }) => id)

  it('is kept as it stands, also with what no record may hold, and listed with its owner, time and end', async () => {
    const id = newId()
    const values = { title: '', note: 'سطر\u0000آخر', image: null, links: [{ url: '' }] }
    const content = { values, base: { title: 'قبل' }, version: 4, key: 'k' }
    const kept = await keep(id, { content, title: ' نصف كتاب ', form: 'books/kept' })
    expect(kept).toMatchObject({ id, form: 'books/kept', title: 'نصف كتاب', version: 1, owner: staff.name })
    expect(Date.parse(kept.goesAt) - Date.parse(kept.changedAt)).toBe(limits.formDraftDays * day)
    expect(await list('books/kept')).toEqual([kept])
    expect(await open(id)).toEqual({ ...kept, content })
  })

  it('is listed with its form and the forms above it, the last kept first', async () => {
    const [of, new1, other] = [newId(), newId(), newId()]
    await keep(of, { form: 'notes/17' })
    await keep(new1, { form: 'notes/new/copy/17' })
    await keep(other, { form: 'notes-of-others' })
    expect(ids(await list('notes'))).toEqual([new1, of])
    expect(ids(await list('notes/new'))).toEqual([new1])
    expect(ids(await list('notes_'))).toEqual([])
    const all = await staff.send('GET', apiPaths.formDrafts)
    expect(ids(all.json().data.drafts).slice(0, 3)).toEqual([other, new1, of])
  })

  it('belongs to one person: nobody else sees, opens, changes or removes it', async () => {
    const id = newId()
    await keep(id, { form: 'news/new' })
    const other = await site.signIn('admin')
    expect(await list('news', other)).toEqual([])
    const answers = [
      await other.send('GET', apiPaths.formDraft(id)),
      await send(id, { form: 'news/new' }, other),
      await send(id, { form: 'news/new', version: 1 }, other),
      await other.send('DELETE', `${apiPaths.formDraft(id)}?version=1`),
    ]
    expect(answers.map(answer => answer.json().code)).toEqual(Array(4).fill('form_draft_not_found'))
    expect((await open(id)).version).toBe(1)
    expect((await site.app.inject({ url: apiPaths.formDraft(id) })).statusCode).toBe(401)
  })

  it('is not written over by a form that has not seen it, and is by the one whose answer was lost', async () => {
    const id = newId()
    await keep(id)
    const lost = await keep(id, { title: 'كتب أكثر' })
    expect(lost).toMatchObject({ version: 2, title: 'كتب أكثر' })
    const elsewhere = await keep(id, { title: 'من الهاتف', version: 2, writer: 'two' })
    expect(elsewhere.version).toBe(3)
    const stale = await send(id, { title: 'من الحاسوب', version: 2 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_form_draft'])
    expect((await open(id)).title).toBe('من الهاتف')
    const late = newId()
    await keep(late)
    await keep(late, { version: 1, title: 'أحدث' })
    expect((await send(late, { title: 'أقدم' })).json().code).toBe('stale_form_draft')
    expect((await open(late)).title).toBe('أحدث')
  })

  it('is kept beside a record of the same person with the same file, and neither waits for the other for ever', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const picture = streamOf(await makeImage('png', 60 + round, 20))
      const { url } = await site.services.files.store(picture, { name: 'غلاف.png', kind: 'image' })
      const content = { values: { image: url } }
      const answers = await Promise.all([
        staff.send('POST', apiPaths.books, bookInput({ image: url })),
        ...[newId(), newId(), newId()].map(id => send(id, { content, form: 'books/beside' })),
      ])
      statuses.push(...answers.map(answer => answer.statusCode))
      for (const { id, version } of await list('books/beside'))
        await staff.send('DELETE', `${apiPaths.formDraft(id)}?version=${version}`)
    }
    expect(new Set(statuses.map(status => Math.floor(status / 100)))).toEqual(new Set([2]))
  })

  it('may be as wide as it is large', async () => {
    const values = { many: Array.from({ length: 380_000 }, () => 0) }
    expect((await open((await keep(newId(), { content: { values } })).id)).content.values).toEqual(values)
  })

  it('is written by one of two who keep it at once, and the other is told', async () => {
    const id = newId()
    await keep(id)
    const answers = await Promise.all(
      ['two', 'three', 'four'].map(writer => send(id, { title: writer, version: 1, writer })),
    )
    expect(answers.map(answer => answer.statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ])
    expect((await open(id)).version).toBe(2)
  })

  it('is removed as it was seen, and kept again as it was', async () => {
    const id = newId()
    await keep(id, { form: 'exams/new' })
    await keep(id, { form: 'exams/new', version: 1, title: 'أحدث' })
    const unseen = await staff.send('DELETE', `${apiPaths.formDraft(id)}?version=1`)
    expect(unseen.json().code).toBe('stale_form_draft')
    const removed = await staff.send('DELETE', `${apiPaths.formDraft(id)}?version=2`)
    expect(removed.json().data).toMatchObject({ title: 'أحدث', content: input().content })
    expect(await list('exams')).toEqual([])
    const gone = await send(id, { form: 'exams/new', version: 2 })
    expect(gone.json().code).toBe('form_draft_not_found')
    expect((await keep(id, { form: 'exams/new', title: 'أحدث' })).version).toBe(1)
  })

  it('keeps the files that it names from the sweep for as long as it lives', async () => {
    const { files } = site.services
    const bytes = await makeImage('png', engine === 'pglite' ? 31 : 32, 20)
    const { url } = await files.store(streamOf(bytes), { name: 'غلاف.png', kind: 'image' })
    const id = newId()
    const lost = `/files/${'0'.repeat(64)}/gone.png`
    const values = { image: url, deep: [{ src: url }], lost, foreign: 'https://files.example/x.pdf' }
    await keep(id, { content: { values } })
    const later = new Date(Date.now() + limits.unusedFileGraceMs + day)
    await sweepFiles(files.parts, false, later)
    expect((await files.factsOf([url])).size).toBe(1)
    await keep(id, { content: { values: {} }, version: 1 })
    await keep(id, { content: { values }, version: 2 })
    await staff.send('DELETE', `${apiPaths.formDraft(id)}?version=3`)
    await sweepFiles(files.parts, false, later)
    expect((await files.factsOf([url])).size).toBe(0)
  })

  it('is limited in number and size, and says so', async () => {
    const busy = await site.signIn('editor')
    const own = Array.from({ length: limits.formDraftsOfPerson }, newId)
    for (const id of own) await keep(id, {}, busy)
    const full = await send(newId(), {}, busy)
    expect([full.statusCode, full.json().code]).toEqual([409, 'form_drafts_full'])
    expect(full.json().message).toContain('٥٠ مسودة')
    expect((await keep(own[0] ?? '', { version: 1 }, busy)).version).toBe(2)
    const large = await send(newId(), { content: { values: { text: 'ن'.repeat(400_000) } } })
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
  })

  it('goes when it was not kept for ninety days, with its hold on files', async () => {
    const { url } = await site.services.files.store(streamOf(await makeImage('png', 41, 21)), {
      name: 'صورة.png',
      kind: 'image',
    })
    const [left, used] = [newId(), newId()]
    await keep(left, { form: 'results/new', content: { values: { url } } })
    await keep(used, { form: 'results/new' })
    const { kysely } = site.database
    const changedAt = new Date(Date.now() - (limits.formDraftDays + 1) * day)
    await kysely.updateTable('formDrafts').set({ changedAt }).where('id', '=', left).execute()
    const retention = startRetention(site.services)
    await retention.run()
    await retention.close()
    expect(ids(await list('results'))).toEqual([used])
    const held = await kysely
      .selectFrom('fileReferences')
      .select('fileId')
      .where('recordId', '=', left)
      .execute()
    expect(held).toEqual([])
  })

  it.each([
    ['no form', { form: '' }],
    ['a foreign field', { content: { values: {}, other: 1 } }],
    ['no values', { content: {} }],
    ['no version', { version: -1 }],
    ['no writer', { writer: '' }],
  ])('is refused with %s', async (_, change) => {
    expect((await send(newId(), change)).statusCode).toBe(422)
  })
})
