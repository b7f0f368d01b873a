import { parseXmlDocument } from 'slimdom'
import type { Element } from 'slimdom'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { branchCodes, type BranchCode } from '#contract/codes/branches.ts'
import { limits } from '#contract/limits.ts'
import { gradeFeedName, gradePages } from '#contract/grade-pages.ts'
import { feedNames } from '#contract/kinds.ts'
import { discoveryPaths } from '#contract/paths.ts'
import type { ResultInput } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput, resultInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'

const origin = 'https://rafid.example'
const atom = 'http://www.w3.org/2005/Atom'
let site: TestApp

beforeAll(async () => {
  site = await openTestApp({ environment: { SITE_URL: origin } })
})
afterAll(() => site.close())

const common = { keywords: [] }

async function createNews(change: { title?: string; bio?: string } = {}): Promise<string> {
  const { id } = await site.services.news.create(newsInput(change), systemActor)
  return id
}

async function read(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ method: 'GET', url, headers })
}

function child(element: Element, name: string): Element | undefined {
  return element.children.find(one => one.namespaceURI === atom && one.localName === name)
}

function textOf(element: Element, name: string): string {
  return child(element, name)?.textContent ?? ''
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The feed by a strict parser, after checking what RFC 4287 asks of every feed and entry. */
function feedOf(xml: string, path: string): { feed: Element; entries: Element[] } {
  const feed = parseXmlDocument(xml).documentElement
  if (!feed) throw new Error('no root')
  expect([feed.namespaceURI, feed.localName]).toEqual([atom, 'feed'])
  expect(feed.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang')).toBe('ar')
  const entries = feed.children.filter(one => one.localName === 'entry')
  for (const element of [feed, ...entries]) {
    expect(textOf(element, 'id')).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(textOf(element, 'title')).not.toBe('')
    expect(isMoment(textOf(element, 'updated'))).toBe(true)
    const author = child(element, 'author')
    expect(author && textOf(author, 'name')).toBeTruthy()
  }
  const ids = [feed, ...entries].map(element => textOf(element, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  const self = feed.children.find(one => one.getAttribute('rel') === 'self')
  expect(self?.getAttribute('href')).toBe(origin + path)
  return { feed, entries }
}

async function readFeed(name: string) {
  const path = discoveryPaths.feed(name)
  const response = await read(path)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  return feedOf(response.body, path)
}

it('gives every list a feed, empty ones too', async () => {
  for (const name of feedNames) expect((await readFeed(name)).entries).toEqual([])
  expect((await read('/feeds/accounts.xml')).statusCode).toBe(404)
})

it('shows a new record in the very next request, with a link that leads to it', async () => {
  const noteInput = {
    title: 'ملزمة',
    teacher: 'أ. علي',
    subject: 'MATH',
    stage: 'SIXTH_PRIMARY',
  } as const
  const link = 'https://files.example/1.pdf'
  const note = await site.services.notes.create(
    { ...common, ...noteInput, releaseYear: 2026, directLink: link },
    systemActor,
  )
  const { entries } = await readFeed('notes')
  expect(entries).toHaveLength(1)
  const [entry] = entries
  if (!entry) throw new Error('no entry')
  expect(textOf(entry, 'title')).toBe('ملزمة')
  expect(textOf(entry, 'summary')).toBe('أ. علي، الرياضيات، الصف السادس الابتدائي، ٢٠٢٦')
  expect(child(entry, 'link')?.getAttribute('href')).toBe(`${origin}/notes/download/${note.id}`)
  expect(textOf(entry, 'updated')).toBe(note.updatedAt)
  expect((await readFeed('all')).entries).toHaveLength(1)
})

it('leads from a result to its folder, for a result has no page', async () => {
  const input = {
    city: 'البصرة',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    try: 1,
  } as const
  const directLink = 'https://files.example/1.zip'
  await site.services.results.create({ ...common, ...input, releaseYear: 2026, directLink }, systemActor)
  const [entry] = (await readFeed('results')).entries
  const href = new URL((entry && child(entry, 'link')?.getAttribute('href')) ?? '')
  expect(href.searchParams.get('path')).toBe('2026/البصرة')
  const page = await read(href.pathname + href.search)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('علمي')
})

it('gives each grade and branch one of what its students learn', async () => {
  const { books, exams, results } = site.services
  const grade = 'SIXTH_PREPARATORY'
  const titlesIn = async (name: string) =>
    (await readFeed(name)).entries
      .map(entry => textOf(entry, 'title'))
      .filter(title => /^صف|دهوك/.test(title))
  for (const place of gradePages) {
    const { feed } = await readFeed(gradeFeedName(place))
    const page = feed.children.find(one => one.getAttribute('rel') === 'alternate')
    expect(page?.getAttribute('href')).toBe(origin + place.path)
  }
  await createNews({ title: 'صف: خبر' })
  await books.create(bookInput({ title: 'صف: مشترك', stage: grade, branch: undefined }), systemActor)
  await books.create(bookInput({ title: 'صف: علمي', stage: grade, branch: 'SCIENTIFIC' }), systemActor)
  await books.create(bookInput({ title: 'صف: أدبي', stage: grade, branch: 'LITERARY' }), systemActor)
  await books.create(bookInput({ title: 'صف: رابع', stage: 'FOURTH_PREPARATORY' }), systemActor)
  await exams.create(examInput({ title: 'صف: أسئلة', stage: grade }), systemActor)
  for (const branch of ['LITERARY', 'SCIENTIFIC', undefined] as const) {
    await results.create(resultInput({ city: 'دهوك', stage: grade, branch }), systemActor)
  }
  const ofDohuk = (branch: string) => `نتائج الصف السادس الإعدادي، دهوك، ${branch}الدور الأول، ٢٠٢٦`
  expect(await titlesIn('sixth-preparatory-scientific')).toEqual([
    ofDohuk(''),
    ofDohuk('علمي، '),
    'صف: أسئلة',
    'صف: علمي',
    'صف: مشترك',
  ])
  expect(await titlesIn('sixth-preparatory')).toHaveLength(7)
  expect(await titlesIn('fourth-preparatory')).toEqual(['صف: رابع'])
})

it('gives a branch its results, however many newer ones other branches have', async () => {
  const of = (branch: BranchCode, city: ResultInput['city']) =>
    site.services.results.create(resultInput({ city, branch, stage: 'SIXTH_PREPARATORY' }), systemActor)
  await of('LITERARY', 'ميسان')
  for (let newer = 0; newer <= limits.feedEntries * branchCodes.length; newer += 1)
    await of('SCIENTIFIC', 'واسط')
  const { entries } = await readFeed('sixth-preparatory-literary')
  expect(entries.map(entry => textOf(entry, 'title')).join()).toContain('ميسان')
  expect(entries.map(entry => textOf(entry, 'title')).join()).not.toContain('واسط')
})

it('stays well-formed and shows hostile text as text', async () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code || 1)).join('')
  const title = `]]> </title><script>alert(1)</script> &amp; &bogus; \u202E${controls}\uFFFE "x' 😀`
  await createNews({ title, bio: `<![CDATA[ ${controls} ]]>` })
  const [entry] = (await readFeed('news')).entries
  if (!entry) throw new Error('no entry')
  const shown = textOf(entry, 'title')
  expect(shown).toContain(']]> </title><script>alert(1)</script> &amp; &bogus;')
  expect(shown).toContain('😀')
  expect(shown).not.toMatch(/[\u202E\u0001]/)
  expect(entry.children.map(one => one.localName)).not.toContain('script')
  expect(textOf(entry, 'summary')).toContain('<![CDATA[')
})

it('keeps the id of an entry when the record changes or the site moves', async () => {
  const id = await createNews({ title: 'قبل' })
  const idIn = (entries: Element[]) => {
    const entry = entries.find(one => child(one, 'link')?.getAttribute('href')?.endsWith(id))
    return entry && [textOf(entry, 'id'), textOf(entry, 'title')]
  }
  const [before] = idIn((await readFeed('news')).entries) ?? []
  const { createdAt: _, updatedAt: __, id: ___, ...item } = await site.services.news.get(id)
  await site.services.news.update(id, { ...item, title: 'بعد' }, systemActor)
  expect(idIn((await readFeed('news')).entries)).toEqual([before, 'بعد'])
})

it('shows the latest, no more than a feed holds, newest first', async () => {
  for (let number = 0; number <= limits.feedEntries; number += 1) await createNews({ title: `خبر ${number}` })
  const { feed, entries } = await readFeed('news')
  expect(entries).toHaveLength(limits.feedEntries)
  expect(entries.slice(0, 2).map(entry => textOf(entry, 'title'))).toEqual(['خبر 30', 'خبر 29'])
  const updates = entries.map(entry => textOf(entry, 'updated')).toSorted()
  expect(textOf(feed, 'updated')).toBe(updates.at(-1))
})

it('answers 304 until something changes, and compresses', async () => {
  const url = discoveryPaths.feed('news')
  const first = await read(url, { 'accept-encoding': 'br' })
  expect(first.headers['content-encoding']).toBe('br')
  const tag = String(first.headers.etag)
  const again = await read(url, { 'accept-encoding': 'br', 'if-none-match': tag })
  expect(again.statusCode).toBe(304)
  await createNews()
  expect((await read(url, { 'accept-encoding': 'br', 'if-none-match': tag })).statusCode).toBe(200)
})

it('is answered by its last good copy while a newer one takes long to make, or fails', async () => {
  const url = discoveryPaths.feed('news')
  const { body } = await read(url)
  const { feed } = site.services.elsewhere.news
  const late = Promise.withResolvers<Awaited<ReturnType<typeof feed.latest>>>()
  const latest = vi.spyOn(feed, 'latest').mockReturnValue(late.promise)
  try {
    await createNews({ title: 'خبر يتأخر' })
    const meanwhile = await read(url)
    expect([meanwhile.statusCode, meanwhile.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(meanwhile.body).toBe(body)
    site.expectError('a feed could not be made')
    late.reject(new Error('too late'))
    expect((await read(url)).statusCode).toBe(200)
  } finally {
    latest.mockRestore()
  }
  await createNews({ title: 'خبر بعده' })
  expect((await read(url)).body).toContain('خبر يتأخر')
})
