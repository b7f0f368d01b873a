import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, shareImagePath } from '#contract/paths.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { newsInput } from '#test/news-input.ts'

let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

async function createNews(title: string): Promise<string> {
  return (await site.services.news.create(newsInput({ title }), systemActor)).id
}

/** Each caller has an address of its own, so that the limit of one does not stop the others. */
async function read(url: string, headers: Record<string, string> = {}, remoteAddress = '198.51.100.1') {
  return site.app.inject({ method: 'GET', url, headers, remoteAddress })
}

const keptPictures = () => fs.readdirSync(path.join(site.services.config.dataDir, 'cache', 'share'))

async function expectPicture(bytes: Buffer): Promise<void> {
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.length).toBeLessThanOrEqual(limits.maxShareImageBytes)
}

it('draws a picture of every kind of record, whatever its title holds', async () => {
  const common = { keywords: [] }
  const titles = [
    'الرياضيات',
    'Physics <b>&</b> ]]> \u202E\u0007 😀',
    'ا'.repeat(300),
    'كتاب اللغة العربية '.repeat(15),
  ]
  const [first = '', hostile = '', unbroken = '', long = ''] = titles
  const school = { subject: 'MATH', releaseYear: 2026 } as const
  const directLink = 'https://files.example/1.pdf'
  const book = await site.services.books.create(
    {
      ...common,
      ...school,
      title: first,
      stage: 'FIRST_PRIMARY',
      description: 'وصف',
      directLink,
    },
    systemActor,
  )
  const note = await site.services.notes.create(
    {
      ...common,
      ...school,
      title: hostile,
      stage: 'FIRST_PRIMARY',
      teacher: hostile,
      directLink,
    },
    systemActor,
  )
  const exam = await site.services.exams.create(
    {
      ...common,
      ...school,
      title: unbroken,
      stage: 'SIXTH_PRIMARY',
      try: 1,
      description: 'وصف الأسئلة',
      files: [directLink],
    },
    systemActor,
  )
  const news = await createNews(long)
  const kinds = [
    ['book', book.id],
    ['note', note.id],
    ['exam', exam.id],
    ['news', news],
  ] as const
  for (const [kind, id] of kinds) {
    const response = await read(shareImagePath(kind, id, 1))
    expect(response.statusCode, kind).toBe(200)
    expect(response.headers['content-type']).toBe('image/jpeg')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
    await expectPicture(response.rawPayload)
  }
  const general = await read(discoveryPaths.shareImage)
  await expectPicture(general.rawPayload)
})

it('draws once, keeps the picture, and answers 304 to who has it', async () => {
  const id = await createNews('خبر يبقى')
  const url = shareImagePath('news', id, 1)
  const [one, two] = await Promise.all([read(url), read(url)])
  expect(one?.rawPayload.equals(two?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect(keptPictures().filter(name => name.includes(id))).toHaveLength(1)
  const tag = String(one?.headers.etag)
  const again = await read(url, { 'if-none-match': tag })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

it('shows the record as it is now; only the address with its version may be kept for ever', async () => {
  const id = await createNews('العنوان الأول')
  const before = await read(shareImagePath('news', id, 1))
  const { createdAt: _, updatedAt: __, id: ___, ...item } = await site.services.news.get(id)
  await site.services.news.update(id, { ...item, title: 'العنوان الثاني الأطول من الأول' }, systemActor)
  const after = await read(shareImagePath('news', id, 2))
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
  const old = await read(shareImagePath('news', id, 1))
  expect(old.headers['cache-control']).not.toContain('immutable')
  expect(old.rawPayload.equals(after.rawPayload)).toBe(true)
  await site.services.news.delete(id, systemActor)
  expect((await read(shareImagePath('news', id, 2))).statusCode).toBe(404)
})

it('answers 404 for records that are not there, and draws nothing for them', async () => {
  const before = keptPictures().length
  const wrong = [
    '/share/book/0000000000000000.jpg',
    '/share/result/x.jpg',
    '/share/book/..%2f..%2fx.jpg',
    '/share/book/x.png',
  ]
  for (const url of wrong) expect((await read(url)).statusCode, url).toBe(404)
  expect(keptPictures()).toHaveLength(before)
})

it('sends a crowd away with a time to come back', async () => {
  const crowd = limits.shareImagesWaiting + 6
  const ids = await Promise.all(Array.from({ length: crowd }, (_, index) => createNews(`خبر ${index}`)))
  const answers = await Promise.all(
    ids.map((id, index) => read(shareImagePath('news', id, 1), {}, `203.0.113.${index + 1}`)),
  )
  const busy = answers.filter(answer => answer.statusCode === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.filter(answer => answer.statusCode === 200).length).toBeGreaterThanOrEqual(
    limits.shareImagesWaiting,
  )
  for (const answer of busy) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().code).toBe('unavailable')
  }
})

it('limits how often one address may ask', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < limits.shareImagesPerMinute + 2; turn += 1) {
    statuses.push((await read(discoveryPaths.shareImage, {}, '192.0.2.7')).statusCode)
  }
  expect(statuses.slice(-3)).toEqual([200, 429, 429])
})
