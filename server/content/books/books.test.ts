import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '#test/statements.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'
import { describeContent } from '#server/content/record/content-behaviour.ts'

describeContent({
  name: 'books',
  path: '/api/books',
  entity: 'BOOK',
  tag: 'books',
  notFound: 'book_not_found',
  input: mark => ({ ...bookInput({ title: `كتاب ${mark}` }) }),
  change: { title: 'كتاب الفيزياء', subject: 'PHYSICS', branch: null, releaseYear: 2026 },
  bulk: { stage: 'FIFTH_PREPARATORY', branch: null, subject: 'PHYSICS', releaseYear: 2023 },
  wrong: [
    { change: { title: undefined }, field: 'title', message: 'العنوان مطلوب' },
    { change: { title: '   ' }, field: 'title', message: 'العنوان مطلوب' },
    { change: { subject: 'ALCHEMY' }, field: 'subject', message: 'اختر المادة من القائمة' },
    { change: { stage: undefined }, field: 'stage', message: 'اختر الصف من القائمة' },
    { change: { branch: 'OTHER' }, field: 'branch', message: 'اختر الفرع من القائمة' },
    { change: { releaseYear: 1999 }, field: 'releaseYear', message: 'السنة يجب أن تكون بين ٢٠٠٠ و٢١٠٠' },
    { change: { releaseYear: 'قريباً' }, field: 'releaseYear', message: 'السنة مطلوبة' },
    { change: { description: '' }, field: 'description', message: 'الوصف مطلوب' },
    { change: { keywords: [] }, field: 'keywords', message: 'أدخل كلمة مفتاحية واحدة على الأقل' },
    { change: { directLink: undefined }, field: 'directLink', message: 'الرجاء رفع ملف الكتاب' },
    {
      change: { telegramLink: 'javascript:alert(1)' },
      field: 'telegramLink',
      message: 'رابط تيليجرام يجب أن يكون رابطاً صحيحاً يبدأ بـ https://',
    },
  ],
  rows: body => (body as { data: { books: { id: string }[] } }).data.books,
  total: response => (response.json() as { data: { total: number } }).data.total,
  searchQuery: mark => `search=${encodeURIComponent(mark)}`,
})

describe('books', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
  })
  afterAll(() => site.close())

  async function create(change: Record<string, unknown>): Promise<string> {
    const response = await staff.send('POST', '/api/books', { ...bookInput(), ...change })
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data.id
  }

  async function idsOf(query: string): Promise<string[]> {
    const response = await site.app.inject({ method: 'GET', url: `/api/books?limit=100&${query}` })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data.books.map((book: { id: string }) => book.id)
  }

  it('asks the database once for a page of a list, and counts again after a write', async () => {
    const url = '/api/books?limit=1&category=ECONOMICS'
    const totalNow = async (offset = 0) =>
      (await site.app.inject({ method: 'GET', url: `${url}&offset=${offset}` })).json().data.total
    const before = await totalNow()
    await create({ subject: 'ECONOMICS', branch: 'VOCATIONAL', releaseYear: 2031 })
    await create({ subject: 'ECONOMICS', branch: 'VOCATIONAL', releaseYear: 2031 })
    expect(await totalNow()).toBe(before + 2)
    const statements = await countStatements(async () => {
      expect(await totalNow(1)).toBe(before + 2)
    })
    expect(statements.filter(text => text.includes('from "books"'))).toHaveLength(1)
    await create({ subject: 'ECONOMICS', branch: 'VOCATIONAL', releaseYear: 2031 })
    expect(await totalNow()).toBe(before + 3)
  })

  it('gives deep pages as it gives the first ones', async () => {
    const rows = Array.from({ length: limits.deepOffset + 30 }, (_, number) => ({
      id: `deep-${number}`,
      title: 'كتاب عميق',
      description: '',
      keywords: [],
      subject: 'FRENCH' as const,
      stage: 'FIFTH_PREPARATORY' as const,
      releaseYear: 2001,
      createdAt: new Date(Date.UTC(2020, 0, 1) + (number % 50) * 1000),
    }))
    await site.database.kysely.insertInto('books').values(rows).execute()
    const inOrder = rows
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
    const pageAt = (offset: number) => idsOf(`category=FRENCH&releaseYear=2001&offset=${offset}`)
    expect(await pageAt(100)).toEqual(inOrder.slice(100, 200))
    expect(await pageAt(limits.deepOffset)).toEqual(inOrder.slice(limits.deepOffset))
    expect(await pageAt(limits.deepOffset + 25)).toEqual(inOrder.slice(limits.deepOffset + 25))
    expect(await pageAt(limits.deepOffset + 500)).toEqual([])
    await site.database.kysely.deleteFrom('books').where('releaseYear', '=', 2001).execute()
  })

  it('filters the whole set by grade, stage, branch, subject and year, alone and together', async () => {
    const first = await create({
      stage: 'FIRST_PRIMARY',
      subject: 'READING',
      branch: undefined,
      releaseYear: 2020,
    })
    const sixth = await create({
      stage: 'SIXTH_PRIMARY',
      subject: 'MATH',
      branch: undefined,
      releaseYear: 2021,
    })
    const literary = await create({ stage: 'FIFTH_PREPARATORY', subject: 'HISTORY', branch: 'LITERARY' })
    expect(await idsOf('stage=FIRST_PRIMARY&stageType=exact')).toEqual([first])
    expect(await idsOf('stage=PRIMARY&stageType=contains')).toEqual([sixth, first])
    expect(await idsOf('branch=LITERARY')).toEqual([literary])
    expect(await idsOf('category=READING')).toEqual([first])
    expect(await idsOf('releaseYear=2021')).toEqual([sixth])
    expect(await idsOf(`releaseYear=${encodeURIComponent('٢٠٢١')}`)).toEqual([sixth])
    expect(await idsOf('stage=PRIMARY&category=MATH')).toEqual([sixth])
    expect(await idsOf('stage=PRIMARY&category=HISTORY')).toEqual([])
    expect(await idsOf('stage=all&branch=all&category=all')).toContain(first)
  })

  it('accepts digits and keywords as staff type them', async () => {
    const response = await staff.send('POST', '/api/books', {
      ...bookInput(),
      releaseYear: '٢٠٢٤',
      keywords: 'جبر، هندسة; تفاضل ؛ جبر\nتكامل',
    })
    expect(response.statusCode, response.body).toBe(201)
    expect(response.json().data).toMatchObject({
      releaseYear: 2024,
      keywords: ['جبر', 'هندسة', 'تفاضل', 'تكامل'],
    })
  })

  it('gives the latest four books unless asked for more', async () => {
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.unshift(await create({ title: `الأحدث ${count}` }))
    const latest = await site.app.inject({ method: 'GET', url: '/api/books/latest' })
    expect(latest.json().data.books.map((book: { id: string }) => book.id)).toEqual(ids.slice(0, 4))
    expect(latest.json().data).not.toHaveProperty('total')
    const six = await site.app.inject({ method: 'GET', url: '/api/books/latest?limit=6' })
    expect(six.json().data.books).toHaveLength(6)
  })

  it('relates a book to its grade and subject, then its grade, then its subject in the grades beside it', async () => {
    const same = await create({ subject: 'GEOLOGY', stage: 'SECOND_PRIMARY' })
    const beside = await create({ subject: 'GEOLOGY', stage: 'THIRD_PRIMARY' })
    const grade = await create({ subject: 'ARABIC', stage: 'SECOND_PRIMARY' })
    const self = await create({ subject: 'GEOLOGY', stage: 'SECOND_PRIMARY' })
    await create({ subject: 'GEOLOGY', stage: 'THIRD_INTERMEDIATE' })
    const book = await site.services.books.get(self)
    expect((await site.services.books.related(book)).map(one => one.id)).toEqual([same, grade, beside])
  })

  it('adds, changes, reorders and deletes versions, each in the audit log', async () => {
    const id = await create({ title: 'كتاب بإصدارات' })
    const url = `/api/books/${id}/versions`
    const version = (title: string, more = {}) => ({ title, releaseYear: 2023, ...more })
    const first = await staff.send('POST', url, version('الطبعة الأولى'))
    expect(first.statusCode, first.body).toBe(201)
    await staff.send('POST', url, version('الطبعة الثانية', { directLink: 'https://files.example/2.pdf' }))
    const titles = async () => {
      const list = await site.app.inject({ method: 'GET', url })
      return list.json().map((one: { title: string }) => one.title)
    }
    expect(await titles()).toEqual(['الطبعة الأولى', 'الطبعة الثانية'])
    const firstId = first.json().data.id
    const moved = await staff.send('PUT', `${url}/${firstId}`, version('الطبعة المنقحة', { position: 1 }))
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await titles()).toEqual(['الطبعة الثانية', 'الطبعة المنقحة'])
    expect((await staff.send('DELETE', `${url}/${firstId}`)).statusCode).toBe(200)
    expect(await titles()).toEqual(['الطبعة الثانية'])
    expect((await staff.send('DELETE', `${url}/${firstId}`)).json().code).toBe('book_version_not_found')
    expect((await staff.send('POST', url, { title: '' })).json().fields).toMatchObject({
      title: 'عنوان الإصدار مطلوب',
      releaseYear: 'السنة مطلوبة',
    })
    const log = await staff.send('GET', '/api/auditlog?limit=100')
    const entries = log.json().logs.filter((entry: { entityId: string }) => entry.entityId === id)
    expect(entries.filter((entry: { action: string }) => entry.action === 'UPDATE')).toHaveLength(4)
  })

  it('refuses a change of versions that began from an older state, shows book and versions, raises the version', async () => {
    const id = await create({ title: 'كتاب يعدله اثنان' })
    const url = `/api/books/${id}/versions`
    const first = await staff.send('POST', url, { title: 'الأولى', releaseYear: 2022, version: 1 })
    expect(first.json()).toMatchObject({ data: { title: 'الأولى' }, bookVersion: 2 })
    const versionUrl = `${url}/${first.json().data.id}`
    const stale = [
      await staff.send('POST', url, { title: 'الثانية', releaseYear: 2023, version: 1 }),
      await staff.send('PUT', versionUrl, { title: 'المنقحة', releaseYear: 2022, version: 1 }),
      await staff.send('DELETE', `${versionUrl}?version=1`),
      await staff.send('PUT', `/api/books/${id}`, { ...bookInput(), version: 1 }),
    ]
    for (const answer of stale) {
      expect(answer.statusCode, answer.body).toBe(409)
      expect(answer.json()).toMatchObject({
        code: 'stale_version',
        current: { id, title: 'كتاب يعدله اثنان', version: 2, versions: [{ title: 'الأولى' }] },
      })
    }
    const changed = await staff.send('PUT', versionUrl, { title: 'المنقحة', releaseYear: 2022, version: 2 })
    expect(changed.json()).toMatchObject({ data: { title: 'المنقحة' }, bookVersion: 3 })
    const removed = await staff.send('DELETE', `${versionUrl}?version=3`)
    expect(removed.json()).toEqual({ data: { id: first.json().data.id }, bookVersion: 4 })
    const book = await site.app.inject({ method: 'GET', url: `/api/books/${id}` })
    expect(book.json().data.version).toBe(4)
  })

  it('adds a book with its versions, and changes them all with it: one save, one entry, one version', async () => {
    const listed = [
      { title: 'الأولى', releaseYear: 2021 },
      { title: 'الثانية', releaseYear: 2022, directLink: 'https://files.example/2.pdf' },
      { title: 'الثالثة', releaseYear: 2023 },
    ]
    const added = await staff.send('POST', '/api/books', { ...bookInput(), versions: listed })
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json().data
    const versionsOf = async () =>
      (await site.app.inject({ method: 'GET', url: `/api/books/${id}/versions` })).json()
    const [first, second] = await versionsOf()
    expect(await versionsOf()).toMatchObject(listed)

    const changed = await staff.send('PUT', `/api/books/${id}`, {
      ...bookInput(),
      version: 1,
      versions: [
        { title: 'الرابعة', releaseYear: 2024 },
        { ...second, title: 'الثانية المنقحة' },
        { id: first.id, title: 'الأولى', releaseYear: 2020 },
      ],
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().data.version).toBe(2)
    expect(await versionsOf()).toMatchObject([
      { title: 'الرابعة' },
      { id: second.id, title: 'الثانية المنقحة', directLink: 'https://files.example/2.pdf' },
      { id: first.id, releaseYear: 2020 },
    ])
    const { logs } = (await staff.send('GET', '/api/auditlog?limit=100')).json()
    const entries = logs.filter((entry: { entityId: string }) => entry.entityId === id)
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['UPDATE', 'CREATE'])
    expect(entries[0].oldData.versions).toHaveLength(3)
    expect(entries[0].newData.versions.map((version: { title: string }) => version.title)).toEqual([
      'الرابعة',
      'الثانية المنقحة',
      'الأولى',
    ])
  })

  it('says with which versions an earlier try has added the book', async () => {
    const input = { ...bookInput(), versions: [{ title: 'الأولى', releaseYear: 2021 }] }
    const key = { 'idempotency-key': 'a key of a book with versions' }
    await staff.send('POST', '/api/books', input, key)
    const refused = await staff.send('POST', '/api/books', { ...input, description: 'وصف آخر' }, key)
    expect(refused.json()).toMatchObject({ code: 'key_used', stored: { versions: [{ title: 'الأولى' }] } })
  })

  it('keeps the versions when a save does not list them, and refuses one that the book does not have', async () => {
    const versions = [{ title: 'الأولى', releaseYear: 2021 }]
    const added = await staff.send('POST', '/api/books', { ...bookInput(), versions })
    const { id } = added.json().data
    const url = `/api/books/${id}`
    await staff.send('PUT', url, bookInput())
    const foreign = { ...bookInput(), versions: [{ ...versions[0], id: 'another' }] }
    expect((await staff.send('PUT', url, foreign)).json().code).toBe('book_version_not_found')
    const kept = await site.app.inject({ method: 'GET', url: `${url}/versions` })
    expect(kept.json()).toMatchObject(versions)
    await staff.send('PUT', url, { ...bookInput(), versions: [] })
    expect((await site.app.inject({ method: 'GET', url: `${url}/versions` })).json()).toEqual([])
  })

  it('brings the versions of a deleted book back with it', async () => {
    const id = await create({ title: 'كتاب سيعود' })
    await staff.send('POST', `/api/books/${id}/versions`, { title: 'الطبعة الأولى', releaseYear: 2022 })
    const before = (await site.app.inject({ method: 'GET', url: `/api/books/${id}/versions` })).json()
    const { auditId } = (await staff.send('DELETE', `/api/books/${id}`)).json().data
    await staff.send('POST', `/api/auditlog/${auditId}/restore`)
    const after = (await site.app.inject({ method: 'GET', url: `/api/books/${id}/versions` })).json()
    expect(after).toEqual(before)
    expect(after).toHaveLength(1)
  })

  it('answers 404 to the versions of a book that does not exist', async () => {
    const response = await site.app.inject({ method: 'GET', url: '/api/books/nothing/versions' })
    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('book_not_found')
  })
})
