import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { Lexicon } from './language/lexicon.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

type Given = Partial<SearchDocument> & Pick<SearchDocument, 'id' | 'type' | 'title'>

const blank = { keywords: [], body: '', image: null, createdAt: new Date('2024-09-01T00:00:00Z') }
const physics = { subject: 'PHYSICS', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC' } as const
const results = { type: 'news', newsType: 'EXAM_RESULTS' } as const

/** Each form that a word is compared in counts: with and without what may be an article or a particle. */
const mostComparedLetters = 800

const records: Given[] = [
  {
    id: 'mp3',
    type: 'malazima',
    title: 'تسجيل MP3 للمحاضرات',
    subject: 'ENGLISH',
    stage: 'FIFTH_PREPARATORY',
  },
  { id: 'b2', type: 'malazima', title: 'انكليزي B2 محادثة', subject: 'ENGLISH', stage: 'FOURTH_PREPARATORY' },
  {
    id: 'volume',
    type: 'book',
    title: 'كتاب الجغرافية مج2',
    subject: 'GEOGRAPHY',
    stage: 'FIFTH_PREPARATORY',
  },
  {
    id: 'exam-1',
    type: 'ministerial-exam',
    title: 'وزاري فيزياء السادس العلمي 2019 د1',
    ...physics,
    round: 1,
    year: 2019,
  },
  {
    id: 'exam-2',
    type: 'ministerial-exam',
    title: 'وزاري فيزياء السادس العلمي 2023 د2',
    ...physics,
    round: 2,
    year: 2023,
  },
  {
    id: 'physics-book',
    type: 'book',
    title: 'كتاب الفيزياء السادس العلمي',
    ...physics,
    year: 2024,
    body: 'الحث الكهرومغناطيسي',
  },
  {
    id: 'induction',
    type: 'malazima',
    title: 'موضوع الحث الكهرومغناطيسي السادس العلمي',
    ...physics,
    teacher: 'ظافر القيسي',
  },
  {
    id: 'physics-full',
    type: 'malazima',
    title: 'شرح الفيزياء كاملة السادس العلمي',
    ...physics,
    teacher: 'ضافر القيسي',
  },
  {
    id: 'grammar',
    type: 'malazima',
    title: 'دفتر القواعد - الثاني المتوسط',
    subject: 'ARABIC',
    stage: 'SECOND_INTERMEDIATE',
    teacher: 'أ. بدر الدين الحسني',
  },
  {
    id: 'arabic-first',
    type: 'book',
    title: 'كتاب اللغة العربية الاول المتوسط',
    subject: 'ARABIC',
    stage: 'FIRST_INTERMEDIATE',
  },
  {
    id: 'arabic-book',
    type: 'book',
    title: 'كتاب اللغة العربية الثاني المتوسط',
    subject: 'ARABIC',
    stage: 'SECOND_INTERMEDIATE',
  },
  {
    id: 'literature',
    type: 'malazima',
    title: 'الأدب والنصوص الثاني المتوسط',
    subject: 'ARABIC',
    stage: 'SECOND_INTERMEDIATE',
    teacher: 'شوكت العاني',
  },
  {
    id: 'islamic',
    type: 'book',
    title: 'كتاب التربية الإسلامية الرابع',
    subject: 'ISLAMIC',
    stage: 'FOURTH_PREPARATORY',
  },
  {
    id: 'economy',
    type: 'malazima',
    title: 'موضوع الاقتصاد الإسلامي الخامس الأدبي',
    subject: 'ECONOMICS',
    stage: 'FIFTH_PREPARATORY',
    branch: 'LITERARY',
  },
  {
    id: 'state',
    type: 'malazima',
    title: 'موضوع الدولة الإسلامية الرابع الأدبي',
    subject: 'HISTORY',
    stage: 'FOURTH_PREPARATORY',
    branch: 'LITERARY',
  },
  {
    id: 'results-third',
    ...results,
    title: 'نتائج الثالث المتوسط الدور الأول 2023',
    createdAt: new Date('2023-07-01T00:00:00Z'),
  },
  {
    id: 'results-place',
    ...results,
    title: 'نتائج السادس الابتدائي في محافظة بابل 2023',
    createdAt: new Date('2023-07-02T00:00:00Z'),
  },
  {
    id: 'results-karkh',
    ...results,
    title: 'إعلان أسماء الناجحين في بغداد',
    createdAt: new Date('2021-07-02T00:00:00Z'),
  },
  {
    id: 'guide',
    type: 'book',
    title: 'دليل المعلم علوم الخامس الابتدائي',
    subject: 'SCIENCE',
    stage: 'FIFTH_PRIMARY',
  },
  {
    id: 'science-book',
    type: 'book',
    title: 'كتاب العلوم الخامس الابتدائي',
    subject: 'SCIENCE',
    stage: 'FIFTH_PRIMARY',
    createdAt: new Date('2025-09-01T00:00:00Z'),
  },
  { id: 'grant', type: 'news', newsType: 'GENERAL_NEWS', title: 'صرف منحة الطلبة في واسط' },
  {
    id: 'a-literary',
    type: 'malazima',
    title: 'محادثة انكليزي الرابع الادبي',
    subject: 'ENGLISH',
    stage: 'FOURTH_PREPARATORY',
    branch: 'LITERARY',
  },
  {
    id: 'slip',
    type: 'malazima',
    title: 'المرجاعة النهائية أحياء',
    subject: 'BIOLOGY',
    stage: 'THIRD_INTERMEDIATE',
  },
]

describe('search answers families of queries', () => {
  let database: TestDatabase
  let search: SearchService

  beforeAll(async () => {
    database = await openTestDatabase()
    const documents = records.map(record => ({ ...blank, ...record }))
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))
    search = createSearchService(database)
  })
  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  const ids = async (query: string) =>
    (await search.search({ query, limit: 20, offset: 0 })).hits.map(({ id }) => id)

  it.each([
    ['a word of letters and digits', 'mp3', 'mp3'],
    ['a word of letters and digits', 'B2', 'b2'],
    ['a word of letters and digits', 'مج2', 'volume'],
    ['a round in its short form', 'فيزياء سادس د2', 'exam-2'],
    ['a round in its short form', 'وزاري فيزياء دور١', 'exam-1'],
    ['a round in its short form', 'فيزياء سادس علمي د1', 'exam-1'],
    ['a question of the dialect', 'شوكت النتائج', 'results-third'],
    ['a question of the dialect', 'اكو منحة بواسط', 'grant'],
    [
      'a sentence around few facts',
      'السلام عليكم اريد كتاب الفيزياء سادس علمي رحم الله والديكم',
      'physics-book',
    ],
    ['a word that nobody knows', 'كتاب الفيزياء سادس علمي زقزوق', 'physics-book'],
    ['a part of Arabic', 'قواعد ثاني متوسط', 'grammar'],
    ['a part of Arabic', 'ادب ثاني متوسط', 'literature'],
    ['an adjective that names no subject', 'الدولة الاسلامية', 'state'],
    ['one word too many', 'كتب فيزياء سادس علمي كاملة', 'physics-book'],
    ['another spelling of a name', 'ضافر القيسي', 'physics-full'],
    ['a name in one piece', 'بدرالدين الحسني', 'grammar'],
    ['a half-typed name', 'بدر الدين الح', 'grammar'],
    ['a half-typed word with a slip', 'الحث الكهرم', 'induction'],
    ['a slip in the title', 'المراجعة النهائية احياء', 'slip'],
    ['Arabic in Latin letters', 'fizya sades 3elmi kitab', 'physics-book'],
    ['English words', 'islamic education 4th preparatory book', 'islamic'],
    ['a town for its governorate', 'نتائج الحلة', 'results-place'],
    ['a school year', 'فيزياء سادس 2022-2023', 'exam-2'],
    ['words that nobody knows beside a subject', 'زقزوق بلبول طرطور شمبوخ احياء', 'slip'],
    ['a word of another world beside a subject', 'غير مستعمل احياء', 'slip'],
    ['a slip that is another word', 'كتب المعلم علوم', 'guide'],
    ['a short word with a letter missing', 'قواعد ثاي متوسط', 'grammar'],
    ['two words in one, with a slip', 'فيزياءسادش علمي د2', 'exam-2'],
    ['a word in one piece with a half-typed one', 'الكهرومغناطيسيكام', 'induction'],
    ['a word with a space in it', 'كهرومغن اطيسي', 'induction'],
    ['an article that stands alone', 'ال مراجعه النهائية', 'slip'],
    ['a Latin word with an Arabic letter in it', 'fizya khamظis kitطab sades', 'physics-book'],
    ['a Latin word with two letters changed about', 'fizya sades kitba', 'physics-book'],
    ['two Latin words in one', 'fizyakitab sades', 'physics-book'],
    ['a Latin word with a space in it', 'fiz ya sades kitab', 'physics-book'],
    ['a part of Baghdad', 'نتائج الكرخ الثانية', 'results-karkh'],
    ['several slips in the only word', 'الجغفرية', 'volume'],
    ['a slip in both halves of a name', 'شوكط العاءي', 'literature'],
    ['a grade with a slip before its stage', 'كتاب عربي الو متوسط', 'arabic-first'],
    ['talk that is a grade with a letter missing', 'انكليزي امس اعدادي', 'mp3'],
    ['a grade that has no such subject', 'جغرافية سادس ابتدائي', 'volume'],
    ['talk that is a branch with a letter missing', 'رابع ابي', 'a-literary'],
    ['a name with a slip in each word', 'شكت العي', 'literature'],
    ['a short word with a letter missing before one being typed', 'الح الكهر', 'induction'],
    ['an Arabic letter in a Latin word', 'خizya kitab', 'physics-book'],
    ['a particle before a slip', 'محتاج بدلي المعلم', 'guide'],
    ['three letters of a subject, one wrong', 'كتاب الجغز', 'volume'],
    ['a short school year', 'وزاري فيزياء 18/19', 'exam-1'],
  ])('puts the right record first: %s, «%s»', async (_family, query, expected) => {
    expect((await ids(query))[0]).toBe(expected)
  })

  it('does not let one spelling of a name hide the other', async () => {
    const found = await ids('ظافر القيسي')
    expect(found.slice(0, 2).sort()).toEqual(['induction', 'physics-full'])
  })

  it('fills a short list with what is nearest', async () => {
    expect(await ids('الحث الكهرومغناطيسي')).toEqual(
      expect.arrayContaining(['induction', 'physics-book', 'physics-full']),
    )
  })

  it('fills a short list with what is nearest when its words were repaired', async () => {
    expect(await ids('دفثر القواغد')).toEqual(expect.arrayContaining(['grammar', 'arabic-book']))
  })

  it('reads a round whose space was typed a letter too late', async () => {
    expect((await ids('وزاريد 2')).slice(0, 2)).toEqual(['exam-2', 'exam-1'])
  })

  it.each([
    ['a slip in both halves of a name', 'شوكط العاءي'],
    ['an adjective after a subject', 'الاقتصاد الاسلامي'],
  ])('reads a query the same way for each page of its answer: %s, «%s»', async (_family, query) => {
    const { hits, ...whole } = await search.search({ query, limit: 20, offset: 0 })
    for (const offset of [1, 2, 20]) {
      const { hits: rest, ...page } = await search.search({ query, limit: 20, offset })
      expect(page).toEqual(whole)
      expect(rest).toEqual(hits.slice(offset))
    }
  })

  it.each([
    ['the other keyboard with a slip beside a sure word', 'kjhz[ hsh]s', 'SIXTH_PREPARATORY'],
    ['a town and a topic with a slip in each', 'نتاجئ النصارية', 'DHIQAR'],
    ['a subject far from what was typed beside a sure grade', 'الجغرنبة خامس اعدادي', 'GEOGRAPHY'],
    ['a subject with a slip that may be a branch, where no grade is named', 'مرشحات العلمو', 'SCIENCE'],
  ])('understands %s, «%s»', async (_family, query, code) => {
    const { recognised } = await search.search({ query, limit: 20, offset: 0 })
    expect(recognised.flatMap(each => each.code.split(','))).toContain(code)
  })

  it('takes a half-typed word after an ordinal for a stage, a slip forgiven', async () => {
    const { recognised } = await search.search({ query: 'رابع اتدا', limit: 20, offset: 0 })
    expect(recognised.map(({ code }) => code)).toEqual(['FOURTH_PRIMARY'])
  })

  it('guesses at no more than a sentence of words that nobody knows, and answers what it knows of the text', async () => {
    const near = vi.spyOn(Lexicon.prototype, 'near')
    const words = Array.from(
      { length: 23 },
      (_, at) => 'اويايواويوايياوايوياوايوا'.slice(at) + 'اويي'.repeat(6).slice(0, at),
    )
    const found = await ids(['جغرافية', ...words].join(' '))
    const compared = new Set(near.mock.calls.map(([word]) => word))
    near.mockRestore()
    const letters = [...compared].reduce((sum, { length }) => sum + length, 0)
    expect(letters).toBeLessThan(mostComparedLetters)
    expect(found[0]).toBe('volume')
  })

  it.each([
    '7',
    '٤٤',
    'نتيجة مباراة الزوراء',
    'كتاب طبخ',
    'select 1',
    'قفغفقغ',
    'سعر الدولار اليوم',
    'زززز',
    'حوادث المرور',
  ])('finds nothing for «%s»', async query => {
    expect(await ids(query)).toEqual([])
  })
})
