import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { PackRecord, SeasonPack } from '#contract/resources/season-pack.ts'
import { putRow } from '#server/files/light-copies/light-copies.repository.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'
import { makeImage, makePdf, streamOf } from '#test/files.ts'

let site: TestApp
const grade = 'SIXTH_PREPARATORY'

beforeAll(async () => {
  site = await openTestApp()
  const staff = await site.signIn()
  const store = async (bytes: Buffer, name: string) =>
    (await site.services.files.store(streamOf(bytes), { name })).url
  const pdf = await store(await makePdf(1), 'كتاب.pdf')
  const image = await store(await makeImage('png'), 'صفحة.png')
  const add = async (path: string, input: object) => {
    const { statusCode, body } = await staff.send('POST', path, { keywords: '', ...input })
    expect(statusCode, body).toBe(201)
  }
  const book = (change: object) => add('/api/books', { ...bookInput({ directLink: pdf }), ...change })
  await book({ title: 'رياضيات قديم', releaseYear: 2024 })
  await book({ title: 'رياضيات علمي', releaseYear: 2026 })
  await book({ title: 'رياضيات أدبي', branch: 'LITERARY', releaseYear: 2025 })
  await book({ title: 'إسلامية للكل', subject: 'ISLAMIC', branch: null, releaseYear: 2025 })
  await book({ title: 'بلا ملف عندنا', subject: 'ENGLISH', directLink: 'https://files.example/x.pdf' })
  await book({ title: 'صف آخر', stage: 'FIFTH_PREPARATORY', branch: null })
  for (const releaseYear of [2026, 2024, 2020])
    await add('/api/ministerial-exams', {
      ...examInput({ files: [image] }),
      title: `أسئلة ${releaseYear}`,
      stage: grade,
      releaseYear,
    })
  await add('/api/malazimas', { ...noteInput({ directLink: pdf }), title: 'ملزمة', stage: grade })
})
afterAll(() => site.close())

async function packOf(query: string): Promise<SeasonPack> {
  const { statusCode, body } = await site.app.inject({ url: `/api/season-pack?${query}` })
  expect(statusCode, body).toBe(200)
  return (JSON.parse(body) as { data: SeasonPack }).data
}
const titles = (records: readonly PackRecord[]) => records.map(({ title }) => title).toSorted()

it('holds the newest book of each subject and the exams of the last years, and offers notes', async () => {
  const { label, records, notes } = await packOf(`stage=${grade}&branch=SCIENTIFIC&years=3`)
  expect(label).toBe('حزمة السادس الإعدادي علمي')
  expect(titles(records)).toEqual(['أسئلة 2024', 'أسئلة 2026', 'إسلامية للكل', 'رياضيات علمي'])
  expect(titles(notes)).toEqual(['ملزمة'])
  expect(records[0]?.files).toEqual([
    expect.objectContaining({ size: expect.any(Number), type: 'application/pdf' }),
  ])
})

it('names the light copies of files', async () => {
  const { files, database, changes } = site.services
  const { rows } = await sql<{ id: string }>`select id from files where type = 'application/pdf'`.execute(
    database.kysely,
  )
  const stored = await files.store(streamOf(await makePdf(2)), { name: 'خفيف.pdf' })
  await database.kysely.transaction().execute(async transaction => {
    const lightHash = sha256OfFileAddress(stored.url) ?? ''
    for (const { id } of rows) await putRow(transaction, id, { lightHash })
  })
  await changes.tellHere(['books', 'notes', 'exams'])
  const { records } = await packOf(`stage=${grade}&branch=SCIENTIFIC&years=1`)
  const book = records.find(({ kind }) => kind === 'book')
  expect(book?.files[0]?.url).not.toBe(book?.files[0]?.light?.url)
  expect(book?.files[0]?.light).toMatchObject({ name: 'كتاب (نسخة خفيفة).pdf', size: stored.size })
})

it('is there for a grade that has no ministerial exams, and so are their lists', async () => {
  expect((await packOf('stage=FIRST_PRIMARY')).records).toEqual([])
  const list = await site.app.inject('/api/ministerial-exams?stage=FIRST_PRIMARY')
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain('"total":0')
})

it('is that of every branch without one, and counts the years from the newest exam', async () => {
  const { records } = await packOf(`stage=${grade}&years=1`)
  expect(titles(records)).toEqual(['أسئلة 2026', 'إسلامية للكل', 'رياضيات أدبي', 'رياضيات علمي'])
})

it('shows a change at once, and refuses what is no grade', async () => {
  const staff = await site.signIn()
  const { records } = await packOf(`stage=${grade}`)
  const gone = records.find(({ title }) => title === 'إسلامية للكل')
  await staff.send('DELETE', `/api/books/${gone?.id}`)
  expect(titles((await packOf(`stage=${grade}`)).records)).not.toContain('إسلامية للكل')
  expect((await site.app.inject({ url: '/api/season-pack?stage=NO' })).statusCode).toBe(422)
})
