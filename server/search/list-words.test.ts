import { afterAll, beforeAll, expect, it } from 'vitest'
import { newsInputSchema } from '#contract/resources/news.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp, type TestApp } from '#test/build-app.ts'
import { isAmongHolders, matchesSearchText } from './list-text.ts'

let test: TestApp

const bios = [
  'موعد توزيع كتب الفيزياء في بغداد والبصرة',
  "بيان الوزارة عن امتحانات 2026/2027 (الدور الأول) d'avance \\ % _ & | ! :*",
  'كتاب\u200Cها، إلى المدارسِ كافّةً',
  // One sign that folds into four letters: longer than an index takes.
  'ﷴ'.repeat(1000),
  'م'.repeat(1000),
]

const add = (bio: string) =>
  test.services.news.create(
    newsInputSchema.parse({
      title: `خبر ${bio.slice(0, 20)}`,
      bio,
      content: 'خبر',
      type: 'SCHOOL_BOOKS',
      image: 'https://files.example/a.jpg',
      keywords: 'كتب',
    }),
    systemActor,
  )

beforeAll(async () => {
  test = await openTestApp()
  for (const bio of bios) await add(bio)
})

afterAll(() => test.close())

it('finds by the index of words whom the letters find', async () => {
  const idsBy = async (condition: ReturnType<typeof matchesSearchText>) => {
    const rows = await test.services.database.kysely
      .selectFrom('news')
      .select('id')
      .where(condition)
      .execute()
    return rows.map(({ id }) => id).toSorted()
  }
  const words = bios.flatMap(bio => bio.split(/\s+/))
  const queries = [
    ...words.flatMap(word => [
      word,
      word.slice(0, 1),
      word.slice(0, 3),
      word.slice(1),
      `ال${word}`,
      `${word}x`,
    ]),
    ...words.map((word, at) => `${word.slice(0, 4)} ${(words[at + 1] ?? '').slice(0, 2)}`),
    'ﷴ'.repeat(300),
    'م'.repeat(300),
    '؟!',
  ]
  let found = 0
  for (const query of queries) {
    const ids = await idsBy(isAmongHolders(query, 'news'))
    expect(ids, query).toEqual(await idsBy(matchesSearchText(query)))
    found += ids.length
  }
  expect(found).toBeGreaterThan(100)
})
