import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const blank = { keywords: [], body: '', image: null, createdAt: new Date('2024-09-01T00:00:00Z') }
const teachers = [
  'عبد الجبار الوردي',
  'عبد المهيمن الخيون',
  'ذو النون الطيار',
  'صلاح الدين المختار',
  'صلاح المرعبي',
  'أبو تراب العوادي',
  'بدر الدين الآلوسي',
  'حيدر الجصاني',
  'ستار القريطي',
  'وسن القيلاني',
  'وسن الگيلاني',
]
const titles = [
  'أبواب الفيزياء وتراكيبها',
  'تراكم الطلبة في المدارس',
  'منحة الطلبة في صلاح الدين',
  'حملة لقاح في مدارس صلاح الدين',
  'هدايا وحاسبات لأوائل صلاح الدين',
  'منحة الطلبة المتفوقين',
  'صرف المنحة في واسط',
  'موعد المنحة المالية',
  'بدء الدوام في بغداد',
]

describe('the names of teachers', () => {
  let database: TestDatabase
  let search: SearchService

  beforeAll(async () => {
    database = await openTestDatabase()
    const documents: SearchDocument[] = [
      ...teachers.map((teacher, at) => ({
        ...blank,
        id: teacher,
        type: 'malazima' as const,
        title: `شرح الأحياء ${at + 1}`,
        subject: 'BIOLOGY' as const,
        stage: 'SIXTH_PREPARATORY' as const,
        teacher,
      })),
      ...titles.map(title => ({
        ...blank,
        id: title,
        type: 'news' as const,
        title,
        newsType: 'GENERAL_NEWS' as const,
      })),
    ]
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))
    search = createSearchService(database)
  })
  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  const first = async (query: string) => (await search.search({ query, limit: 1, offset: 0 })).hits[0]?.id

  it.each([
    ['عبد الجبار الوردي', 'عبد الج'],
    ['عبدالجبار الوردي', 'عبدالج'],
    ['عبدالمهيمن الخيون', 'عبدالم'],
    ['ذو النون الطيار', 'ذو'],
    ['ذوالنون الطيار', 'ذوا'],
    ['صلاح الدين المختار', 'صلاح الد'],
    ['صلاحالدين المختار', 'صلاحالد'],
    ['ابو تراب العوادي', 'ابو'],
    ['ابوتراب العوادي', 'ابوت'],
    ['بدر الدين الآلوسي', 'بدر'],
    ['بدرالدين الآلوسي', 'بدر'],
    ['ستار القريطي', 'ستار'],
    ['ستار الگريطي', 'ستار'],
    ['ستار الكريطي', 'ستار'],
  ])('«%s» is found from «%s» on, letter by letter', async (name, from) => {
    const typed = [...name]
      .slice(from.length)
      .reduce((all, letter) => [...all, `${all.at(-1) ?? ''}${letter}`], [from])
    const found = await Promise.all(typed.map(async text => [text, await first(text)]))
    const wanted = await first(name)
    expect(teachers).toContain(wanted)
    expect(found).toEqual(typed.map(text => [text, wanted]))
  })

  it.each(['القيلاني', 'الگيلاني', 'الكيلاني', 'القيلان', 'الكيلان'])(
    'are found however they are spelled, none hidden by another: %s',
    async query => {
      const { hits } = await search.search({ query, limit: 2, offset: 0 })
      expect(hits.map(({ id }) => id).sort()).toEqual(['وسن الگيلاني', 'وسن القيلاني'].sort())
    },
  )

  it('leave words that begin like one whole', async () => {
    expect(await first('أبواب')).toBe('أبواب الفيزياء وتراكيبها')
    expect(await first('منحة صلاح الدين')).toBe('منحة الطلبة في صلاح الدين')
    expect(await first('منحة الطلبة صلاح الد')).toBe('منحة الطلبة في صلاح الدين')
  })
})
