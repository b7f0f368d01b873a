import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InsideRequest } from './inside.service.ts'
import { createSearchService } from '#server/search/search.service.ts'
import type { SearchService } from '#server/search/search.service.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { indexDocuments, removeDocuments } from '#server/search/search-index.ts'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { tokenise } from '#server/search/language/tokens.ts'
import { indexFile } from './index-pages.job.ts'
import { createInsideService } from './inside.service.ts'
import { keysOfPage } from './page-keys.ts'

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')

function record(id: string, change: Partial<SearchDocument> = {}): SearchDocument {
  return {
    type: 'book',
    id,
    title: `كتاب ${id}`,
    subject: 'CHEMISTRY',
    stage: 'SIXTH_PREPARATORY',
    keywords: [],
    body: '',
    files: [hashOf(id)],
    createdAt: new Date('2025-01-01T00:00:00Z'),
    ...change,
  }
}

const chemistry = [
  'الفصل الثاني\nالاتزان الكيميائي\nتصل التفاعلات الانعكاسية في نظام مغلق إلى حالة الاتزان عندما تتساوى سرعة التفاعل الأمامي مع سرعة التفاعل الخلفي',
  'ثابت الاتزان : حاصل ضرب تراكيز النواتج مقسوماً على حاصل ضرب تراكيز المتفاعلات',
  'الحوامض والقواعد\nتعريف أرينيوس للحامض والمحلول المائي وأملاح الصوديوم',
]
/** As many as a pool has. */
const mostLines = 10

const history = ['معركة القادسية في العراق\nوقعت المعركة سنة ٦٣٦ م', 'الدولة العباسية وبناء بغداد سنة ٧٦٢ م']

describeEachEngine('search inside pages', open => {
  let database: TestDatabase
  let titles: SearchService

  const write = <Result>(act: Parameters<typeof run<Result>>[0]) => run(act)
  function run<Result>(act: (transaction: Parameters<typeof removeDocuments>[0]) => Promise<Result>) {
    return database.kysely.transaction().execute(act)
  }
  async function put(name: string, pages: readonly string[], quality = 0.95): Promise<void> {
    const id = hashOf(name)
    await sql`insert into files (id, object_key, size, type, name, extension)
      values (${id}, ${`objects/${id}`}, 1, 'application/pdf', ${`${name}.pdf`}, 'pdf') on conflict do nothing`.execute(
      database.kysely,
    )
    await sql`insert into page_text_files (file_hash, page_count, is_ended, reader_version)
      values (${id}, ${pages.length}, true, 1) on conflict do nothing`.execute(database.kysely)
    for (const [index, text] of pages.entries())
      await sql`insert into page_texts (file_hash, page, source, quality, text, boxes, reader_version)
        values (${id}, ${index + 1}, 'layer', ${quality}, ${text}, '', 1)
        on conflict (file_hash, page) do update set text = excluded.text, quality = excluded.quality`.execute(
        database.kysely,
      )
    await indexFile(database, write, id)
  }
  const find = (query: string, more: Partial<InsideRequest> = {}) =>
    createInsideService(database, titles, { isDrawn: async () => false }).search({
      query,
      limit: 10,
      offset: 0,
      ...more,
    })
  const pagesOf = async (query: string, more: Partial<InsideRequest> = {}) =>
    (await find(query, more)).hits.map(({ id, page }) => `${id} ${page}`)

  beforeAll(async () => {
    database = await open()
    titles = createSearchService(database)
    await put('كيمياء', chemistry)
    await put('تاريخ', history)
    await put('مسودة', ['الاتزان في مسودة لا يراها أحد'])
    await put('رديء', ['الاتزان في صفحة لم تقرأ جيدا'], 0.3)
    await put('ورقة1', ['السؤال الأول: احسب ثابت الاتزان للتفاعل'])
    await put('ورقة2', ['السؤال الثاني: عرف الحامض حسب نظرية أرينيوس'])
    await write(transaction =>
      indexDocuments(transaction, [
        record('كيمياء'),
        record('تاريخ', { subject: 'HISTORY' }),
        record('رديء'),
        record('وزاري', { type: 'ministerial-exam', files: [hashOf('ورقة1'), hashOf('ورقة2')] }),
      ]),
    )
  })
  afterAll(async () => {
    await titles.close()
    await database.cleanup()
  })

  it('finds the page, marks the words and leads to it', async () => {
    const { hits, total } = await find('ثابت الإتزان')
    expect(total).toBe(hits.length)
    expect(hits[0]).toMatchObject({ type: 'book', id: 'كيمياء', page: 2, subject: 'CHEMISTRY' })
    expect(hits[0]?.url).toContain('/read?page=2&find=')
    const marked = hits[0]?.highlights.map(([from, to]) => hits[0]?.snippet.slice(from, to))
    expect(marked).toEqual(['ثابت الاتزان'])
  })

  it('compares each page once where too many have the words, those that are about them first', async () => {
    const plain = 'قد يمر شعاع بين مرآة وأخرى قبل أن نراه بعيدا عنها في تجربة سابقة يعكس فيها ضوء على جدار'
    const pages = Array.from({ length: 120 }, () => plain)
    await put('بصريات1', pages)
    await put('بصريات2', pages.with(109, `انعكاس\n${plain} ${'شعاع على مرآة ثم ضوء آخر '.repeat(2)}`))
    const optics = { subject: 'PHYSICS' } as const
    await write(transaction =>
      indexDocuments(transaction, [record('بصريات1', optics), record('بصريات2', optics)]),
    )
    const { hits, total } = await find('شعاع ضوء', { limit: 300 })
    expect(hits[0]).toMatchObject({ id: 'بصريات2', page: 110 })
    expect(total).toBe(200)
    expect(new Set(hits.map(({ id, page }) => `${id} ${page}`)).size).toBe(200)
  })

  it('finds who says the words one after the other, where too many have them and are about them, and nobody who shares the keys of the pairs alone', async () => {
    const plain = 'موج عند شاطئ رملي ثم بحر بعد ساعات طويلة صفاء هادئ حتى مساء'
    const pages = Array.from({ length: 120 }, () => plain)
    await put('أمواج1', pages)
    await put('أمواج2', pages.with(109, `${'كلام آخر عن سواحل بعيدة '.repeat(20)} كل بحر موج هادئ فيه`))
    await put('غريب', ['صفحة عن حديقة فيها ورد'])
    const { pairs } = keysOfPage('بحر موج هادئ', 0)
    await sql`update page_words w set pairs = ${`{${pairs.join(',')}}`}::smallint[]
      from page_word_files f where f.id = w.file_no and f.file_hash = ${hashOf('غريب')}`.execute(
      database.kysely,
    )
    await write(transaction =>
      indexDocuments(transaction, [record('أمواج1'), record('أمواج2'), record('غريب')]),
    )
    const { hits, total } = await find('بحر موج هادئ', { limit: 300 })
    expect(hits[0]).toMatchObject({ id: 'أمواج2', page: 110 })
    expect(hits.map(({ id }) => id)).not.toContain('غريب')
    expect(total).toBe(200)
  })

  it('has the pages of each query planned for its own words', async () => {
    for (let time = 0; time < 8; time += 1) await find('ثابت الاتزان')
    /* Each line of the pool knows what itself has prepared alone: all are asked at once, so that none is left out. */
    const lines = await Promise.all(
      Array.from({ length: mostLines }, () =>
        sql<{ statement: string }>`
          select statement from pg_prepared_statements where statement like '%page_word%'`.execute(
          database.kysely,
        ),
      ),
    )
    const statements = [...new Set(lines.flatMap(({ rows }) => rows.map(({ statement }) => statement)))]
    expect(statements.filter(each => each.includes('join page_texts')).length).toBe(1)
    expect(statements.filter(each => each.includes('array_send'))).toEqual([])
  })

  it('reads words as all search does: folded, with particles, digits of either kind, slips and the other layout', async () => {
    expect(await pagesOf('القواعد')).toEqual(['كيمياء 3'])
    expect(await pagesOf('وَأَمْلَاح')).toEqual(['كيمياء 3'])
    expect(await pagesOf('بناء بغداد 762')).toEqual(['تاريخ 2'])
    expect(await pagesOf('القادصية')).toEqual(['تاريخ 1'])
    expect(await pagesOf('hglu;m')).toEqual(['تاريخ 1'])
    expect(await pagesOf('العباس')).toEqual(['تاريخ 2'])
  })

  it('counts the pages of an exam over its files', async () => {
    const { hits } = await find('أرينيوس', { filters: { type: ['ministerial-exam'] } })
    expect(hits).toMatchObject([{ id: 'وزاري', page: 2, url: '/ministerial/preview/وزاري#page-2' }])
  })

  it('takes what the record answers for said, and finds most where no page has all', async () => {
    expect(await pagesOf('القادسية تاريخ')).toEqual(['تاريخ 1'])
    expect(await pagesOf('حاصل ضرب تراكيز النواتج القادسية')).toEqual(['كيمياء 2'])
    expect(await pagesOf('زعفرانية مجهولة')).toEqual([])
  })

  it('shows nothing of pages that were read badly', async () => {
    expect(await pagesOf('جيدا')).toEqual([])
  })

  it('shows nothing of a record before it is public, and nothing once it is taken back', async () => {
    expect(await pagesOf('مسودة')).toEqual([])
    await write(transaction => indexDocuments(transaction, [record('مسودة')]))
    expect(await pagesOf('مسودة')).toEqual(['مسودة 1'])
    await write(transaction => removeDocuments(transaction, [{ type: 'book', id: 'مسودة' }]))
    expect(await pagesOf('مسودة')).toEqual([])
    expect((await find('مسودة', { record: { type: 'book', id: 'مسودة' } })).state).toBe('none')
  })

  it('shows nothing of a file that a record has changed for another', async () => {
    await write(transaction => indexDocuments(transaction, [record('تاريخ', { files: [hashOf('جديد')] })]))
    expect(await pagesOf('القادسية')).toEqual([])
    expect((await find('القادسية', { record: { type: 'book', id: 'تاريخ' } })).state).toBe('reading')
    await write(transaction => indexDocuments(transaction, [record('تاريخ', { subject: 'HISTORY' })]))
    expect(await pagesOf('القادسية')).toEqual(['تاريخ 1'])
  })

  it('finds in one record in the order of its pages, and says how far it is read', async () => {
    const { hits, state } = await find('الاتزان', { record: { type: 'book', id: 'كيمياء' } })
    expect(hits.map(({ page }) => page)).toEqual([1, 2])
    expect(state).toBe('ready')
    const ofPages = (...pages: number[]) => find('الاتزان', { record: { type: 'book', id: 'كيمياء' }, pages })
    expect(await ofPages(2)).toEqual({ hits: hits.slice(1), total: 2, state })
    expect(await ofPages(1, 2)).toEqual({ hits, total: 2, state })
    expect(await ofPages(3)).toEqual({ hits: [], total: 2, state })
    expect(await find('الاتزان', { record: { type: 'book', id: 'رديء' } })).toEqual({
      hits: [],
      total: 0,
      state: 'none',
    })
  })

  it('knows a word for as long as a page has it, and counts each page once', async () => {
    const countOf = async (text: string) => {
      const [token] = tokenise(text)
      const { rows } = await sql<{ pages: number }>`
        select pages from page_vocabulary where word = ${token?.word}`.execute(database.kysely)
      return rows[0]?.pages ?? 0
    }
    const counts = () => Promise.all(['الفيروزج', 'السندباد'].map(countOf))
    await put('معدود', ['الفيروزج الثمين السندباذ'])
    await write(transaction => indexDocuments(transaction, [record('معدود')]))
    expect(await counts()).toEqual([1, 0])
    await put('معدود', ['الفيروزج الثمين هنا السندباد'])
    expect(await counts()).toEqual([1, 1])
    expect(await pagesOf('السندباذ'), 'of a word that is gone another is thought').toEqual(['معدود 1'])
    await sql`insert into page_vocabulary (word, pages) values ('الزمهريز', 0)`.execute(database.kysely)
    await put('معدود', ['الزمهرير القارس'])
    expect(await pagesOf('الزمهريز')).toEqual(['معدود 1'])
    await write(transaction => removeDocuments(transaction, [{ type: 'book', id: 'معدود' }]))
  })

  it('says of a record that its pages are read as long as what was read is not in the index', async () => {
    const stateOf = async () => (await find('الاتزان', { record: { type: 'book', id: 'تاريخ' } })).state
    expect(await stateOf()).toBe('ready')
    await sql`update page_texts set text = text || ' ثم' where file_hash = ${hashOf('تاريخ')} and page = 2`.execute(
      database.kysely,
    )
    expect(await stateOf()).toBe('reading')
    await indexFile(database, write, hashOf('تاريخ'))
    expect(await stateOf()).toBe('ready')
  })

  it('is ready on pages that were written again as they were, as a restore does', async () => {
    await sql`update page_texts set quality = quality`.execute(database.kysely)
    expect((await find('بغداد', { record: { type: 'book', id: 'تاريخ' } })).state).toBe('ready')
  })

  it('follows the text of a page, and goes with the file', async () => {
    await put('متغير', ['كلمة الزمردة القديمة'])
    await write(transaction => indexDocuments(transaction, [record('متغير')]))
    expect(await pagesOf('الزمردة')).toEqual(['متغير 1'])
    /* As long as before. */
    await put('متغير', ['كلمة القلادة القديمة'])
    expect(await pagesOf('القلادة')).toEqual(['متغير 1'])
    await put('متغير', ['كلمة الياقوتة الجديدة هنا'])
    expect(await pagesOf('الزمردة')).toEqual([])
    expect(await pagesOf('الياقوتة')).toEqual(['متغير 1'])
    await put('متغير', ['كلمة الياقوتة الجديدة هنا'], 0.2)
    expect(await pagesOf('الياقوتة')).toEqual([])
    await put('متغير', ['كلمة الياقوتة الجديدة هنا'])
    await sql`delete from files where id = ${hashOf('متغير')}`.execute(database.kysely)
    expect(await pagesOf('الياقوتة')).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from page_word_files where file_hash = ${hashOf('متغير')}`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})
