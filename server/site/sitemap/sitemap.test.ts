import os from 'node:os'
import { gunzipSync } from 'node:zlib'
import { parseXmlDocument } from 'slimdom'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabase } from '#server/base/db/open.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { countStatements } from '#test/statements.ts'
import { newsInput } from '#test/news-input.ts'
import { createSitemapOutlines } from './sitemap-outline.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

const origin = 'https://rafid.example'
const small = '/small'
let site: TestApp
let away: OpenDatabase
const ids: string[] = []

beforeAll(async () => {
  site = await openTestApp({ environment: { SITE_URL: origin } })
  await site.app.register(async scope => sitemapRoutes(scope, site.services, { urlsPerFile: 3 }), {
    prefix: small,
  })
  await site.app.register(async scope => sitemapRoutes(scope, site.services, { urlsPerFile: 3 }), {
    prefix: '/fresh',
  })
  away = await openDatabase({
    dataDir: os.tmpdir(),
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    until: new Promise(() => undefined),
  })
  const withoutDatabase = { ...site.services, database: away }
  await site.app.register(async scope => sitemapRoutes(scope, withoutDatabase, { urlsPerFile: 3 }), {
    prefix: '/away',
  })
  for (let number = 1; number <= 7; number += 1) ids.push(await createNews(`خبر ${number}`))
})
afterAll(async () => {
  await away.close()
  await site.close()
})

async function createNews(title: string): Promise<string> {
  const at = new Date('2026-01-02T03:04:05Z')
  const { id } = await site.services.news.create(newsInput({ title }), systemActor, { at })
  return id
}

async function read(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ method: 'GET', url, headers })
}

/** The entries of a sitemap or of an index, by a strict parser. */
function entriesOf(xml: string): { loc: string; lastmod: string | undefined }[] {
  const root = parseXmlDocument(xml).documentElement
  expect(root?.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  return (root?.children ?? []).map(entry => {
    const textOf = (name: string) =>
      entry.children.find(child => child.localName === name)?.textContent ?? undefined
    return { loc: textOf('loc') ?? '', lastmod: textOf('lastmod') }
  })
}

it('lists every file with the day of its latest change', async () => {
  const response = await read(`${small}/sitemap.xml`)
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
  const entries = entriesOf(response.body)
  expect(entries.map(entry => entry.loc)).toEqual(
    ['pages-1', 'news-1', 'news-2', 'news-3'].map(name => `${origin}/sitemaps/${name}.xml`),
  )
  expect(entries.map(entry => entry.lastmod)).toEqual(entries.map(() => '2026-01-02T03:04:05.000Z'))
})

it('parts the records: every one is listed once, none in two files', async () => {
  const found: string[] = []
  for (const number of [1, 2, 3]) {
    const entries = entriesOf((await read(`${small}/sitemaps/news-${number}.xml`)).body)
    expect(entries.length).toBe(number === 3 ? 1 : 3)
    found.push(...entries.map(entry => entry.loc))
    expect(entries.every(entry => entry.lastmod === '2026-01-02T03:04:05.000Z')).toBe(true)
  }
  expect(found).toEqual(ids.toSorted().map(id => `${origin}/news/${id}`))
})

it('does not know files beyond the last, or of what has no pages', async () => {
  for (const name of [
    'news-4',
    'news-0',
    'news-01',
    'news',
    'books-1',
    'results-1',
    'pages-2',
    'accounts-1',
  ]) {
    expect((await read(`${small}/sitemaps/${name}.xml`)).statusCode, name).toBe(404)
  }
})

it('lists hubs and filled lists, but no search and no page of staff', async () => {
  const entries = entriesOf((await read('/sitemaps/pages-1.xml')).body)
  const locations = entries.map(entry => entry.loc.slice(origin.length))
  expect(locations).toEqual(
    expect.arrayContaining(['/', '/books', '/results', '/results/sixth-primary', '/faq']),
  )
  expect(locations).toContain('/news?type=GENERAL_NEWS')
  expect(locations.filter(path => /search|dashboard|super|api|grade=/.test(path))).toEqual([])
  expect(new Set(locations).size).toBe(locations.length)
})

it('leads only to pages that answer', async () => {
  const pages = entriesOf((await read('/sitemaps/pages-1.xml')).body)
  const news = entriesOf((await read('/sitemaps/news-1.xml')).body)
  for (const { loc } of [...pages, ...news]) {
    expect((await read(loc.slice(origin.length))).statusCode, loc).toBe(200)
  }
})

it('answers 304 until a record of the file changes, and then at once', async () => {
  for (const url of ['/sitemap.xml', '/sitemaps/pages-1.xml', `${small}/sitemaps/news-1.xml`]) {
    const tag = String((await read(url)).headers.etag)
    expect((await read(url, { 'if-none-match': tag })).statusCode, url).toBe(304)
  }
  const tag = String((await read(`${small}/sitemaps/news-1.xml`)).headers.etag)
  const first = ids.toSorted()[0] ?? ''
  const { createdAt: _, updatedAt: __, id: ___, ...item } = await site.services.news.get(first)
  await site.services.news.update(first, item, systemActor)
  const later = await read(`${small}/sitemaps/news-1.xml`, { 'if-none-match': tag })
  expect(later.statusCode).toBe(200)
  expect(entriesOf(later.body)[0]?.lastmod).not.toBe('2026-01-02T03:04:05.000Z')
})

it('packs a file for those who can unpack it, and sends no body to HEAD', async () => {
  const url = `${small}/sitemaps/news-2.xml`
  const packed = await read(url, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe((await read(url)).body)
  const head = await site.app.inject({ method: 'HEAD', url })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
})

it('takes the address of the request where none is configured, and lets nobody share that', async () => {
  const other = await openTestApp()
  const url = '/robots.txt'
  const response = await other.app.inject({ url, headers: { host: 'school.example:8080' } })
  expect(response.body).toContain('Sitemap: http://school.example:8080/sitemap.xml')
  expect(response.headers['cache-control']).toContain('private')
  const wrong = await other.app.inject({ url: '/sitemap.xml', headers: { host: '"><b>' } })
  expect(wrong.statusCode).toBe(400)
  await other.close()
})

it('tells robots what is not for them', async () => {
  const { body, headers } = await read('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard',
    'Disallow: /super',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ])
  expect(headers['cache-control']).toContain('public')
})

it('is sent as it was last while the database is away, by a process that has never read it', async () => {
  const files = ['/sitemap.xml', '/sitemaps/pages-1.xml', '/sitemaps/news-1.xml']
  const before = new Map<string, string>()
  for (const file of files) before.set(file, (await read(small + file)).body)
  await site.services.keptFeeds.settled()
  for (const file of files) {
    site.expectError('the last good copy is sent')
    const answer = await read(`/away${file}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toBe(before.get(file))
  }
  site.expectError('request failed')
  expect((await read('/away/sitemaps/news-9.xml')).statusCode).toBe(503)
})

it('writes times as a program that reads the records would', async () => {
  const { kysely } = site.services.database
  await sql`
    insert into news (id, title, image, bio, content, type, created_at, updated_at)
    select 'at-' || n, '', '', '', '', 'GENERAL_NEWS', at, at from (values
      (1, timestamptz '1999-12-31 23:59:59.999999+00'), (2, timestamptz '2026-02-03 04:05:06.0009+03'),
      (3, timestamptz '2026-07-08 00:00:00+00'), (4, timestamptz '2031-10-11 12:13:14.5+00')
    ) as times (n, at)`.execute(kysely)
  const rows = await kysely
    .selectFrom('news')
    .select(['id', 'updatedAt'])
    .where('id', 'like', 'at-%')
    .execute()
  expect(rows).toHaveLength(4)
  await site.services.changes.tellHere(['news'])
  const found: unknown[] = []
  for (const number of [1, 2, 3, 4])
    found.push(...entriesOf((await read(`${small}/sitemaps/news-${number}.xml`)).body))
  for (const { id, updatedAt } of rows)
    expect(found).toContainEqual({ loc: `${origin}/news/${id}`, lastmod: updatedAt.toISOString() })
  await kysely.deleteFrom('news').where('id', 'like', 'at-%').execute()
})

it('reads for a file of records those of their kind and no others', async () => {
  const statements = await countStatements(async () => {
    expect((await read('/fresh/sitemaps/news-1.xml')).statusCode).toBe(200)
  })
  expect(statements.filter(text => text.includes('"news"'))).not.toEqual([])
  // The look for what is due next comes by the clock of the process, whatever is asked for.
  const asked = statements.filter(text => !text.startsWith('select distinct "publish_at" from "results"'))
  expect(asked.filter(text => /"(?:books|notes|exams|results)"|exam_questions/.test(text))).toEqual([])
})

it('lets nobody wait for what is read anew of many records', async () => {
  const { database, changes } = site.services
  await sql`
    insert into news (id, title, image, bio, content, type)
    select 'many-' || n, '', '', '', '', 'GENERAL_NEWS' from generate_series(1, ${limits.sitemapUrlsPerFile}::int) n`.execute(
    database.kysely,
  )
  const outlines = createSitemapOutlines(site.services, limits.sitemapUrlsPerFile)
  const outline = () => outlines.ofKind('news')
  const before = await outline()
  expect(before.value.parts.map(({ count }) => count)[0]).toBe(limits.sitemapUrlsPerFile)
  await changes.tellHere(['news'])
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + limits.sitemapFreshMs)
  const others = [outline(), outline()]
  for (const other of await Promise.all(others)) expect(other).toBe(before)
  await expect.poll(outline).not.toBe(before)
  clock.mockRestore()
})
