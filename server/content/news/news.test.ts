import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeImage, streamOf } from '#test/files.ts'
import { newsInput } from '#test/news-input.ts'
import { describeContent } from '#server/content/record/content-behaviour.ts'

describeContent({
  name: 'news',
  path: '/api/news',
  entity: 'NEWS',
  tag: 'news',
  notFound: 'news_not_found',
  input: mark => ({ ...newsInput({ title: `خبر ${mark}` }) }),
  change: { title: 'خبر معدل', type: 'EXAM_RESULTS', content: 'محتوى جديد' },
  bulk: { type: 'E_LEARNING' },
  wrong: [
    { change: { title: '' }, field: 'title', message: 'العنوان مطلوب' },
    { change: { bio: undefined }, field: 'bio', message: 'النبذة مطلوبة' },
    { change: { content: '\n \n' }, field: 'content', message: 'المحتوى مطلوب' },
    {
      change: { content: 'قبل\u000Bبعد' },
      field: 'content',
      message: 'المحتوى يحتوي على رموز غير مقبولة',
    },
    {
      change: { content: 'س'.repeat(limits.maxContentLength + 1) },
      field: 'content',
      message: `المحتوى أطول من المسموح (${formatPlainNumber(limits.maxContentLength)} حرف)`,
    },
    { change: { type: 'RUMOUR' }, field: 'type', message: 'اختر نوع الخبر من القائمة' },
    { change: { image: '' }, field: 'image', message: 'الرجاء رفع صورة الخبر' },
    { change: { keywords: ' , ، ' }, field: 'keywords', message: 'أدخل كلمة مفتاحية واحدة على الأقل' },
  ],
  rows: body => (body as { data: { news: { id: string }[] } }).data.news,
  total: response => (response.json() as { data: { total: number } }).data.total,
  searchQuery: mark => `search=${encodeURIComponent(mark)}`,
})

describe('news', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
  })
  afterAll(() => site.close())

  it('takes the day of its publication, and keeps it when nothing else is said', async () => {
    const id = await create({ title: 'خبر قديم', createdAt: '2021-03-05' })
    const read = async () =>
      (await site.app.inject({ method: 'GET', url: `/api/news/${id}` })).json<{
        data: { createdAt: string }
      }>().data
    expect((await read()).createdAt).toBe('2021-03-04T21:00:00.000Z')
    const put = (change: Record<string, unknown>) =>
      staff.send('PUT', `/api/news/${id}`, { ...newsInput(), ...change })
    expect((await put({ createdAt: '2022-01-02T10:30:00Z' })).statusCode).toBe(200)
    expect((await read()).createdAt).toBe('2022-01-02T10:30:00.000Z')
    expect((await put({ createdAt: '2022-01-02' })).statusCode).toBe(200)
    expect((await read()).createdAt).toBe('2022-01-02T10:30:00.000Z')
    expect((await put({})).statusCode).toBe(200)
    expect((await read()).createdAt).toBe('2022-01-02T10:30:00.000Z')
  })

  it('goes back to the day of an earlier state, but not to that of one that visitors never saw', async () => {
    const id = await create({ createdAt: '2021-03-05', state: 'draft' })
    const put = async (version: number, change: object) => {
      const answer = await staff.send('PUT', `/api/news/${id}`, { ...newsInput(), version, ...change })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await put(1, { state: 'published', createdAt: '2022-03-05' })
    await put(2, { createdAt: '2023-03-05' })
    const log = await staff.send('GET', `${apiPaths.auditLog}?entityId=${id}`)
    const entries: { id: string; newData: { version: number } }[] = log.json().logs
    const dayAfter = async (left: number, version: number) => {
      const entry = entries.find(({ newData }) => newData.version === left)
      const answer = await staff.send('POST', apiPaths.stateOfEntry(String(entry?.id)), { version })
      expect(answer.statusCode, answer.body).toBe(200)
      return (await site.services.news.get(id)).createdAt
    }
    expect(await dayAfter(2, 3)).toBe('2022-03-04T21:00:00.000Z')
    expect(await dayAfter(3, 4)).toBe('2023-03-04T21:00:00.000Z')
    await put(5, { title: 'عنوان آخر' })
    expect(await dayAfter(1, 6)).toBe('2023-03-04T21:00:00.000Z')
  })

  it.each(['أمس', '2021-02-30', '1990-01-01', '2999-01-01'])('refuses %s as a day', async createdAt => {
    const response = await staff.send('POST', '/api/news', { ...newsInput(), createdAt })
    expect(response.statusCode).toBe(422)
    expect(response.body).toContain('تاريخ النشر')
  })

  async function create(change: Record<string, unknown>): Promise<string> {
    const response = await staff.send('POST', '/api/news', { ...newsInput(), ...change })
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data.id
  }

  async function idsOf(url: string): Promise<string[]> {
    const response = await site.app.inject({ method: 'GET', url })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data.news.map((item: { id: string }) => item.id)
  }

  it('turns Windows line ends into plain ones', async () => {
    const id = await create({ content: 'سطر\r\nسطر\rسطر' })
    expect((await site.services.news.get(id)).content).toBe('سطر\nسطر\nسطر')
  })

  const doc = (...content: object[]) => ({ type: 'doc', content })
  const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) })
  const line = (...content: object[]) => ({ type: 'paragraph', content })
  const item = (text: string) => ({ type: 'list_item', content: [line(words(text))] })

  it('keeps headings, lists, links and pictures as they are, and finds the item by their words', async () => {
    const picture = await site.services.files.store(streamOf(await makeImage('png', 40, 30)), {
      name: 'جدول.png',
      kind: 'image',
    })
    const content = doc(
      { type: 'heading', attrs: { level: 2 }, content: [words('ما يلزم الطالب')] },
      line(
        words('انظر '),
        words('الموقع', { type: 'link', attrs: { href: 'https://moedu.gov.iq/' } }),
        { type: 'hard_break' },
        words('اليوم', { type: 'strong' }),
      ),
      { type: 'ordered_list', content: [item('البطاقة <b>'), item('قلم زرقاوي')] },
      {
        type: 'picture',
        attrs: { src: picture.url, alt: 'جدول الامتحانات', width: 40, height: 30 },
      },
    )
    const id = await create({ title: 'خبر منسق', content })
    const kept = await site.services.news.get(id)
    expect(kept.formatted).toEqual(content)
    expect(kept.content).toBe('ما يلزم الطالب\nانظر الموقع\nاليوم\nالبطاقة <b>\nقلم زرقاوي\nجدول الامتحانات')
    const found = await site.app.inject({ url: `/api/search?q=${encodeURIComponent('زرقاوي')}` })
    expect(found.json().hits.map((hit: { id: string }) => hit.id)).toEqual([id])
    const { kysely } = site.services.database
    const uses = kysely.selectFrom('fileReferences').selectAll().where('recordId', '=', id)
    expect(await uses.execute()).toHaveLength(1)

    const plain = await staff.send('PUT', `/api/news/${id}`, {
      ...newsInput({ title: 'خبر منسق' }),
      content: doc(line(words('سطر')), { type: 'paragraph' }, line(words('سطر'))),
    })
    expect(plain.json().data).toMatchObject({ content: 'سطر\n\nسطر', formatted: null })
  })

  it.each([
    [
      'a link that runs',
      line(words('اضغط', { type: 'link', attrs: { href: 'javascript:alert(1)' } })),
      'في النص رابط غير صالح',
    ],
    [
      'a picture of another site',
      {
        type: 'picture',
        attrs: { src: 'https://elsewhere.example/1.png', alt: '', width: null, height: null },
      },
      'في النص صورة ليست مرفوعة هنا',
    ],
    [
      'a picture under the address of another site',
      {
        type: 'picture',
        attrs: {
          src: `https://elsewhere.example/files/${'a'.repeat(64)}/1.png`,
          alt: '',
          width: null,
          height: null,
        },
      },
      'في النص صورة ليست مرفوعة هنا',
    ],
    [
      'a link that is too long',
      line(
        words('اضغط', {
          type: 'link',
          attrs: { href: `https://elsewhere.example/${'a'.repeat(limits.maxLinkLength)}` },
        }),
      ),
      'في النص رابط غير صالح',
    ],
    ['what it does not know', { type: 'html', content: '<script>' }, 'تنسيق المحتوى غير مقبول'],
  ])('refuses %s in a text, at its field', async (_, block, sentence) => {
    const content = doc(line(words('نص')), block)
    const refused = await staff.send('POST', '/api/news', { ...newsInput(), content })
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().fields).toEqual({ content: sentence })
  })

  it('refuses a formatted text without words', async () => {
    const refused = await staff.send('POST', '/api/news', {
      ...newsInput(),
      content: doc({ type: 'heading', attrs: { level: 2 } }),
    })
    expect(refused.json().fields).toEqual({ content: 'المحتوى مطلوب' })
  })

  it('drops pieces of a text that only turn a direction', async () => {
    const name = words('\u2068أحمد', { type: 'strong' })
    const id = await create({ content: doc(line(words('زار '), name, words('\u2069'))) })
    expect((await site.services.news.get(id)).formatted).toEqual(
      doc(line(words('زار '), words('أحمد', { type: 'strong' }))),
    )
  })

  it('answers with a text that another release has written', async () => {
    const id = await create({ title: 'خبر من إصدار آخر', type: 'E_LEARNING' })
    const cell = { type: 'cell', content: [line(words('من جدول'), { type: 'emoji', text: 'هلال' })] }
    const far = words('بعيد', { type: 'link', attrs: { href: 'gemini://elsewhere.example' } })
    const formatted = JSON.stringify(doc(line(far), { type: 'table', content: [cell] }, { type: 'line' }))
    const { kysely } = site.services.database
    await kysely.updateTable('news').set({ formatted }).where('id', '=', id).execute()
    expect(await idsOf('/api/news?type=E_LEARNING')).toContain(id)
    const one = await site.app.inject({ url: `/api/news/${id}` })
    expect(one.json().data.formatted).toEqual(JSON.parse(formatted))
    await staff.send('DELETE', `/api/news/${id}`)
  })

  it('lists by type through both addresses, and in both directions', async () => {
    const older = await create({ type: 'E_LEARNING' })
    const newer = await create({ type: 'E_LEARNING' })
    expect(await idsOf('/api/news?type=E_LEARNING')).toEqual([newer, older])
    expect(await idsOf('/api/news/type/E_LEARNING')).toEqual([newer, older])
    expect(await idsOf('/api/news?type=E_LEARNING&sortBy=asc')).toEqual([older, newer])
    const unknown = await site.app.inject({ method: 'GET', url: '/api/news/type/RUMOUR' })
    expect(unknown.statusCode).toBe(422)
  })

  it('offers the three latest other items to read also', async () => {
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) ids.unshift(await create({ title: `الخبر ${count}` }))
    const [newest = '', ...others] = ids
    expect((await site.services.news.readAlso(newest)).map(item => item.id)).toEqual(others)
  })
})
