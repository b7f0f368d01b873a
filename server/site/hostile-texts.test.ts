import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '#contract/kinds.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'

/** Ends what a page may have opened: an attribute, a title, a comment, a script with data. */
const hostile = `"'--></title></script><hostile onload=alert(1)>`
const escaped = '&lt;hostile'
/** It in a tag, with the quotes that end an attribute there. */
const endedAttribute = /<[a-z][^<>]*"'--/i

let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
  const staff = await site.signIn('admin')
  const texts = { title: `كتاب ${hostile}`, description: hostile, keywords: [hostile] }
  const records = [
    [kinds.book.apiPath, bookInput(texts)],
    [kinds.note.apiPath, noteInput({ ...texts, teacher: `أحمد ${hostile}` })],
    [kinds.exam.apiPath, examInput(texts)],
    [kinds.result.apiPath, resultInput({ keywords: [hostile] })],
    [
      kinds.news.apiPath,
      newsInput({
        title: `خبر ${hostile}`,
        bio: hostile,
        content: `${hostile}\n${hostile}`,
        keywords: [hostile],
      }),
    ],
  ] as const
  for (const [address, record] of records) {
    const added = await staff.send('POST', address, record)
    expect(added.statusCode, added.body).toBe(201)
  }
})
afterAll(() => site.close())

const textOf = async (url: string) => (await site.app.inject({ url })).body

/** Every page that search engines are told of. */
async function pagesOfSite(): Promise<string[]> {
  const locations = async (url: string): Promise<string[]> =>
    Array.from(
      (await textOf(url)).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
      ([, found = '']) => found || '/',
    )
  const first = await locations(discoveryPaths.sitemap)
  const deeper = await Promise.all(first.filter(url => url.endsWith('.xml')).map(locations))
  return [...first.filter(url => !url.endsWith('.xml')), ...deeper.flat()]
}

it('shows what somebody has typed as text, on every page, in its head, its data and its feeds', async () => {
  const typed = encodeURIComponent(hostile)
  const pages = [
    ...(await pagesOfSite()),
    `${paths.search}?q=${typed}`,
    `${paths.books}?search=${typed}`,
    `${paths.notes}?teacher=${typed}`,
    `/${typed}`,
  ]
  const bodies = new Map(await Promise.all(pages.map(async url => [url, await textOf(url)] as const)))
  expect([...bodies].filter(([, body]) => body.includes('<hostile')).map(([url]) => url)).toEqual([])
  expect([...bodies].filter(([, body]) => endedAttribute.test(body)).map(([url]) => url)).toEqual([])
  const shown = [...bodies].filter(([, body]) => body.includes(escaped)).length
  expect(shown).toBeGreaterThan(8)
  for (const [url, body] of bodies)
    for (const [, data = ''] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
      expect(() => JSON.parse(data) as unknown, url).not.toThrow()
  const feed = await textOf(discoveryPaths.feed('all'))
  expect(feed).toContain(escaped)
  expect(feed).not.toContain('<hostile')
})
