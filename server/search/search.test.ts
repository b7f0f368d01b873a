import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, describe } from 'vitest'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { SearchDocument } from './search-document.ts'
import { highlight } from './highlight.ts'
import { Lexicon } from './language/lexicon.ts'
import { understand } from './language/understand.ts'
import { indexDocuments, removeDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const book: SearchDocument = {
  type: 'book',
  id: 'book-1',
  title: 'كتاب الفيزياء للصف السادس العلمي',
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  branch: 'SCIENTIFIC',
  year: 2024,
  keywords: ['كتب مدرسية'],
  body: 'يتناول المتسعات والحث الكهرومغناطيسي',
  image: null,
  createdAt: new Date('2024-09-01T00:00:00Z'),
}
const note: SearchDocument = {
  ...book,
  type: 'malazima',
  id: 'note-1',
  title: 'ملخص الفيزياء السادس العلمي',
  teacher: 'د. سرمد الحيالي',
  year: 2025,
}

const anyQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 })
    .map(units => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(..."أإآءةىابتثحدرسعفقكلمنهويکیەێۆ ًُ٠١٢٣ 6م.'&|!():*<>\\ـ\u0000\ud800-/"),
    maxLength: 120,
  }),
  fc
    .constantFrom('ملزمة', 'كتاب فيزياء', 'سرمد')
    .chain(start => fc.string({ unit: 'grapheme', maxLength: 30 }).map(end => start + end)),
)

describeEachEngine('search', open => {
  let database: TestDatabase
  let search: SearchService

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.cleanup())
  beforeEach(() => {
    search = createSearchService(database)
  })
  afterEach(async () => {
    await search.close()
    await database.kysely.transaction().execute(async transaction => {
      await removeDocuments(transaction, [{ type: 'book', id: book.id }])
      await removeDocuments(transaction, [{ type: 'malazima', id: note.id }])
    })
  })

  const put = (document: SearchDocument) =>
    database.kysely.transaction().execute(transaction => indexDocuments(transaction, [document]))
  const ids = async (query: string, service = search) =>
    (await service.search({ query, limit: 10, offset: 0 })).hits.map(({ id }) => id)

  it('finds a record as soon as it is saved, and no longer once it is removed', async () => {
    expect(await ids('فيزياء سادس')).toEqual([])
    await put(book)
    expect(await ids('فيزياء سادس')).toEqual(['book-1'])
    await database.kysely
      .transaction()
      .execute(transaction => removeDocuments(transaction, [{ type: 'book', id: 'book-1' }]))
    expect(await ids('فيزياء سادس')).toEqual([])
  })

  it('finds a record by what it says now, not by what it said', async () => {
    await put(note)
    expect(await ids('سرمد الحيالي')).toEqual(['note-1'])
    await put({ ...note, teacher: 'هيثم الدراجي' })
    expect(await ids('سرمد الحيالي')).toEqual([])
    expect(await ids('هيثم الدراجى')).toEqual(['note-1'])
  })

  it('does not find what was rolled back', async () => {
    const attempt = database.kysely.transaction().execute(async transaction => {
      await indexDocuments(transaction, [book])
      throw new Error('undone')
    })
    await expect(attempt).rejects.toThrow('undone')
    expect(await ids('فيزياء سادس')).toEqual([])
  })

  it('repairs slips in words that only the records hold, from the moment they are saved', async () => {
    await put(note)
    expect(await ids('سرمد الحياالي')).toEqual(['note-1'])
  })

  it('knows what another process has saved', async () => {
    await search.search({ query: 'فيزياء', limit: 10, offset: 0 })
    const other = database.engine === 'postgres' ? await openDatabase(database.options) : database
    const otherSearch = createSearchService(other)
    await other.kysely.transaction().execute(transaction => indexDocuments(transaction, [note]))
    expect(await ids('سرمد')).toEqual(['note-1'])
    expect(await ids('سرمد', otherSearch)).toEqual(['note-1'])
    await otherSearch.close()
    if (other !== database) await other.close()
  })

  it('counts all that it found, by type, and names what it understood', async () => {
    await put(book)
    await put(note)
    const answer = await search.search({ query: 'فيزياء سادس علمي', limit: 1, offset: 0 })
    expect(answer).toMatchObject({
      total: 2,
      groups: { book: 1, malazima: 1, 'ministerial-exam': 0, news: 0 },
    })
    expect(answer.hits).toHaveLength(1)
    expect(answer.recognised.map(({ kind, label, text }) => [kind, label, text])).toEqual([
      ['subject', 'الفيزياء', 'فيزياء'],
      ['grade', 'السادس الإعدادي', 'سادس'],
      ['branch', 'علمي', 'علمي'],
    ])
    const { recognised } = await search.search({ query: 'فيزياء 2024', limit: 1, offset: 0 })
    expect(recognised.map(({ label }) => label)).toContain('٢٠٢٤')
    const rest = await search.search({ query: 'فيزياء سادس علمي', limit: 10, offset: 1 })
    expect(rest.total).toBe(2)
    expect([...answer.hits, ...rest.hits].map(({ id }) => id).sort()).toEqual(['book-1', 'note-1'])
  })

  it('filters by field and value', async () => {
    await put(book)
    await put(note)
    const only = async (filters: Parameters<SearchService['search']>[0]['filters']) =>
      (await search.search({ query: 'فيزياء', limit: 10, offset: 0, filters })).hits.map(({ id }) => id)
    expect(await only({ type: ['malazima'] })).toEqual(['note-1'])
    expect(await only({ year: ['2024'] })).toEqual(['book-1'])
    expect(await only({ stage: ['PREPARATORY'], subject: ['MATH', 'PHYSICS'] })).toHaveLength(2)
    expect(await only({ stage: ['PRIMARY'] })).toEqual([])
  })

  it('marks in the title what answers the query', async () => {
    await put(book)
    const { hits } = await search.search({ query: 'فيزيا', limit: 10, offset: 0 })
    const marked = hits[0]?.highlights.map(([from, to]) => hits[0]?.title.slice(from, to))
    expect(marked).toEqual(['الفيزياء'])
  })

  it("marks in the teacher's name what answers the query", async () => {
    await put(note)
    const { hits } = await search.search({ query: 'سرمد', limit: 10, offset: 0 })
    const marked = hits[0]?.teacherHighlights.map(([from, to]) => hits[0]?.teacher?.slice(from, to))
    expect(marked).toEqual(['سرمد'])
  })

  it('says nothing yet to an article alone, and does not count it as not found', async () => {
    await put(book)
    expect(await ids('ال')).toEqual([])
    expect((await search.listMisses(10)).map(({ query }) => query)).not.toContain('ال')
  })

  it('counts what it did not find as text alone', async () => {
    await ids('ظظظظظ')
    await ids('ظظظظظ')
    expect(await search.listMisses(10)).toContainEqual(expect.objectContaining({ query: 'ظظظظظ', count: 2 }))
  })

  it('answers any text, however odd or long', async () => {
    await put(book)
    await put(note)
    await fc.assert(
      fc.asyncProperty(anyQuery, async query => {
        const { hits, total } = await search.search({ query, limit: 10, offset: 0 })
        expect(total).toBeGreaterThanOrEqual(hits.length)
        for (const { title, highlights } of hits) {
          let end = 0
          for (const [from, to] of highlights) {
            expect(from).toBeGreaterThanOrEqual(end)
            expect(to).toBeGreaterThan(from)
            expect(to).toBeLessThanOrEqual(title.length)
            end = to
          }
        }
      }),
      { numRuns: 80 },
    )
    const long = 'فيزياء سادس ملزمة '.repeat(6000)
    expect((await search.search({ query: long, limit: 10, offset: 0 })).query.length).toBeLessThanOrEqual(200)
  }, 60_000)

  it('indexes any text that a record may hold', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, anyQuery, async (title, body) => {
        await put({ ...book, title, body, keywords: [title], teacher: body })
      }),
      { numRuns: 30 },
    )
  }, 60_000)
})

describe('understanding a query', () => {
  const lexicon = new Lexicon()
  for (const word of ['سرمد', 'حيالي', 'عماد', 'خطيب']) lexicon.set(word, 3)
  const read = (query: string) =>
    understand(query, lexicon)
      .recognised.map(({ kind, code }) => `${kind}:${code}`)
      .sort()

  it.each([
    [
      'وزاري رياضيات ثالث متوسط 2019',
      ['grade:THIRD_INTERMEDIATE', 'subject:MATH', 'type:ministerial-exam', 'year:2019'],
    ],
    [
      '2019 متوسط ثالث رياضيات وزاري',
      ['grade:THIRD_INTERMEDIATE', 'subject:MATH', 'type:ministerial-exam', 'year:2019'],
    ],
    [
      'ملزمة فيزياء سادس علمي',
      ['branch:SCIENTIFIC', 'grade:SIXTH_PREPARATORY', 'subject:PHYSICS', 'type:malazima'],
    ],
    ['انكليزي دور ثاني', ['round:2', 'subject:ENGLISH']],
    ['كتب 2024-2025', ['type:book', 'year:2024-2025']],
    ['٣ م علوم', ['grade:THIRD_INTERMEDIATE', 'subject:SCIENCE']],
    ['ةشفا', ['subject:MATH']],
    ['td.dhx sh]s ugld', ['branch:SCIENTIFIC', 'grade:SIXTH_PREPARATORY', 'subject:PHYSICS']],
    ['الفصل الثاني كيمياء', ['subject:CHEMISTRY']],
    ['قواعد انكليزي', ['subject:ENGLISH']],
    ['عماد الدين الخطيب', []],
    ['شلون احل فيزياء', ['subject:PHYSICS']],
    ['شلون أحل مسائل الفيزياء', ['subject:PHYSICS', 'topic:solutions']],
    ['نحل تمارين كتاب الفيزياء', ['subject:PHYSICS', 'topic:solutions']],
    ['شلون احل اسئلة وزارية', ['topic:pastPapers']],
    ['اراجع فيزياء', ['subject:PHYSICS', 'topic:review']],
    ['شلون احاول بالكيمياء', ['subject:CHEMISTRY']],
    ['كيف اتابع الاحياء', ['subject:BIOLOGY']],
    ['شلون اكتب انشاء', ['subject:ARABIC']],
    ['اريد اقرا احياء', ['subject:BIOLOGY']],
    ['احسب سرعة', []],
    ['شلون ابدي بالفيزياء', ['subject:PHYSICS']],
    ['شلون أحل المعادلات', ['topic:definitions']],
  ])('reads %s', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it('never fails, and gives ranges inside the text', () => {
    fc.assert(
      fc.property(anyQuery, query => {
        const understanding = understand(query, lexicon)
        for (const { spans } of understanding.recognised) {
          for (const [from, to] of spans) expect(from >= 0 && from < to && to <= query.length).toBe(true)
        }
        highlight(query, understanding)
      }),
      { numRuns: 300 },
    )
  })

  it('reads the longest query within a few milliseconds', () => {
    const query = 'رياضياتسادس كيامء فبزياء ملزة عبدالحسينالغراوي '.repeat(10).slice(0, 200)
    understand(query, lexicon)
    const begin = process.cpuUsage()
    for (let i = 0; i < 5; i += 1) understand(query, lexicon)
    const { user, system } = process.cpuUsage(begin)
    expect((user + system) / 1000 / 5).toBeLessThan(100)
  })
})
